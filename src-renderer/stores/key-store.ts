/**
 * The keyboard layer. Whatever is on the screen says which keys it has; the help lists exactly those. Of two bindings
 * of one key the one that came later has it: it belongs to what is on top.
 */
import { createStore } from 'zustand/vanilla';
import type { KeyPress } from '../app/key-names.ts';
import { isLetterKey, nameOfPress } from '../app/key-names.ts';

export interface KeyBinding {
  /** A key as `nameOfPress` has it, or two with a space between: one after the other. */
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
  /** Also works while a field has the focus: for Escape and what is pressed with Ctrl. */
  readonly inFields?: boolean;
  /** Left to a control that has the focus and uses the key itself: Enter to a button, arrows to a list. */
  readonly yields?: boolean;
}

export interface KeyGroup {
  readonly title: string;
  readonly bindings: readonly KeyBinding[];
}

interface KeyState {
  readonly groups: readonly KeyGroup[];
  readonly helpOpen: boolean;
}

/** A press, and where it happened. */
export interface KeyMoment {
  readonly press: KeyPress;
  readonly inField: boolean;
  /** The focus is on something with keys of its own. */
  readonly onControl?: boolean;
  /** The person allows single letters. */
  readonly letterKeys: boolean;
  /** Milliseconds, from any start. */
  readonly at: number;
}

/** Milliseconds between two keys that belong together. */
const sequenceTime = 1500;

export function createKeyStore() {
  const store = createStore<KeyState>(() => ({ groups: [], helpOpen: false }));
  let prefix: { readonly name: string; readonly at: number } | null = null;

  function bindings(): readonly KeyBinding[] {
    return store.getState().groups.flatMap((group) => group.bindings);
  }

  function usable(binding: KeyBinding, { inField, onControl, letterKeys }: KeyMoment): boolean {
    if (inField && binding.inFields !== true) return false;
    if (onControl === true && binding.yields === true) return false;
    return letterKeys || !isLetterKey(binding.keys.split(' ')[0] ?? '');
  }

  return {
    store,

    /** Returns what takes the group away. */
    add: (group: KeyGroup) => {
      store.setState((state) => ({ groups: [...state.groups, group] }));
      return () => {
        store.setState((state) => ({ groups: state.groups.filter((other) => other !== group) }));
      };
    },

    showHelp: (helpOpen: boolean) => {
      store.setState({ helpOpen });
    },

    /** Finds what a press does: null when nothing, and then the press is left to the browser. */
    find: (moment: KeyMoment): KeyBinding | 'started' | null => {
      const name = nameOfPress(moment.press);
      const usables = bindings().filter((binding) => usable(binding, moment));
      const before =
        prefix !== null && moment.at - prefix.at <= sequenceTime ? `${prefix.name} ${name}` : null;
      prefix = null;
      const found =
        (before === null ? undefined : usables.findLast(({ keys }) => keys === before)) ??
        usables.findLast(({ keys }) => keys === name);
      if (found !== undefined) return found;
      if (!usables.some(({ keys }) => keys.startsWith(`${name} `))) return null;
      prefix = { name, at: moment.at };
      return 'started';
    },
  };
}
