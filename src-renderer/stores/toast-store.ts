/** The one toast: it says what was done and lets it be undone. It is never the only place of an error. */
import { createStore } from 'zustand/vanilla';

export interface Toast {
  readonly id: number;
  readonly text: string;
  /** Null: there is nothing to undo. */
  readonly undo: (() => Promise<void> | void) | null;
}

interface ToastState {
  readonly toast: Toast | null;
}

export function createToastStore() {
  const store = createStore<ToastState>(() => ({ toast: null }));
  let last = 0;
  const hide = (id: number) => {
    if (store.getState().toast?.id === id) store.setState({ toast: null });
  };
  return {
    store,
    /** Takes the place of the one before. */
    show: (text: string, undo: Toast['undo'] = null) => {
      last += 1;
      store.setState({ toast: { id: last, text, undo } });
    },
    hide,
    /** Undoes what the toast speaks of; once. */
    undo: async () => {
      const { toast } = store.getState();
      if (toast?.undo == null) return;
      hide(toast.id);
      await toast.undo();
    },
  };
}
