import { useEffect } from 'react';
import { useStore } from 'zustand';
import { zoomStep } from '../stores/settings-store.ts';
import { useStores } from './app-context.tsx';
import { KeyHelp } from './key-help.tsx';
import { settingsRoute } from './routes.ts';
import { useKeys } from './use-keys.ts';

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
  return (
    target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable
  );
}

/** Anything with keys of its own: links and buttons, radio buttons, tables with rows to choose, regions that scroll. */
const controls = 'a, button, input, select, textarea, summary, [role="grid"], [tabindex="0"]';

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(controls) !== null;
}

/** Hears every key press that nothing else has used, and the keys that work everywhere. */
export function KeyLayer() {
  const { keys, settings, router } = useStores();
  const helpOpen = useStore(keys.store, (state) => state.helpOpen);
  const zoom = (direction: 1 | -1) => () => {
    void settings.change({ zoom: zoomStep(settings.store.getState().fields.zoom, direction) });
  };
  const larger = { label: 'Larger', run: zoom(1), inFields: true };
  useKeys('Everywhere', [
    {
      keys: '?',
      label: 'All keys',
      run: () => {
        keys.showHelp(true);
      },
    },
    {
      keys: 'Ctrl+,',
      label: 'Settings',
      inFields: true,
      run: () => {
        router.go(settingsRoute());
      },
    },
    { keys: 'Ctrl++', ...larger },
    { keys: 'Ctrl+=', ...larger },
    { keys: 'Ctrl+-', label: 'Smaller', inFields: true, run: zoom(-1) },
    {
      keys: 'Ctrl+0',
      label: 'Usual size',
      inFields: true,
      run: () => {
        void settings.change({ zoom: 1 });
      },
    },
    {
      keys: 'Escape',
      label: 'Leave a field',
      inFields: true,
      run: () => {
        if (isField(document.activeElement)) (document.activeElement as HTMLElement).blur();
      },
    },
    {
      keys: 'Alt+ArrowLeft',
      label: 'Back',
      run: () => {
        router.back();
      },
    },
  ]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || keys.store.getState().helpOpen) return;
      // It closes the dialog, also from a field in it.
      if (
        event.key === 'Escape' &&
        event.target instanceof Element &&
        event.target.closest('dialog') !== null
      )
        return;
      const found = keys.find({
        press: event,
        inField: isField(event.target),
        onControl: isControl(event.target),
        letterKeys: settings.store.getState().fields.letterKeys,
        at: event.timeStamp,
      });
      if (found === null) return;
      event.preventDefault();
      if (found !== 'started') found.run();
    };
    addEventListener('keydown', press);
    return () => {
      removeEventListener('keydown', press);
    };
  }, [keys, settings]);

  return helpOpen ? <KeyHelp /> : null;
}
