/** Keys of a part of the page, for as long as it is there. */
import { useEffect, useRef } from 'react';
import type { KeyBinding } from '../stores/key-store.ts';
import { useStores } from './app-context.tsx';

/** `title` heads them in the help. What a key does may change with every drawing; which keys there are seldom does. */
export function useKeys(title: string, bindings: readonly KeyBinding[]): void {
  const { keys } = useStores();
  const latest = useRef(bindings);
  useEffect(() => {
    latest.current = bindings;
  });
  const shape = JSON.stringify(
    bindings.map((binding) => [binding.keys, binding.label, binding.inFields ?? false]),
  );
  useEffect(() => {
    const fixed = latest.current.map((binding, index) => ({
      ...binding,
      run: () => {
        latest.current[index]?.run();
      },
    }));
    return keys.add({ title, bindings: fixed });
  }, [keys, title, shape]);
}
