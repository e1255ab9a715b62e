/** One import that is being looked at: the file, how it is read, what would come of it. Nothing is kept before freezing. */
import { createStore } from 'zustand/vanilla';
import type { CallInput, CallOutput } from '../../src-main/contract/calls/calls.ts';
import type { ChoiceBy, ImportPreview } from '../../src-main/contract/calls/items.ts';
import type { Failure } from '../../src-main/contract/result.ts';
import type { Client } from '../client/client.ts';

/** Item field -> column, template or text in quotes. */
export type Mapping = Readonly<Record<string, string>>;
export type ImportProblems = CallOutput<'items.list_import_problems'>;
export type FreezeChoices = Omit<CallInput<'items.freeze_import'>, 'importing'>;

export interface ImportState {
  /** Null before a file is opened. */
  readonly preview: ImportPreview | null;
  /** As the person has it now; the preview may be of the one before. */
  readonly mapping: Mapping;
  /** How choices are scored, in whatever way the file is read. */
  readonly choiceBy: ChoiceBy;
  /** Why the file, or this way of reading it, does not work. */
  readonly error: Failure | null;
  /** A file or a way of reading it is being tried. */
  readonly busy: boolean;
  /** Of the whole file; null while it is being read, or where no way of reading it is known. */
  readonly problems: ImportProblems | null;
  readonly problemsError: Failure | null;
}

/** Rows of problems in one reading. */
const problemsShown = 100;

const nothing: ImportState = {
  preview: null,
  mapping: {},
  choiceBy: 'text',
  error: null,
  busy: false,
  problems: null,
  problemsError: null,
};

/** Names that columns usually have, the likelier first. */
const usual: Readonly<Record<string, readonly string[]>> = {
  input: ['input', 'question', 'prompt', 'query', 'text'],
  answer: ['answer', 'gold', 'target', 'expected', 'reference', 'label', 'reply'],
  id: ['id', 'key'],
};

/** The columns that go by their usual names; empty where none looks like the prompt. */
export function guessMapping(fields: readonly string[]): Mapping {
  const guesses = Object.entries(usual).flatMap(([field, names]) => {
    const found = names
      .map((name) => fields.find((one) => one.toLowerCase() === name))
      .find((one) => one !== undefined);
    return found === undefined ? [] : [[field, found] as const];
  });
  const mapping = Object.fromEntries(guesses);
  return 'input' in mapping ? mapping : {};
}

export function createImportStore(client: Client) {
  const store = createStore<ImportState>(() => nothing);
  let flight = new AbortController();

  function take(): AbortSignal {
    flight.abort();
    flight = new AbortController();
    return flight.signal;
  }

  function forget(): void {
    const { preview } = store.getState();
    if (preview !== null) void client.call('items.close_import', { importing: preview.importing });
  }

  /** The whole file is read for it; the preview is there long before. */
  async function readProblems(importing: string, signal: AbortSignal): Promise<void> {
    const page = { offset: 0, limit: problemsShown };
    const answer = await client.call('items.list_import_problems', { importing, page }, signal);
    if (signal.aborted) return;
    if (answer.ok) store.setState({ problems: answer.data, problemsError: null });
    else store.setState({ problemsError: answer.error });
  }

  async function change(how: { readonly format: string } | { readonly mapping: Mapping }): Promise<void> {
    const { preview, choiceBy } = store.getState();
    if (preview === null) return;
    const { importing } = preview;
    const signal = take();
    store.setState({ busy: true, problems: null, problemsError: null });
    const answer = await client.call('items.change_import', { importing, ...how, choiceBy }, signal);
    if (signal.aborted) return;
    if (!answer.ok) {
      store.setState({ error: answer.error, busy: false });
      return;
    }
    store.setState({ preview: answer.data, error: null, busy: false });
    await readProblems(importing, signal);
  }

  /** Says which column is which. Without an input there is nothing to try yet. */
  async function map(mapping: Mapping): Promise<void> {
    store.setState({ mapping });
    const written = Object.fromEntries(Object.entries(mapping).filter(([, from]) => from.trim() !== ''));
    if ('input' in written) await change({ mapping: written });
    else unmap();
  }

  /** Nothing is known of the items any more: what was shown would not be what is frozen. */
  function unmap(): void {
    take();
    store.setState(({ preview }) => ({
      preview: preview === null ? null : { ...preview, format: null, mapping: {}, first: [], good: 0 },
      problems: null,
      problemsError: null,
      error: null,
      busy: false,
    }));
  }

  return {
    store,
    open: async (path: string): Promise<void> => {
      const signal = take();
      forget();
      store.setState({ ...nothing, busy: true });
      const answer = await client.call('items.open_import', { path }, signal);
      if (signal.aborted) {
        if (answer.ok) void client.call('items.close_import', { importing: answer.data.importing });
        return;
      }
      if (!answer.ok) {
        store.setState({ error: answer.error, busy: false });
        return;
      }
      store.setState({ preview: answer.data, busy: false, mapping: answer.data.mapping });
      if (answer.data.format === null) await map(guessMapping(answer.data.fields));
      else await readProblems(answer.data.importing, signal);
    },
    /** Reads the file as one of the known shapes. */
    chooseFormat: async (format: string): Promise<void> => {
      store.setState({ mapping: {} });
      await change({ format });
    },
    map,
    /** Reads the file again in the same way, its choices scored so. */
    chooseChoiceBy: async (choiceBy: ChoiceBy): Promise<void> => {
      store.setState({ choiceBy });
      const { preview, mapping } = store.getState();
      if (preview === null) return;
      if (preview.format === null) await map(mapping);
      else await change({ format: preview.format });
    },
    /** Turns from a known shape to a mapping, with the columns that go by their usual names. */
    mapByHand: async (): Promise<void> => {
      const { preview } = store.getState();
      if (preview === null) return;
      unmap();
      await map(guessMapping(preview.fields));
    },
    freeze: async (choices: FreezeChoices) => {
      const { preview } = store.getState();
      if (preview === null) throw new Error('nothing is open that could be frozen');
      const answer = await client.call('items.freeze_import', {
        importing: preview.importing,
        ...choices,
      });
      // What is frozen is closed by the app itself.
      if (answer.ok) {
        take();
        store.setState(nothing);
      }
      return answer;
    },
    close: (): void => {
      take();
      forget();
      store.setState(nothing);
    },
  };
}

export type ImportStore = ReturnType<typeof createImportStore>;
