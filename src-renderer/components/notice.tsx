import type { ReactNode } from 'react';
import type { Failure } from '../../src-main/contract/result.ts';
import './notice.css';

/** `inform` has an ink rule, `attention` waits for a decision, `fault` says what broke. */
export type NoticeTone = 'inform' | 'attention' | 'fault';

/** What happened, what it means, and the action at the right. */
export function Notice({
  tone = 'inform',
  title,
  children,
  actions,
}: {
  readonly tone?: NoticeTone;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className={`notice ${tone}`} role={tone === 'fault' ? 'alert' : 'note'}>
      <div className="said">
        <p>
          <b>{title}</b>
        </p>
        {children}
      </div>
      {actions === undefined ? null : <div className="actions">{actions}</div>}
    </div>
  );
}

/** A failure as it came: its sentence, the next step, and what lies behind it for those who look closer. */
export function FailureNotice({
  failure,
  actions,
}: {
  readonly failure: Failure;
  readonly actions?: ReactNode;
}) {
  return (
    <Notice tone="fault" title={failure.message} actions={actions}>
      {failure.next === undefined ? null : <p>{failure.next}</p>}
      {failure.detail === undefined ? null : (
        <details>
          <summary>Details</summary>
          <pre>{failure.detail}</pre>
        </details>
      )}
    </Notice>
  );
}
