/**
 * One slice that is being written. What is typed is here at once; it is saved, and its check tried, a moment after the
 * last key. Changes are sent one after the other, so that each has the revision that the one before made. What could not
 * be saved stays as it was typed, is said, and is sent again.
 */
import { createStore } from 'zustand/vanilla';
import type { CallOutput } from '../../src-main/contract/calls/calls.ts';
import type {
  CheckTrial,
  FormKind,
  FormProblem,
  Slice,
  SliceItem,
  SliceState,
} from '../../src-main/contract/calls/slices.ts';
import { canonicalJson } from '../../src-main/contract/canonical-json.ts';
import { success, type Failure, type Result } from '../../src-main/contract/result.ts';
import type { Client } from '../client/client.ts';
import type { SetReference } from './item-sets-store.ts';

export interface KeyedItem {
  readonly key: number;
  readonly item: SliceItem;
}

export interface SliceEditorState {
  /** False until the slice is here. */
  readonly open: boolean;
  readonly name: string;
  readonly items: readonly KeyedItem[];
  /** By the item's key: what keeps it from being frozen, as of the last saving. */
  readonly problems: ReadonlyMap<number, readonly FormProblem[]>;
  readonly kinds: Slice['kinds'];
  readonly selected: number | null;
  /** Of the selected item as it is typed now; null while there is no answer yet. */
  readonly trial: CheckTrial | null;
  readonly savedAt: string | null;
  /** Something that was typed is not saved yet. */
  readonly unsaved: boolean;
  /** Some of that was refused or got no answer, and is sent again. */
  readonly failing: boolean;
  readonly error: Failure | null;
}

/** Runs something once, after so many milliseconds; what it returns calls it off. */
export type Delay = (run: () => void, milliseconds: number) => () => void;

function timer(run: () => void, milliseconds: number): () => void {
  const handle = setTimeout(run, milliseconds);
  return () => {
    clearTimeout(handle);
  };
}

const saveDelay = 400;
/** After the first failure; doubled with each further one. */
const retryDelay = 2000;
const longestRetryDelay = 30_000;
const tryDelay = 150;

const nothing: SliceEditorState = {
  open: false,
  name: '',
  items: [],
  problems: new Map(),
  kinds: [],
  selected: null,
  trial: null,
  savedAt: null,
  unsaved: false,
  failing: false,
  error: null,
};

/** An item before anything of it is written. It begins like the one before it in what seldom changes. */
export function blankItem(items: readonly KeyedItem[], sliceName: string, like?: SliceItem): SliceItem {
  const system = like?.messages[0]?.role === 'system' ? [like.messages[0]] : [];
  return {
    id: freeId(items, sliceName),
    messages: [...system, { role: 'user', content: '' }],
    stratum: like?.stratum ?? '',
    band: like?.band ?? '',
    cluster: '',
    split: like?.split ?? 'held_out',
    check: { kind: like?.check.kind ?? 'exact', fields: {} },
    example: '',
  };
}

/** `refund-cases-3`: after the slice's name, with the first number that no item has. */
export function freeId(items: readonly KeyedItem[], sliceName: string): string {
  const base =
    sliceName
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-+|-+$/g, '') || 'item';
  const taken = new Set(items.map(({ item }) => item.id));
  let number = items.length + 1;
  while (taken.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}

/** The slice's name, or one of its items by its key. */
type Part = number | 'name';

/** Whatever the order of the fields. */
function same(one: SliceItem | string | undefined, other: SliceItem | string): boolean {
  return one === other || (one !== undefined && canonicalJson(one) === canonicalJson(other));
}

