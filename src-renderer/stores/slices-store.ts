/** The slices that are being written: their list, and what is done to a slice as a whole. */
import type { Client } from '../client/client.ts';
import { createPagedList } from './paged-list.ts';

export function createSlicesStore(client: Client) {
  const list = createPagedList(client, 'slices.list_slices', 100);
  const close = client.listen({
    events: (events) => {
      if (events.some((event) => event.kind === 'store_changed' && event.change.of === 'slices'))
        void list.refresh();
    },
    missed: () => void list.refresh(),
  });
  return {
    list,
    create: (name: string) => client.call('slices.create_slice', { name }),
    remove: (slice: string) => client.call('slices.delete_slice', { slice }),
    restore: (slice: string) => client.call('slices.restore_slice', { slice }),
    close,
  };
}
