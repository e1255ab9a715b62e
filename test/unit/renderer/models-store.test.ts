import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failure, success } from '../../../src-main/contract/result.ts';
import { createModelsStore } from '../../../src-renderer/stores/models-store.ts';
import { cannedDevice, cannedGroups } from '../../fixtures/canned/canned-models.ts';
import { scriptedClient } from './scripted-client.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const usual = { context: 4096, parallel: 4, cacheType: 'f16' } as const;
const list = {
  rows: cannedGroups(usual),
  total: 3,
  offset: 0,
  folders: ['/models'],
  files: [],
  unreadable: [],
  endpoints: [],
  device: cannedDevice,
  reading: null,
};
const changed = { kind: 'store_changed', change: { of: 'models' } } as const;

async function opened() {
  const scripted = scriptedClient();
  const models = createModelsStore(scripted.client);
  const reading = models.read();
  scripted.last().answer(success(list));
  await reading;
  return { ...scripted, models };
}

describe('the list of models', () => {
  test('keeps its numbers in sight until those for other memory settings are there', async () => {
    const { models, last } = await opened();
    const change = models.changeMemory({ parallel: 8 });
    expect(last().input).toMatchObject({ memory: { ...usual, parallel: 8 } });
    expect(models.store.getState()).toMatchObject({ list, busy: true, memory: { parallel: 8 } });
    last().answer(success({ ...list, total: 4 }));
    await change;
    expect(models.store.getState()).toMatchObject({ list: { total: 4 }, busy: false });
  });

  test('throws an answer away that was overtaken', async () => {
    const { models, asked } = await opened();
    const slow = models.changeMemory({ context: 512 });
    const quick = models.changeMemory({ context: 1024 });
    const [, first, second] = asked;
    expect(first?.signal?.aborted).toBe(true);
    second?.answer(success({ ...list, total: 2 }));
    first?.answer(success({ ...list, total: 1 }));
    await Promise.all([slow, quick]);
    expect(models.store.getState().list?.total).toBe(2);
  });

  test('keeps what it has when a reading fails, and says why', async () => {
    const { models, last } = await opened();
    const reading = models.read();
    last().answer(failure('interrupted', 'Noisefloor does not answer.'));
    await reading;
    expect(models.store.getState()).toMatchObject({ list, error: { code: 'interrupted' }, busy: false });
  });

  test('is read once for many changes, and not before anybody looks at it', async () => {
    const { asked, tell, miss } = await opened();
    tell(changed);
    tell(changed, changed);
    expect(asked).toHaveLength(1);
    await vi.runAllTimersAsync();
    expect(asked).toHaveLength(2);
    tell({ kind: 'store_changed', change: { of: 'items' } });
    await vi.runAllTimersAsync();
    expect(asked).toHaveLength(2);
    miss();
    expect(asked).toHaveLength(3);

    const unseen = scriptedClient();
    createModelsStore(unseen.client);
    unseen.tell(changed);
    unseen.miss();
    await vi.runAllTimersAsync();
    expect(unseen.asked).toEqual([]);
  });

  test('reads a model again when its hash has been worked out', async () => {
    const { models, asked, last } = await opened();
    void models.detail.read({ model: 'm', memory: usual });
    last().answer(failure('model_unknown', 'It is gone.'));
    const hashing = models.hash('m', new AbortController().signal);
    expect(last().name).toBe('models.hash_model');
    last().answer(success({ weightsHashes: ['0a'] }));
    await vi.waitFor(() => {
      expect(asked.at(-1)?.name).toBe('models.read_model');
    });
    last().answer(failure('model_unknown', 'It is gone.'));
    expect(await hashing).toMatchObject({ ok: true });
  });
});
