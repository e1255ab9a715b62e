import { expect, test } from 'vitest';
import type { ImportPreview } from '../../../../src-main/contract/calls/items.ts';
import { failure, success } from '../../../../src-main/contract/result.ts';
import { createImportStore, guessMapping } from '../../../../src-renderer/stores/import-store.ts';
import { scriptedClient, settled } from '../scripted-client.ts';

const unknown: ImportPreview = {
  importing: 'i1',
  fileName: 'rows.csv',
  format: null,
  formats: ['gsm8k'],
  fields: ['key', 'question', 'gold', 'queue'],
  mapping: {},
  read: 20,
  complete: false,
  good: 0,
  problems: 0,
  first: [],
};
const none = { rows: [], total: 0, offset: 0, read: 20, good: 20, problems: 0 };

test('columns that go by their usual names are taken; without an input nothing is guessed', () => {
  expect(guessMapping(['Key', 'queue', 'text', 'Question', 'gold'])).toEqual({
    input: 'Question',
    answer: 'gold',
    id: 'Key',
  });
  expect(guessMapping(['id', 'answer', 'body'])).toEqual({});
});

test('a file of no known shape is tried with the guess, and the whole of it is read for problems', async () => {
  const { client, asked, last } = scriptedClient();
  const importing = createImportStore(client);
  void importing.open('/rows.csv');
  last().answer(success(unknown));
  await settled();
  const mapping = { input: 'question', answer: 'gold', id: 'key' };
  expect(last()).toMatchObject({ name: 'items.change_import', input: { importing: 'i1', mapping } });
  last().answer(success({ ...unknown, mapping, good: 20 }));
  await settled();
  expect(last().name).toBe('items.list_import_problems');
  last().answer(success(none));
  await settled();
  expect(importing.store.getState()).toMatchObject({ mapping, problems: none, busy: false, error: null });
  expect(asked).toHaveLength(3);
});

test('an answer to a mapping that was changed in the meantime is thrown away', async () => {
  const { client, asked, last } = scriptedClient();
  const importing = createImportStore(client);
  void importing.open('/rows.csv');
  last().answer(success({ ...unknown, fields: ['a', 'b'] }));
  await settled();
  void importing.map({ input: 'a' });
  const first = last();
  void importing.map({ input: 'b' });
  expect(first.signal?.aborted).toBe(true);
  last().answer(success({ ...unknown, mapping: { input: 'b' }, good: 20 }));
  await settled();
  first.answer(failure('usage', 'no record has a column a'));
  await settled();
  expect(importing.store.getState()).toMatchObject({ error: null, preview: { mapping: { input: 'b' } } });
  expect(asked.at(-1)?.name).toBe('items.list_import_problems');
});

test('how choices are scored goes with every way of reading the file, until another file is opened', async () => {
  const { client, last } = scriptedClient();
  const importing = createImportStore(client);
  void importing.open('/choices.jsonl');
  last().answer(success({ ...unknown, format: 'mmlu', good: 20 }));
  await settled();
  last().answer(success(none));
  await settled();
  void importing.chooseChoiceBy('logprob');
  expect(last()).toMatchObject({
    name: 'items.change_import',
    input: { importing: 'i1', format: 'mmlu', choiceBy: 'logprob' },
  });
  last().answer(success({ ...unknown, format: 'mmlu', good: 20 }));
  await settled();
  void importing.map({ input: 'question' });
  expect(last().input).toEqual({
    importing: 'i1',
    mapping: { input: 'question' },
    choiceBy: 'logprob',
  });
  last().answer(success({ ...unknown, mapping: { input: 'question' }, good: 20 }));
  await settled();
  void importing.chooseChoiceBy('text');
  expect(last().input).toEqual({ importing: 'i1', mapping: { input: 'question' }, choiceBy: 'text' });
  void importing.chooseChoiceBy('logprob');
  void importing.open('/other.jsonl');
  expect(importing.store.getState().choiceBy).toBe('text');
});

test('taking the input away leaves nothing that could be frozen unseen', async () => {
  const { client, last } = scriptedClient();
  const importing = createImportStore(client);
  void importing.open('/sums.jsonl');
  last().answer(success({ ...unknown, format: 'gsm8k', good: 20 }));
  await settled();
  last().answer(success(none));
  await settled();
  void importing.map({ input: ' ', answer: 'gold' });
  expect(importing.store.getState()).toMatchObject({
    preview: { format: null, good: 0, first: [], mapping: {} },
    problems: null,
  });
});

test('a failure leaves the file open, so that another way can be tried', async () => {
  const { client, last } = scriptedClient();
  const importing = createImportStore(client);
  void importing.open('/rows.csv');
  last().answer(success({ ...unknown, fields: ['a'] }));
  await settled();
  void importing.chooseFormat('gsm8k');
  last().answer(failure('item_broken', 'rows.csv, line 2: no answer.'));
  await settled();
  const { preview, error, busy } = importing.store.getState();
  expect({ importing: preview?.importing, code: error?.code, busy }).toEqual({
    importing: 'i1',
    code: 'item_broken',
    busy: false,
  });
});

test('another file closes the one before; a frozen one is closed by the app', async () => {
  const { client, asked, last } = scriptedClient();
  const importing = createImportStore(client);
  void importing.open('/rows.csv');
  last().answer(success({ ...unknown, fields: ['a'] }));
  await settled();
  void importing.open('/other.csv');
  expect(asked.map(({ name }) => name).slice(-2)).toEqual(['items.close_import', 'items.open_import']);
  last().answer(success({ ...unknown, importing: 'i2', fields: ['a'] }));
  await settled();
  const choices = { name: 'rows', heldOut: 0.75, seed: 1, skipProblems: false, prepared: true };
  void importing.freeze(choices);
  expect(last().input).toEqual({ importing: 'i2', ...choices });
  last().answer(success({ name: 'rows', version: 1, hash: 'f', items: 20 }));
  await settled();
  importing.close();
  expect(importing.store.getState().preview).toBeNull();
  expect(asked.filter(({ name }) => name === 'items.close_import')).toHaveLength(1);
});
