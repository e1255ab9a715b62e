import type { ReactNode } from 'react';
import './page-head.css';

/** The heading of a screen, and what can be done there at the right. The heading has the focus after a change of place. */
export function PageHead({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="page-head">
      <h1 tabIndex={-1}>{title}</h1>
      <span className="grow" />
      {children}
    </div>
  );
}
