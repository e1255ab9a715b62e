/** Key presses as the names that bindings are written in: `n`, `?`, `Enter`, `ArrowDown`, `Ctrl+,`, `Alt+ArrowLeft`. */

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** One character, however many units it takes. */
function isSingle(text: string): boolean {
  return Array.from(text).length === 1;
}

/** Ctrl stands for the Command key as well. Shift counts only where the key does not already say it. */
export function nameOfPress({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string {
  const single = isSingle(key);
  const base = single ? key.toLowerCase() : key;
  return [ctrlKey || metaKey ? 'Ctrl' : '', altKey ? 'Alt' : '', shiftKey && !single ? 'Shift' : '', base]
    .filter((part) => part !== '')
    .join('+');
}

/** A single character without Ctrl or Alt: it does nothing in a field and can be switched off. */
export function isLetterKey(name: string): boolean {
  return isSingle(name);
}

const shown: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Delete: 'Del',
  ' ': 'Space',
};

/** As it stands on a key: `N`, `↑`, `Ctrl ,`, and `G P` for one after the other. */
export function keyCaps(binding: string): readonly string[] {
  return binding
    .split(' ')
    .flatMap((press) =>
      press.split(/\+(?!$)/).map((part) => shown[part] ?? (part.length === 1 ? part.toUpperCase() : part)),
    );
}
