/** Blocks, stops and memory of a plan's runs on a common clock. */
import type { RunTracks } from '../../contract/calls/runs.ts';
import type { RegisteredPlan, RunKey } from '../../contract/plan.ts';
import type { SittingRecord } from '../../store/store.ts';
import type { MemorySample } from '../memory-samples.ts';
import { allSittings, compareText, latest } from '../comparisons/run-times.ts';
import type { AppContext } from '../context.ts';
import { sameKey } from './overview.ts';

/** As many as the contract takes; a screen has fewer pixels. */
const mostBlocks = 4000;
const mostSamples = 4000;
const mostStops = 1000;
/** Milliseconds without a sitting that are no stop: one process ends as the next begins. */
const shortGap = 2000;

interface Commit {
  readonly key: RunKey;
  readonly at: string;
  readonly outputs: number;
}

interface Block {
  readonly key: RunKey;
  readonly from: string;
  readonly to: string;
  readonly outputs: number;
}

export function runTracks(context: AppContext, registered: RegisteredPlan): RunTracks {
  const { store } = context;
  const { hash, registeredAt } = registered;
  const runs = store.runs(hash);
  const sittings = allSittings(store, hash);
  const running = context.runs.running(hash);
  const commits = runs
    .flatMap(({ key }) => store.commitTimes(hash, key).map((commit): Commit => ({ key, ...commit })))
    .sort((one, other) => compareText(one.at, other.at));
  const blocks = blocksOf(commits, sittings);
  const from = sittings[0]?.manifest.startedAt ?? commits[0]?.at ?? registeredAt;
  const last = running
    ? context.now()
    : latest([...ends(sittings), ...commits.slice(-1).map(({ at }) => at)]);
  const newest = blocks.at(-1);
  return {
    from,
    to: last ?? from,
    itemsPerBlock: usualSize(blocks),
    tracks: runs.slice(0, 1000).map(({ key }) => ({
      key,
      blocks: thinned(
        blocks.filter((block) => sameKey(block.key, key)),
        mostBlocks,
      ).map((block) => ({
        from: block.from,
        to: block.to,
        live: running !== null && block === newest,
      })),
    })),
    stops: stopsOf(sittings, running !== null).slice(-mostStops),
    memory: memoryOf(context, hash, sittings),
  };
}

function ends(sittings: readonly SittingRecord[]): string[] {
  return sittings.flatMap(({ endedAt }) => (endedAt === null ? [] : [endedAt]));
}

/**
 * Runs take turns: the commits of one run that no other run's comes between are one block. It began when the commit
 * before it was made, or when its own sitting had loaded, whichever was later.
 */
function blocksOf(commits: readonly Commit[], sittings: readonly SittingRecord[]): readonly Block[] {
  const blocks: Block[] = [];
  let before: Commit | undefined;
  for (const commit of commits) {
    const loaded = loadedBefore(sittings, commit);
    const open = blocks.at(-1);
    // A sitting that began since the last commit is a new block of the same run.
    if (open && before && sameKey(open.key, commit.key) && (loaded === null || loaded <= before.at)) {
      blocks[blocks.length - 1] = { ...open, to: commit.at, outputs: open.outputs + commit.outputs };
    } else {
      const from = latest([before?.at, loaded].filter((at) => at !== undefined && at !== null)) ?? commit.at;
      blocks.push({
        key: commit.key,
        from: from < commit.at ? from : commit.at,
        to: commit.at,
        outputs: commit.outputs,
      });
    }
    before = commit;
  }
  return blocks;
}

/** When the sitting that made a commit was ready to answer. */
function loadedBefore(sittings: readonly SittingRecord[], { key, at }: Commit): string | null {
  const own = sittings.findLast((sitting) => sameKey(sitting.key, key) && sitting.manifest.startedAt <= at);
  return own ? later(own.manifest.startedAt, own.manifest.loadSeconds) : null;
}

