import { describe, expect, test } from 'vitest';
import { failure, success } from '../../../src-main/contract/result.ts';
import { networkWord } from '../../../src-renderer/app/network-badge.tsx';
import { createNetworkStore } from '../../../src-renderer/stores/network-store.ts';
import { createSettingsStore, zoomStep, zoomSteps } from '../../../src-renderer/stores/settings-store.ts';
import { createToastStore } from '../../../src-renderer/stores/toast-store.ts';
import { scriptedClient, settled } from './scripted-client.ts';

describe('the toast', () => {
  test('is one at a time, and is undone once', async () => {
    const toasts = createToastStore();
    const undone: string[] = [];
    toasts.show('Deleted one.', () => {
      undone.push('one');
    });
    toasts.show('Deleted two.', () => {
      undone.push('two');
    });
    await toasts.undo();
    await toasts.undo();
    expect(undone).toEqual(['two']);
    expect(toasts.store.getState().toast).toBeNull();
  });

  test('is hidden by its own clock only', () => {
    const toasts = createToastStore();
    toasts.show('One.');
    const first = toasts.store.getState().toast?.id ?? -1;
    toasts.show('Two.');
    toasts.hide(first);
    expect(toasts.store.getState().toast?.text).toBe('Two.');
  });
});

describe('settings', () => {
  const kept = { theme: 'dark' as const, zoom: 1, letterKeys: true, dataFolder: '/data' };

  test('show at once, and are taken back when they cannot be kept', async () => {
    const { client, last } = scriptedClient();
    const settings = createSettingsStore(client);
    void settings.change({ theme: 'dark' });
    expect(settings.store.getState().fields.theme).toBe('dark');
    last().answer(failure('store_full', 'The disk is full.'));
    await settled();
    expect(settings.store.getState()).toMatchObject({
      fields: { theme: 'system' },
      error: { code: 'store_full' },
    });
    void settings.change({ theme: 'dark' });
    last().answer(success(kept));
    await settled();
    expect(settings.store.getState()).toMatchObject({
      fields: { theme: 'dark' },
      dataFolder: '/data',
      error: null,
    });
  });

  test('changes on their way do not take each other back, in whatever order they are answered', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ] as const) {
      const { client, asked } = scriptedClient();
      const settings = createSettingsStore(client);
      const shown = () => settings.store.getState().fields;
      void settings.change({ zoom: 1.1 });
      void settings.change({ theme: 'dark' });
      expect(shown()).toMatchObject({ zoom: 1.1, theme: 'dark' });
      // What the app had kept after each of them.
      const answers = [
        { ...kept, theme: 'system' as const, zoom: 1.1 },
        { ...kept, theme: 'dark' as const, zoom: 1.1 },
      ];
      for (const question of order) {
        asked[question]?.answer(success(answers[question]));
        await settled();
        expect(shown()).toMatchObject({ zoom: 1.1, theme: 'dark' });
      }
    }
  });

  test('a change that cannot be kept leaves the other ones', async () => {
    const { client, asked } = scriptedClient();
    const settings = createSettingsStore(client);
    void settings.change({ zoom: 2 });
    void settings.change({ theme: 'dark' });
    asked[0]?.answer(failure('store_full', 'The disk is full.'));
    await settled();
    expect(settings.store.getState().fields).toMatchObject({ zoom: 1, theme: 'dark' });
    asked[1]?.answer(success(kept));
    await settled();
    expect(settings.store.getState().fields).toMatchObject({ zoom: 1, theme: 'dark' });
  });

  test('zoom goes by steps, and stops at the ends', () => {
    const all: number[] = [0.5];
    for (let zoom = 0.5; all.length < 40; all.push((zoom = zoomStep(zoom, 1))))
      if (zoom === zoomStep(zoom, 1)) break;
    expect(all).toEqual([...zoomSteps]);
    expect(zoomStep(3, 1)).toBe(3);
    expect(zoomStep(0.5, -1)).toBe(0.5);
    expect(zoomStep(1.2, -1)).toBe(1.1);
  });
});

describe('the network badge', () => {
  const use = (...urls: string[]) => ({
    inUse: urls.map((url) => ({ url, requests: 1, lastAt: '2026-11-29T10:00:00.000Z' })),
    refused: 0,
    lastRefused: [],
  });

  test('says who is spoken to', () => {
    expect(networkWord(use())).toBe('none');
    expect(networkWord(use('http://127.0.0.1:8000/v1'))).toBe('127.0.0.1:8000');
    expect(networkWord(use('http://127.0.0.1:8000/v1', 'http://10.0.0.7/v1'))).toBe('2 endpoints');
    expect(networkWord(use('no address'))).toBe('no address');
  });

  test('follows what the app says', () => {
    const { client, tell } = scriptedClient();
    const network = createNetworkStore(client);
    tell({ kind: 'network', use: use('http://10.0.0.7/v1') });
    expect(networkWord(network.store.getState().use)).toBe('10.0.0.7');
  });
});
