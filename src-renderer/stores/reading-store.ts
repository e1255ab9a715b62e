/** What is read: the list under its filter, and the item that is open. */
import type { AppEvent } from '../../src-main/contract/events.ts';
import type { Label, ReadingFilter } from '../../src-main/contract/calls/reading.ts';
import type { Client } from '../client/client.ts';
import { createPagedList } from './paged-list.ts';
import { createResource } from './resource.ts';

const pageSize = 100;

export function createReadingStore(client: Client) {
  const list = createPagedList(client, 'reading.list_items', pageSize);
  const counts = createResource(client, 'reading.read_counts');
  const item = createResource(client, 'reading.read_item');
  const resources = { counts, item };

  const refresh = (): void => {
    void list.refresh();
    for (const resource of Object.values(resources)) void resource.refresh();
  };

  const hear = (events: readonly AppEvent[]): void => {
    const open = list.store.getState().input?.comparison;
    const touched = events.some(
      (event) =>
        event.kind === 'store_changed' &&
        (event.change.of === 'results' || event.change.of === 'outputs' || event.change.of === 'labels') &&
        event.change.comparison === open,
    );
    if (touched) refresh();
  };
  const close = client.listen({ events: hear, missed: refresh });

  return {
    list,
    counts,
    item,
    baselineOutput: createResource(client, 'reading.read_output'),
    candidateOutput: createResource(client, 'reading.read_output'),
    firstDifference: createResource(client, 'reading.find_first_difference'),
    prompt: createResource(client, 'reading.read_prompt'),
    tokens: createResource(client, 'reading.list_tokens'),
    label: (comparison: string, candidate: string, name: string, label: Label | null) =>
      client.call('reading.label_item', { comparison, candidate, item: name, label }),
    close,
  };
}

/** Filters in the order of their buttons. */
export const filterWords: readonly { readonly kind: ReadingFilter; readonly word: string }[] = [
  { kind: 'lost', word: 'Lost' },
  { kind: 'gained', word: 'Gained' },
  { kind: 'different', word: 'Different' },
  { kind: 'truncated', word: 'Truncated' },
  { kind: 'unparsed', word: 'Unparsed' },
  { kind: 'failed', word: 'Failed' },
];
