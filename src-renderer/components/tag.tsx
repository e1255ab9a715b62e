import type { ReactNode } from 'react';
import './tag.css';

/** A fact about a row: must pass, settings differ, 2 files. */
export function Tag({ children }: { readonly children: ReactNode }) {
  return <span className="tag">{children}</span>;
}
