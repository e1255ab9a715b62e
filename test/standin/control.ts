/** What the stand-in tells whoever started it, and what it is told: the person's side of the windows. */
import type { MessageBoxOptions } from 'electron';

export type Told =
  /** Chromium runs; Playwright can connect over CDP. */
  | { readonly kind: 'browser'; readonly endpoint: string }
  | { readonly kind: 'shown'; readonly options: unknown }
  | { readonly kind: 'hidden' }
  /** The app said no. */
  | { readonly kind: 'refused'; readonly what: 'navigation' | 'window' | 'request'; readonly address: string }
  /** A box with buttons is open. */
  | { readonly kind: 'asked'; readonly box: MessageBoxOptions }
  | { readonly kind: 'error-box'; readonly title: string; readonly content: string }
  | { readonly kind: 'permission'; readonly requested: boolean; readonly checked: boolean }
  | {
      readonly kind: 'locked';
      readonly sandbox: boolean;
      readonly spellChecker: boolean;
      readonly switches: readonly string[];
    }
  | { readonly kind: 'exit'; readonly code: number };

export type Command =
  | { readonly kind: 'close-window' }
  /** Presses a button of the box that is open. */
  | { readonly kind: 'press'; readonly button: number }
  | { readonly kind: 'ask-permission'; readonly permission: string; readonly address: string }
  | { readonly kind: 'tell-lock' }
  | { readonly kind: 'second-instance' };

export function tell(told: Told): void {
  process.send?.(told);
}

/** Leaves the program free to end: only who listens is kept busy. */
export function onCommand(listener: (command: Command) => void): void {
  process.on('message', (command) => {
    listener(command as Command);
  });
}
