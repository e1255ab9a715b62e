import { describe, expect, test } from 'vitest';
import { isLetterKey, keyCaps, nameOfPress } from '../../../src-renderer/app/key-names.ts';
import type { KeyMoment } from '../../../src-renderer/stores/key-store.ts';
import { createKeyStore } from '../../../src-renderer/stores/key-store.ts';

const bare = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

function moment(key: string, more: Partial<KeyMoment & typeof bare> = {}): KeyMoment {
  const { inField = false, onControl = false, letterKeys = true, at = 0, ...held } = more;
  return { press: { key, ...bare, ...held }, inField, onControl, letterKeys, at };
}

describe('key names', () => {
  test('a press is named the same on every keyboard', () => {
    expect(nameOfPress({ ...bare, key: 'N', shiftKey: true })).toBe('n');
    expect(nameOfPress({ ...bare, key: '?', shiftKey: true })).toBe('?');
    expect(nameOfPress({ ...bare, key: ',', metaKey: true })).toBe('Ctrl+,');
    expect(nameOfPress({ ...bare, key: '+', ctrlKey: true, shiftKey: true })).toBe('Ctrl++');
    expect(nameOfPress({ ...bare, key: 'ArrowLeft', altKey: true })).toBe('Alt+ArrowLeft');
    expect(nameOfPress({ ...bare, key: 'Tab', shiftKey: true })).toBe('Shift+Tab');
  });

  test('and is shown as on its caps', () => {
    expect(keyCaps('n')).toEqual(['N']);
    expect(keyCaps('Ctrl++')).toEqual(['Ctrl', '+']);
    expect(keyCaps('Alt+ArrowLeft')).toEqual(['Alt', '←']);
    expect(keyCaps('g p')).toEqual(['G', 'P']);
    expect(isLetterKey('z')).toBe(true);
    expect(isLetterKey('Delete')).toBe(false);
  });
});

describe('the keyboard layer', () => {
  const binding = (keys: string, more: object = {}) => ({ keys, label: keys, run: () => {}, ...more });
  const found = (result: ReturnType<ReturnType<typeof createKeyStore>['find']>) =>
    result === null || result === 'started' ? result : result.keys;

  test('what came last has a key, and gives it back when it goes', () => {
    const store = createKeyStore();
    const below = binding('n');
    const above = binding('n');
    store.add({ title: 'below', bindings: [below] });
    const leave = store.add({ title: 'above', bindings: [above] });
    expect(store.find(moment('n'))).toBe(above);
    leave();
    expect(store.find(moment('n'))).toBe(below);
  });

  test('letters do nothing in a field or where they are switched off', () => {
    const store = createKeyStore();
    store.add({
      title: 'a',
      bindings: [binding('n'), binding('Ctrl+,', { inFields: true }), binding('Delete')],
    });
    expect(found(store.find(moment('n', { inField: true })))).toBeNull();
    expect(found(store.find(moment('n', { letterKeys: false })))).toBeNull();
    expect(found(store.find(moment(',', { ctrlKey: true, inField: true, letterKeys: false })))).toBe(
      'Ctrl+,',
    );
    expect(found(store.find(moment('Delete', { letterKeys: false })))).toBe('Delete');
    expect(found(store.find(moment('Delete', { inField: true })))).toBeNull();
  });

  test('a key that yields is left to a control that has the focus', () => {
    const store = createKeyStore();
    store.add({ title: 'a', bindings: [binding('Enter', { yields: true }), binding('Delete')] });
    expect(found(store.find(moment('Enter')))).toBe('Enter');
    expect(found(store.find(moment('Enter', { onControl: true })))).toBeNull();
    expect(found(store.find(moment('Delete', { onControl: true })))).toBe('Delete');
  });

  test('two keys one after the other, in time', () => {
    const store = createKeyStore();
    store.add({ title: 'a', bindings: [binding('g p'), binding('p')] });
    expect(found(store.find(moment('g', { at: 0 })))).toBe('started');
    expect(found(store.find(moment('p', { at: 400 })))).toBe('g p');
    expect(found(store.find(moment('g', { at: 1000 })))).toBe('started');
    expect(found(store.find(moment('p', { at: 4000 })))).toBe('p');
    expect(found(store.find(moment('x', { at: 4100 })))).toBeNull();
    expect(found(store.find(moment('g', { at: 5000, letterKeys: false })))).toBeNull();
  });
});
