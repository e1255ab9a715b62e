/** Every store of the app, one for each domain, around one client. */
import type { Client } from '../client/client.ts';
import { createComparisonStore } from './comparison-store.ts';
import { createContaminationStore } from './contamination-store.ts';
import { createDraftStore } from './draft-store.ts';
import { createItemSetsStore } from './item-sets-store.ts';
import { createJudgingStore } from './judging-store.ts';
import { createKeyStore } from './key-store.ts';
import { createModelWorkStore } from './model-work-store.ts';
import { createModelsStore } from './models-store.ts';
import { createNetworkStore } from './network-store.ts';
import { createReadingStore } from './reading-store.ts';
import { createResource } from './resource.ts';
import { createResultsStore } from './results-store.ts';
import { createReviewStore } from './review-store.ts';
import { createRouterStore } from './router-store.ts';
import { createRunStore } from './run-store.ts';
import { createSettingsStore } from './settings-store.ts';
import { createSlicesStore } from './slices-store.ts';
import { createToastStore } from './toast-store.ts';

export type Stores = ReturnType<typeof createStores>;

export function createStores(client: Client) {
  const stores = {
    router: createRouterStore(),
    keys: createKeyStore(),
    toasts: createToastStore(),
    settings: createSettingsStore(client),
    network: createNetworkStore(client),
    welcome: createResource(client, 'settings.read_welcome'),
    doctor: createResource(client, 'settings.read_doctor'),
    licences: createResource(client, 'settings.list_licences'),
    comparisons: createComparisonStore(client),
    results: createResultsStore(client),
    reading: createReadingStore(client),
    review: createReviewStore(client),
    judging: createJudgingStore(client),
    run: createRunStore(client),
    newComparison: createDraftStore(client),
    plan: createResource(client, 'plans.read_plan'),
    itemSets: createItemSetsStore(client),
    contamination: createContaminationStore(client),
    slices: createSlicesStore(client),
    models: createModelsStore(client),
    modelWork: createModelWorkStore(client),
  };
  client.listen({
    events: (events) => {
      const changed = events.some(
        (event) => event.kind === 'store_changed' && event.change.of === 'settings',
      );
      if (changed) void stores.settings.read();
    },
    missed: () => {
      void stores.settings.read();
    },
  });
  return stores;
}
