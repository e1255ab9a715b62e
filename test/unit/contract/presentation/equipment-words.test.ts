import { describe, expect, test } from 'vitest';
import type {
  EndpointDescription,
  LlamaDescription,
  Manifest,
} from '../../../../src-main/contract/manifest.ts';
import {
  equipmentApart,
  equipmentSentence,
} from '../../../../src-main/contract/presentation/equipment-words.ts';
import { reportInput } from '../../../fixtures/report-input.ts';

const [sitting] = reportInput().runs[0]?.sittings ?? [];
if (sitting?.manifest.engine.engine !== 'llama') throw new Error('the first sitting is of a file');
const { machine } = sitting.manifest;
const llama: LlamaDescription = sitting.manifest.engine;

const on = (changed: Partial<LlamaDescription>, changedMachine: Partial<Manifest['machine']> = {}) => ({
  machine: { ...machine, ...changedMachine },
  engine: { ...llama, ...changed },
});

const endpoint = (changed: Partial<EndpointDescription>) => ({
  machine,
  engine: {
    engine: 'openai' as const,
    endpoint: 'http://127.0.0.1:8000/v1',
    server: 'vllm',
    version: '0.11.0',
    fingerprint: null,
    root: null,
    context: null,
    sent: 'messages' as const,
    facts: [],
    ...changed,
  },
});

describe('what differs between sittings', () => {
  test('nothing where everything ran alike, in whatever order a manifest names its libraries', () => {
    const turned = Object.fromEntries(Object.entries(llama.libraryHashes).toReversed());
    expect(equipmentApart([on({}), on({ libraryHashes: turned })])).toEqual([]);
    expect(equipmentApart([])).toEqual([]);
  });

  test('another build of the library, another device and driver, another processor, another lane', () => {
    const build = { ...llama.libraryHashes, 'libllama.so': 'f'.repeat(64) };
    expect(equipmentApart([on({}), on({ libraryHashes: build })])).toEqual(["the native library's build"]);
    expect(equipmentApart([on({}), on({ devices: ['another'] })])).toEqual(['the device']);
    expect(
      equipmentApart([
        on({}),
        on({}, { graphics: machine.graphics.map((device) => ({ ...device, driver: '1.0' })) }),
      ]),
    ).toEqual(["the device's driver"]);
    expect(equipmentApart([on({}), on({}, { processor: 'another' })])).toEqual(['the processor']);
    expect(
      equipmentApart([
        on({ lane: { name: 'direct', reason: null } }),
        on({ lane: { name: 'classes', reason: 'the release is another' } }),
      ]),
    ).toEqual(['the way it is called']);
  });

  test('what a plan asks for is no news: a backend brings a library and devices of its own', () => {
    expect(
      equipmentApart([
        on({}),
        on({ backend: 'cpu', devices: [], libraryHashes: { 'libllama.so': 'f'.repeat(64) } }),
      ]),
    ).toEqual([]);
  });

  test('another name of the host is no other machine: a container has a new one each time', () => {
    expect(equipmentApart([on({}), on({}, { hostname: 'elsewhere' })])).toEqual([]);
  });

  test('a driver is nothing to what runs on the processor', () => {
    const graphics = [{ name: 'a card', memoryTotal: null, driver: '1' }];
    const cpu = { backend: 'cpu' as const, devices: [] };
    expect(
      equipmentApart([
        on(cpu, { graphics }),
        on(cpu, { graphics: [{ name: 'a card', memoryTotal: null, driver: '2' }] }),
      ]),
    ).toEqual([]);
  });

  test("a server's version, between servers of one kind", () => {
    expect(equipmentApart([endpoint({}), endpoint({ version: '0.12.0' })])).toEqual(["the server's version"]);
    expect(equipmentApart([endpoint({}), endpoint({ server: 'llama.cpp', version: 'b1' }), on({})])).toEqual(
      [],
    );
    expect(equipmentApart([endpoint({}), endpoint({ version: null })])).toEqual([]);
  });
});

test('the sentence names both and all that changed', () => {
  expect(equipmentSentence('Q4', 'BF16', [on({}), on({})])).toBeNull();
  expect(
    equipmentSentence('Q4', 'BF16', [on({}), on({ devices: ['another'] }, { processor: 'another' })]),
  ).toBe(
    "Q4 and BF16 did not run alike in every sitting: the processor and the device changed between them. Rounding may change with it, and what it changes cannot be told from the candidate's own doing.",
  );
});
