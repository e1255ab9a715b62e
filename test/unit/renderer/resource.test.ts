import { describe, expect, test } from 'vitest';
import { failure, success } from '../../../src-main/contract/result.ts';
import { createResource } from '../../../src-renderer/stores/resource.ts';
import { scriptedClient, settled } from './scripted-client.ts';

const broken = failure('store_full', 'The disk is full.');

describe('a resource', () => {
  test('asks once for the same input, and again when it is refreshed', async () => {
    const { client, asked, last } = scriptedClient();
    const head = createResource(client, 'comparisons.read_comparison');
    void head.read({ comparison: 'a' });
    void head.read({ comparison: 'a' });
    expect(asked).toHaveLength(1);
    last().answer(success({ id: 'a' }));
    await settled();
    expect(head.store.getState()).toMatchObject({ data: { id: 'a' }, error: null, busy: false });
    void head.read({ comparison: 'a' });
    expect(asked).toHaveLength(1);
    void head.refresh();
    expect(asked).toHaveLength(2);
    expect(head.store.getState()).toMatchObject({ data: { id: 'a' }, busy: true });
  });

  test('never shows the answer to another input, whichever comes first', async () => {
    const { client, asked } = scriptedClient();
    const head = createResource(client, 'comparisons.read_comparison');
    void head.read({ comparison: 'a' });
    void head.read({ comparison: 'b' });
    expect(asked[0]?.signal?.aborted).toBe(true);
    asked[1]?.answer(success({ id: 'b' }));
    await settled();
    asked[0]?.answer(success({ id: 'a' }));
    await settled();
    expect(head.store.getState()).toMatchObject({ data: { id: 'b' }, input: { comparison: 'b' } });
  });

  test('keeps what it has when a refresh fails, and asks again after a failure', async () => {
    const { client, asked, last } = scriptedClient();
    const head = createResource(client, 'comparisons.read_comparison');
    void head.read({ comparison: 'a' });
    last().answer(broken);
    await settled();
    expect(head.store.getState()).toMatchObject({ data: null, error: broken.error, busy: false });
    void head.read({ comparison: 'a' });
    expect(asked).toHaveLength(2);
    last().answer(success({ id: 'a' }));
    await settled();
    void head.refresh();
    last().answer(broken);
    await settled();
    expect(head.store.getState()).toMatchObject({ data: { id: 'a' }, error: broken.error });
  });
});
