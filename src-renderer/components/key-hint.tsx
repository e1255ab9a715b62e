import { useStore } from 'zustand';
import { useStores } from '../app/app-context.tsx';
import { isLetterKey, keyCaps } from '../app/key-names.ts';
import './key-hint.css';

/** A key after a label, only where it works. Hidden from those who listen: they get the same from `?`. */
export function KeyHint({ keys }: { readonly keys: string }) {
  const letterKeys = useStore(useStores().settings.store, (state) => state.fields.letterKeys);
  if (!letterKeys && isLetterKey(keys.split(' ')[0] ?? '')) return null;
  return (
    <span className="key-hint" aria-hidden="true">
      {keyCaps(keys).map((cap, index) => (
        <kbd key={index}>{cap}</kbd>
      ))}
    </span>
  );
}
