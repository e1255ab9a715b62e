import type { ReactNode } from 'react';
import './empty-state.css';

/** Nothing is there yet: one sentence that says so, one that says what to do, and the button that does it. */
export function EmptyState({
  title,
  children,
  actions,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className="empty-state">
      <p>
        <b>{title}</b>
      </p>
      {children === undefined ? null : <p>{children}</p>}
      {actions === undefined ? null : <div className="actions">{actions}</div>}
    </div>
  );
}
