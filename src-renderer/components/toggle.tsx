import type { ReactNode } from 'react';
import './toggle.css';

/** On or off; chosen is said by fill, weight and edge. */
export function Toggle({
  pressed,
  onToggle,
  children,
}: {
  readonly pressed: boolean;
  readonly onToggle: (pressed: boolean) => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      className="toggle"
      aria-pressed={pressed}
      onClick={() => {
        onToggle(!pressed);
      }}
    >
      {children}
    </button>
  );
}
