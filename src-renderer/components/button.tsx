import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { KeyHint } from './key-hint.tsx';
import './button.css';

export type ButtonLook = 'plain' | 'primary' | 'quiet';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'> {
  /** One primary button a screen. */
  readonly look?: ButtonLook;
  /** 24 px, for dense rows. */
  readonly small?: boolean;
  /** As wide as high, for a single character; give it an `aria-label`. */
  readonly square?: boolean;
  /** A key that does the same here. */
  readonly hint?: string;
  readonly submit?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
}

export function buttonClass(look: ButtonLook = 'plain', small = false, square = false): string {
  return ['button', look === 'plain' ? '' : look, small ? 'small' : '', square ? 'square' : '']
    .filter((name) => name !== '')
    .join(' ');
}

export function Button({ look, small, square, hint, submit = false, children, ...rest }: ButtonProps) {
  return (
    <button type={submit ? 'submit' : 'button'} className={buttonClass(look, small, square)} {...rest}>
      {children}
      {hint === undefined ? null : <KeyHint keys={hint} />}
    </button>
  );
}
