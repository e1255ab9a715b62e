import { expect, test } from 'vitest';
import type { Candidate } from '../../../src-main/contract/candidate.ts';
import type { RunKey } from '../../../src-main/contract/plan.ts';
import { failure, success } from '../../../src-main/contract/result.ts';
import type { Engine, OpenCandidate } from '../../../src-main/engine/engine.ts';
import { Residents, type MemoryBytes, type MemoryPlan } from '../../../src-main/experiment/residents.ts';

const never = new AbortController().signal;

function candidate(name: string): Candidate {
  return { name } as Candidate;
}

function keyOf(name: string): RunKey {
  return { candidate: name, replicate: 1 };
}

/** Opens candidates that hold nothing, and tells what it did. */
class MadeUpEngine implements Engine {
  readonly log: string[] = [];
  refused: string | undefined;

  open({ name }: Candidate) {
    if (name === this.refused)
      return Promise.resolve(failure('memory_insufficient', `${name} does not fit.`));
    this.log.push(`open ${name}`);
    const close = (): Promise<void> => {
      this.log.push(`close ${name}`);
      return Promise.resolve();
    };
    return Promise.resolve(success({ close } as OpenCandidate));
  }
}

/** @param free bytes that are free at each look; the last one stays */
function memory(bytes: Readonly<Record<string, Partial<MemoryBytes>>>, budget: number, free: number[] = []) {
  const looks: string[] = [];
  const plan: MemoryPlan = {
    needs: ({ name }) => ({ machine: 0, device: 0, ...bytes[name] }),
    budget: { machine: budget, device: budget },
    free: ({ name }) => {
      looks.push(name);
      return Promise.resolve((free.length > 1 ? free.shift() : free[0]) ?? null);
    },
  };
  return { plan, looks };
}

function residents(engine: Engine, plan: MemoryPlan) {
  const all = new Residents(engine, plan, { looks: 3, pause: 1 });
  const evicted: string[] = [];
  const open = (name: string) =>
    all.open(keyOf(name), candidate(name), never, (key) => evicted.push(key.candidate));
  return { all, open, evicted };
}

test('what fits together stays open; else the one that was used longest ago makes room, endpoints never', async () => {
  const engine = new MadeUpEngine();
  const { plan } = memory({ a: { machine: 4 }, b: { machine: 4 }, c: { machine: 4 } }, 9);
  const { all, open, evicted } = residents(engine, plan);
  for (const name of ['endpoint', 'a', 'b']) await open(name);
  expect(evicted).toEqual([]);
  all.get(keyOf('a'));
  await open('c');
  expect(evicted).toEqual(['b']);
  expect(engine.log).toEqual(['open endpoint', 'open a', 'open b', 'close b', 'open c']);
  await all.closeAll();
  expect(engine.log.slice(5).toSorted()).toEqual(['close a', 'close c', 'close endpoint']);
});

test('the memory of a device is counted by itself', async () => {
  const engine = new MadeUpEngine();
  const { plan } = memory({ a: { device: 8 }, b: { machine: 8 }, c: { device: 8 } }, 10);
  const { open, evicted } = residents(engine, plan);
  await open('a');
  await open('b');
  expect(evicted).toEqual([]);
  await open('c');
  expect(evicted).toEqual(['a']);
});

test('what makes no room on a device stays open, however long ago it was used', async () => {
  const engine = new MadeUpEngine();
  const { plan } = memory({ cpu: { machine: 8 }, a: { machine: 1, device: 8 }, b: { device: 8 } }, 10);
  const { open, evicted } = residents(engine, plan);
  for (const name of ['cpu', 'a', 'b']) await open(name);
  expect(evicted).toEqual(['a']);
});

test('memory that comes back late is waited for before the next is opened', async () => {
  const engine = new MadeUpEngine();
  const { plan, looks } = memory({ a: { device: 8 }, b: { device: 8 } }, 10, [2, 2, 9]);
  const { open } = residents(engine, plan);
  await open('a');
  const opened = await open('b');
  expect(opened).toMatchObject({ ok: true, data: { remarks: [] } });
  expect(looks).toEqual(['b', 'b', 'b']);
  expect(engine.log).toEqual(['open a', 'close a', 'open b']);
});

test('the memory of a run that ended or crashed is waited for as well, once, and by nothing that needs none', async () => {
  const engine = new MadeUpEngine();
  const { plan, looks } = memory({ a: { device: 4 }, b: { device: 4 } }, 10, [2, 2, 9]);
  const { all, open } = residents(engine, plan);
  await open('a');
  await all.drop(keyOf('a'));
  await open('endpoint');
  expect(looks).toEqual([]);
  expect(await open('b')).toMatchObject({ ok: true, data: { remarks: [] } });
  expect(looks).toEqual(['b', 'b', 'b']);
  await all.drop(keyOf('endpoint'));
  await open('a');
  expect(looks).toHaveLength(3);
});

test('memory that does not come back is said in words, and the next is tried', async () => {
  const engine = new MadeUpEngine();
  const gigabyte = 1e9;
  const sizes = { a: { machine: 8 * gigabyte }, b: { machine: 8 * gigabyte } };
  const { plan } = memory(sizes, 10 * gigabyte, [2 * gigabyte]);
  const { open } = residents(engine, plan);
  await open('a');
  expect(await open('b')).toMatchObject({
    ok: true,
    data: {
      remarks: [
        'After a was closed 2.0 GB are free, and b needs about 8.0 GB: memory has not come back, or another program has taken it.',
      ],
    },
  });
});

test('where nothing can be seen nothing is waited for, and a refusal is the engine’s own', async () => {
  const engine = new MadeUpEngine();
  const { plan } = memory({ a: { machine: 8 }, b: { machine: 8 } }, 10);
  const { open, all } = residents(engine, plan);
  await open('a');
  engine.refused = 'b';
  expect(await open('b')).toMatchObject({ ok: false, error: { code: 'memory_insufficient' } });
  expect(all.get(keyOf('b'))).toBeUndefined();
  expect(engine.log).toEqual(['open a', 'close a']);
});