function later(at: string, seconds: number): string {
  return new Date(Date.parse(at) + seconds * 1000).toISOString();
}

/** The median; 0 without blocks. */
function usualSize(blocks: readonly Block[]): number {
  const sizes = blocks.map(({ outputs }) => outputs).sort((one, other) => one - other);
  return sizes[Math.floor(sizes.length / 2)] ?? 0;
}

/** Neighbours are put together where there are too many to draw. */
function thinned(blocks: readonly Block[], most: number): readonly Block[] {
  const step = Math.ceil(blocks.length / most);
  if (step <= 1) return blocks;
  return Array.from({ length: Math.ceil(blocks.length / step) }, (_, index) => {
    const some = blocks.slice(index * step, (index + 1) * step);
    const [first, last] = [some[0], some.at(-1)];
    if (!first || !last) throw new Error('a part of the blocks is empty');
    return { ...first, to: last.to };
  });
}

/** Times that no sitting covers. The last one is open where the plan has not ended. */
function stopsOf(sittings: readonly SittingRecord[], running: boolean): RunTracks['stops'] {
  const stops: { from: string; to: string | null; reason: string }[] = [];
  let covered: SittingRecord | undefined;
  for (const sitting of sittings) {
    const end = covered?.endedAt ?? null;
    if (covered && end !== null && gap(end, sitting.manifest.startedAt) > shortGap)
      stops.push({ from: end, to: sitting.manifest.startedAt, reason: reasonOf(covered) });
    if (!covered || endsLater(sitting, covered)) covered = sitting;
  }
  const end = covered?.endedAt ?? null;
  if (covered && end !== null && !running && covered.how !== 'complete')
    stops.push({ from: end, to: null, reason: reasonOf(covered) });
  return stops;
}

function gap(from: string, to: string): number {
  return Date.parse(to) - Date.parse(from);
}

function endsLater(one: SittingRecord, other: SittingRecord): boolean {
  if (other.endedAt === null) return false;
  return one.endedAt === null || one.endedAt >= other.endedAt;
}

function reasonOf({ how }: SittingRecord): string {
  if (how === 'killed') return 'ended without a word: killed, or a power loss';
  return how === 'crashed' ? "the engine's process died" : 'stopped';
}

function memoryOf(
  context: AppContext,
  hash: string,
  sittings: readonly SittingRecord[],
): RunTracks['memory'] {
  const measured = context.runs.memory(hash);
  const onDevice = sittings.some(
    ({ manifest }) => manifest.engine.engine === 'llama' && manifest.engine.backend !== 'cpu',
  );
  const samples =
    measured && measured.samples.length > 0 && !onDevice ? measured.samples : reported(sittings);
  const free = sittings[0]?.manifest;
  return {
    of: onDevice ? 'graphics memory' : 'main memory',
    samples: samples.slice(-mostSamples),
    freeAtStart: onDevice
      ? free?.engine.engine === 'llama'
        ? (free.engine.deviceMemory?.free ?? null)
        : null
      : (measured?.freeAtStart ?? free?.machine.memoryFree ?? null),
    most: samples.length === 0 ? null : Math.max(...samples.map(({ used }) => used)),
  };
}

/** Where nothing was measured: what the open sittings said that they took, as steps. */
function reported(sittings: readonly SittingRecord[]): readonly MemorySample[] {
  const changes = sittings.flatMap(({ manifest, endedAt }) => {
    const bytes = (manifest.memory.model ?? 0) + (manifest.memory.context ?? 0);
    return [{ at: manifest.startedAt, bytes }, ...(endedAt === null ? [] : [{ at: endedAt, bytes: -bytes }])];
  });
  let used = 0;
  return changes
    .sort((one, other) => compareText(one.at, other.at))
    .map(({ at, bytes }) => {
      used += bytes;
      return { at, used: Math.max(0, used) };
    });
}
