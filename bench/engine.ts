/**
 * Items and tokens per second of the llama engine in mode `fast`, both lanes, one thread, beside its peers on the same
 * machine in the same run: llama.cpp's decoding alone (`llama-batched-bench`, the limit), its server driven by a plain
 * loop (`llama-server`, what a person would do otherwise), and node-llama-cpp's own classes in a plain loop.
 *
 *   ./node_modules/.bin/node bench/engine.ts [--rounds N] [--items N] [--only demo|shared|random]
 *     [--sequences 1,4,16] [--flash-attention off,on] [--programs FOLDER]
 *
 * `--programs`, or LLAMA_CPP_PROGRAMS in the environment, names the folder of the two programs; bench/README.md says how
 * to build them. Wall time of the engine is taken in the parent, around everything that it does: messages between the
 * processes, templates, hashes, texts. "outside" is what of it lies outside of llama.cpp's decoding, by its own
 * performance counters, for each generated token; drawing a token is native too and counts as outside.
 * On Linux the programs run twice, as they were built and over the library that the engine runs: a compiler may make
 * kernels that are half as fast again. All participants of a table take turns, round by round: printed are the best round of
 * each, and beside it how the rounds, each by itself, compare.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Output } from '../src-main/contract/output.ts';
import type { LibraryFacts } from '../src-main/engine/llama/protocol.ts';
import { openBatchedBench, type Lengths } from './engine/batched-bench.ts';
import { openServer } from './engine/llama-server.ts';
import { best, type Measured, type Participant, type Workload } from './engine/measured.ts';
import { openEngine } from './engine/own-engine.ts';
import { openPlainClasses } from './engine/plain-classes.ts';
import { quantile } from '../src-main/statistics/quantile.ts';
import { ownBuild, overEngineLibrary, type Programs } from './engine/programs.ts';
import { demoWork, randomWork, sharedWork, writeRandomModel } from './engine/workloads.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '2' },
    items: { type: 'string', default: '120' },
    only: { type: 'string', default: 'demo,shared,random' },
    sequences: { type: 'string', default: '1,4,16' },
    'flash-attention': { type: 'string', default: 'off,on' },
    programs: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const items = Number(values.items);
const folder = mkdtempSync(join(tmpdir(), 'noisefloor-bench-'));
const programs = findPrograms(values.programs ?? process.env['LLAMA_CPP_PROGRAMS']);
try {
  for (const name of values.only.split(',')) await measureAll(name);
} finally {
  rmSync(folder, { recursive: true });
}

function findPrograms(named: string | undefined): Programs | undefined {
  if (named === undefined) {
    console.log(
      'Without llama-batched-bench and llama-server: bench/README.md says how to build them; --programs FOLDER names where they are.',
    );
    return undefined;
  }
  return ownBuild(named);
}

/** The programs over the engine's library, and as they were built. */
function buildsBeside({ libraries }: LibraryFacts): readonly Programs[] {
  if (programs === undefined) return [];
  const same = overEngineLibrary(programs, libraries, join(folder, 'links'));
  return same === undefined ? [programs] : [same, programs];
}

async function measureAll(name: string): Promise<void> {
  const weights = name === 'random' ? writeRandomModel(folder) : '';
  for (const parallel of values.sequences.split(',').map(Number)) {
    // Exemplars matter where sequences can take them from each other.
    if (name === 'shared' && parallel === 1) continue;
    for (const flash of values['flash-attention'].split(',')) {
      const shape = { parallel, flashAttention: flash === 'on' };
      if (name === 'demo') await measure(demoWork(items, shape));
      else if (name === 'shared') await measure(sharedWork(items, shape));
      else await measure(randomWork(weights, Math.max(4, 2 * parallel), shape));
    }
  }
}

async function measure(work: Workload): Promise<void> {
  const direct = await openEngine(work, 'direct');
  // The first round is for what everyone else needs to know.
  await direct.round();
  const answers = direct.answers();
  const participants: Participant[] = [direct, await openEngine(work, 'classes')];
  const builds = buildsBeside(direct.library);
  for (const build of builds) participants.push(await openServer(work, build));
  if (work.system === undefined)
    for (const build of builds) participants.push(openBatchedBench(work, build, lengthsOf(answers)));
  participants.push(
    await openPlainClasses(
      work,
      answers.map(({ prompt = '' }) => prompt),
    ),
  );
  const measured = new Map<Participant, Measured[]>(participants.map((one) => [one, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [participant, of] of measured) of.push(await participant.round());
  for (const participant of participants) await participant.close();
  print(work, direct.library, lengthsOf(answers), measured);
}

/** Of the answers, whatever their own lengths are. */
function lengthsOf(answers: readonly Output[]): Lengths {
  const mean = (of: (output: Output) => number): number =>
    Math.max(1, Math.round(answers.reduce((sum, one) => sum + of(one), 0) / answers.length));
  return {
    prompt: mean(({ promptTokens }) => promptTokens),
    // After the last token of an answer that was cut nothing is decoded.
    generated: mean(({ generatedTokens, finish }) => generatedTokens - (finish === 'length' ? 1 : 0)),
  };
}

function print(
  work: Workload,
  { llamaCppRelease, buildType, libraries }: LibraryFacts,
  lengths: Lengths,
  measured: ReadonlyMap<Participant, readonly Measured[]>,
): void {
  const { title, requests, parallel, flashAttention } = work;
  console.log(
    `\n${title}, ${parallel} at a time, flash attention ${flashAttention ? 'on' : 'off'}: ${requests.length} items, on average ${lengths.prompt} tokens in and ${lengths.generated} out`,
  );
  const kernels = libraries.map((path) => basename(path)).find((name) => name.includes('ggml-cpu'));
  console.log(
    `engine's library: llama.cpp ${llamaCppRelease}, ${buildType}, ${kernels ?? 'kernels unknown'}`,
  );
  const columns = ['engine is', 'round by round', 'items/s', 'tokens/s', 'outside'];
  console.log(''.padEnd(38) + columns.map((head) => head.padStart(18)).join(''));
  const [own = []] = measured.values();
  for (const [{ name }, all] of measured) {
    const { items: done, tokens, seconds, decodeSeconds } = best(all);
    const isEngine = name.startsWith('engine');
    const outside = isEngine && decodeSeconds !== null ? ((seconds - decodeSeconds) / tokens) * 1e6 : null;
    const cells = [
      `${timesAsMany(best(own), best(all)).toFixed(2)} x`,
      spread(all.flatMap((round, index) => (own[index] ? [timesAsMany(own[index], round)] : []))),
      (done / seconds).toFixed(1),
      (tokens / seconds).toFixed(0),
      outside === null ? '-' : `${outside.toFixed(0)} us/token`,
    ];
    console.log(name.padEnd(38) + cells.map((cell) => cell.padStart(18)).join(''));
  }
}

/** How many times as many items a second one did as another. */
function timesAsMany(one: Measured, other: Measured): number {
  return one.items / one.seconds / (other.items / other.seconds);
}

/** The middle, the least and the most. */
function spread(ratios: readonly number[]): string {
  const sorted = Float64Array.from(ratios).sort();
  const [middle, least, most] = [0.5, 0, 1].map((part) => quantile(sorted, part).toFixed(2));
  return `${middle} (${least}-${most})`;
}
