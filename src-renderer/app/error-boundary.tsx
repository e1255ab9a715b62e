import type { ReactNode } from 'react';
import { Component } from 'react';
import { Button } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';

interface ErrorBoundaryProps {
  /** Another one: whatever broke is tried again. */
  readonly resetKey: string;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly error: Error | null;
  readonly resetKey: string;
}

/** A bug in a screen takes that screen away, and nothing else: the places, the network badge and the run stay. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(
    props: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <Notice
        tone="fault"
        title="This screen met an error in Noisefloor itself."
        actions={
          <Button
            onClick={() => {
              this.setState({ error: null });
            }}
          >
            Try again
          </Button>
        }
      >
        <p>Your data is not touched, and a run goes on. If it comes again, report it with the text below.</p>
        <details>
          <summary>Details</summary>
          <pre>{error.stack ?? error.message}</pre>
        </details>
      </Notice>
    );
  }
}
