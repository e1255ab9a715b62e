import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../components/button.tsx';
import type { Toast as ToastContent } from '../stores/toast-store.ts';
import { useStores } from './app-context.tsx';
import { useKeys } from './use-keys.ts';
import './toast.css';

const lifetime = 8000;

/** Bottom left, one at a time, eight seconds; it stays while it has the focus or the pointer. */
export function ToastPlace() {
  const toast = useStore(useStores().toasts.store, (state) => state.toast);
  return (
    <div className="toast-place unprinted" role="status">
      {toast === null ? null : <Toast key={toast.id} toast={toast} />}
    </div>
  );
}

function Toast({ toast }: { readonly toast: ToastContent }) {
  const { toasts } = useStores();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => {
      toasts.hide(toast.id);
    }, lifetime);
    return () => {
      clearTimeout(timer);
    };
  }, [toasts, toast.id, held]);
  const hold = () => {
    setHeld(true);
  };
  const release = () => {
    setHeld(false);
  };
  return (
    <div className="toast" onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      <span className="text">{toast.text}</span>
      {toast.undo === null ? null : <UndoButton />}
    </div>
  );
}

function UndoButton() {
  const { toasts } = useStores();
  const undo = () => {
    void toasts.undo();
  };
  useKeys('After a change', [{ keys: 'z', label: 'Undo', run: undo }]);
  return (
    <Button hint="z" onClick={undo}>
      Undo
    </Button>
  );
}