export function createSliceStore(client: Client, slice: string, delay: Delay = timer) {
  const store = createStore<SliceEditorState>(() => nothing);
  let revision = 0;
  let queue: Promise<unknown> = Promise.resolve();
  /** Changes that have no answer yet, in their order. */
  const underway = new Set<Promise<Result<unknown>>>();
  let flight = new AbortController();
  let stopTrial: () => void = () => undefined;
  /** What waits to be saved, and what calls the waiting off. */
  const waiting = new Map<Part, () => void>();
  /** Everything as the app has it. */
  const saved = new Map<Part, SliceItem | string>();
  /** What is on its way. */
  const sending = new Map<Part, SliceItem | string>();
  const failed = new Set<Part>();
  let retries = 0;
  let closed = false;

  const typed = (key: number | null): SliceItem | undefined =>
    store.getState().items.find((one) => one.key === key)?.item;
  const now = (part: Part): SliceItem | string | undefined =>
    part === 'name' ? store.getState().name : typed(part);

  /** Every part that is not as the app has it. */
  function unsavedParts(): readonly Part[] {
    const { open, items } = store.getState();
    if (!open) return [];
    const parts: readonly Part[] = ['name', ...items.map(({ key }) => key)];
    return parts.filter((part) => saved.get(part) !== now(part));
  }

  function tellSaving(): void {
    const parts = unsavedParts();
    store.setState({ unsaved: parts.length > 0, failing: parts.some((part) => failed.has(part)) });
  }

  async function load(): Promise<void> {
    closed = false;
    const answer = await client.call('slices.read_slice', { slice });
    if (!answer.ok) {
      store.setState({ error: answer.error });
      return;
    }
    const { name, kinds } = answer.data;
    // Another window's change of a part wins over what was typed here; what it left alone stays as it was typed.
    const mine = new Map(unsavedParts().map((part) => [part, now(part)] as const));
    const kept = <Value extends SliceItem | string>(part: Part, theirs: Value): Value => {
      const own = mine.get(part);
      const untouched = own !== undefined && same(saved.get(part), theirs);
      saved.set(part, theirs);
      return untouched && !same(own, theirs) ? (own as Value) : theirs;
    };
    const items = answer.data.items.map(({ key, item }) => ({ key, item: kept(key, item) }));
    const keptName = kept('name', name);
    for (const part of saved.keys())
      if (part !== 'name' && !items.some(({ key }) => key === part)) saved.delete(part);
    const { selected } = store.getState();
    store.setState({ open: true, name: keptName, items, kinds });
    take(answer.data);
    for (const part of unsavedParts()) plan(part, saveDelay);
    select(items.some(({ key }) => key === selected) ? selected : (items[0]?.key ?? null));
  }

  function take({ revision: next, savedAt, unfinished }: SliceState): void {
    revision = next;
    store.setState({
      savedAt,
      problems: new Map(unfinished.map(({ key, problems }) => [key, problems])),
      error: null,
    });
    tellSaving();
  }

  /** Sends a change after those before it. Where the slice was changed elsewhere, it is read anew. */
  function send<Answer extends SliceState>(
    change: (revision: number) => Promise<Result<Answer>>,
  ): Promise<Result<Answer>> {
    const sent = queue.then(async () => {
      const answer = await change(revision);
      if (answer.ok) take(answer.data);
      else {
        if (answer.error.code === 'draft_stale') await load();
        store.setState({ error: answer.error });
      }
      return answer;
    });
    underway.add(sent);
    queue = sent
      .catch(() => undefined)
      .finally(() => {
        underway.delete(sent);
      });
    return sent;
  }

  const put = (key: number | null, item: SliceItem, place?: number) =>
    send((now) =>
      client.call('slices.put_item', {
        slice,
        revision: now,
        key,
        item,
        ...(place === undefined ? {} : { place }),
      }),
    );

  function plan(part: Part, milliseconds: number): void {
    waiting.get(part)?.();
    waiting.set(
      part,
      delay(() => void save(part), milliseconds),
    );
  }

  async function save(part: Part): Promise<void> {
    waiting.get(part)?.();
    waiting.delete(part);
    const value = now(part);
    if (value === undefined || value === saved.get(part) || value === sending.get(part)) return;
    sending.set(part, value);
    const answer = await (typeof value === 'string'
      ? send((revision) => client.call('slices.rename_slice', { slice, revision, name: value }))
      : put(part === 'name' ? null : part, value));
    if (sending.get(part) === value) sending.delete(part);
    if (answer.ok) {
      retries = 0;
      failed.delete(part);
      saved.set(part, value);
    } else if (saved.get(part) !== now(part)) {
      failed.add(part);
      if (!closed && !waiting.has(part)) plan(part, Math.min(retryDelay * 2 ** retries, longestRetryDelay));
      retries += 1;
    }
    tellSaving();
  }

  /** Saves everything typed. Fails as the first change does that is on its way by now. */
  async function flush(): Promise<Result<null>> {
    for (const part of unsavedParts()) void save(part);
    const answers = await Promise.all(underway);
    return answers.find((answer) => !answer.ok) ?? success(null);
  }

  function select(key: number | null): void {
    store.setState({ selected: key, trial: null });
    planTrial(0);
  }

  function planTrial(milliseconds: number): void {
    stopTrial();
    flight.abort();
    flight = new AbortController();
    const { signal } = flight;
    const item = typed(store.getState().selected);
    if (item === undefined) return;
    const ask = async (): Promise<void> => {
      const { check, example } = item;
      const answer = await client.call('slices.try_check', { check, answer: example }, signal);
      if (signal.aborted) return;
      if (answer.ok) store.setState({ trial: answer.data });
      else store.setState({ error: answer.error });
    };
    if (milliseconds === 0) void ask();
    else stopTrial = delay(() => void ask(), milliseconds);
  }

  /** Adds an item behind the selected one, and selects it. */
  async function add(item: SliceItem): Promise<void> {
    await flush();
    const { items, selected } = store.getState();
    const place = items.findIndex(({ key }) => key === selected) + 1 || items.length;
    await insert(null, item, place);
  }

  async function insert(key: number | null, item: SliceItem, place: number): Promise<void> {
    const answer = await put(key, item, place);
    if (!answer.ok) return;
    const { items } = store.getState();
    saved.set(answer.data.key, item);
    store.setState({ items: items.toSpliced(place, 0, { key: answer.data.key, item }) });
    tellSaving();
    select(answer.data.key);
  }

  return {
    store,
    load,
    select,
    flush,

    /** As it is typed. */
    change: (key: number, change: Partial<SliceItem>): void => {
      store.setState(({ items }) => ({
        items: items.map((one) => (one.key === key ? { key, item: { ...one.item, ...change } } : one)),
        unsaved: true,
      }));
      plan(key, saveDelay);
      if (change.check !== undefined || change.example !== undefined) planTrial(tryDelay);
    },

    addBlank: (kind?: FormKind): Promise<void> => {
      const { items, name, selected } = store.getState();
      const blank = blankItem(items, name, typed(selected));
      return add(kind === undefined ? blank : { ...blank, check: { kind, fields: {} } });
    },

    duplicate: async (): Promise<void> => {
      const { items, name, selected } = store.getState();
      const item = typed(selected);
      if (item !== undefined) await add({ ...item, id: freeId(items, name) });
    },

    /** Deletes the selected item; what comes back puts it where it was. Null where nothing was deleted. */
    remove: async (): Promise<{ readonly id: string; readonly undo: () => Promise<void> } | null> => {
      await flush();
      const { items, selected } = store.getState();
      const place = items.findIndex(({ key }) => key === selected);
      const found = items[place];
      if (found === undefined) return null;
      const { key, item } = found;
      const answer = await send((now) => client.call('slices.delete_item', { slice, revision: now, key }));
      if (!answer.ok) return null;
      const left = store.getState().items.filter((one) => one.key !== key);
      saved.delete(key);
      store.setState({ items: left });
      tellSaving();
      select((left[place] ?? left.at(-1))?.key ?? null);
      return { id: item.id, undo: () => insert(key, item, place) };
    },

    rename: async (name: string): Promise<void> => {
      store.setState({ name });
      tellSaving();
      await save('name');
    },

    /** Everything typed is saved first; where it cannot be, nothing is frozen. */
    freeze: async (
      name: string,
      onto: SetReference | null,
    ): Promise<Result<CallOutput<'slices.freeze_slice'>>> => {
      const flushed = await flush();
      if (!flushed.ok) return flushed;
      return client.call('slices.freeze_slice', { slice, revision, name, onto });
    },

    close: (): void => {
      closed = true;
      flight.abort();
      stopTrial();
      void flush();
    },
  };
}

export type SliceStore = ReturnType<typeof createSliceStore>;
