/** Frozen item sets: their list, one version in detail, how it differs from the one before, and its dev items. */
import type { Client } from '../client/client.ts';
import { createPagedList } from './paged-list.ts';
import { createResource } from './resource.ts';

/** A version, by its set's name. */
export interface SetReference {
  readonly name: string;
  readonly version: number;
}

export function createItemSetsStore(client: Client) {
  const list = createPagedList(client, 'items.list_sets', 100);
  const detail = createResource(client, 'items.read_set');
  const difference = createResource(client, 'items.read_difference');
  const trend = createResource(client, 'items.read_trend');
  const items = createPagedList(client, 'items.list_items', 100);
  const item = createResource(client, 'items.read_item');
  // Versions never change; only which ones there are does.
  const refresh = async (): Promise<void> => {
    await Promise.all([list.refresh(), detail.refresh()]);
  };
  const close = client.listen({
    events: (events) => {
      if (events.some((event) => event.kind === 'store_changed' && event.change.of === 'items'))
        void refresh();
      // A comparison that ends is a new point; one that is deleted takes its points along.
      if (
        events.some(
          (event) =>
            event.kind === 'store_changed' &&
            (event.change.of === 'results' || event.change.of === 'comparisons'),
        )
      )
        void trend.refresh();
    },
    missed: () => {
      void refresh();
      void trend.refresh();
    },
  });
  return {
    list,
    detail,
    difference,
    trend,
    items,
    item,
    exportSet: (set: SetReference, format: 'jsonl' | 'parquet', path: string) =>
      client.call('items.export_set', { set, format, path }),
    close,
  };
}
