/**
 * Speed of item sets: importing JSONL, exact and near-duplicate search, freezing a version, and looking for items in
 * texts.
 *
 *     node bench/items.ts [--lines 1000000] [--items 100000]
 *
 * The importer stands beside plain Node (readline and JSON.parse) over the same file, which checks nothing and is the
 * limit. Each part runs in a process of its own, so that its peak memory is its own. Prints, asserts nothing.
 */
import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Item } from '../src-main/contract/item.ts';
import { exactDuplicates } from '../src-main/items/duplicates/exact-duplicates.ts';
import { nearDuplicates } from '../src-main/items/duplicates/near-duplicates.ts';
import { fileChunks } from '../src-main/items/import/chunks.ts';
import { importItems, planImport } from '../src-main/items/import/import-file.ts';
import { jsonlRecords } from '../src-main/items/import/jsonl.ts';
import { toUtf8 } from '../src-main/items/import/text-encoding.ts';
import { OverlapIndex } from '../src-main/items/contamination/overlap-index.ts';
import { itemSetHash } from '../src-main/store/hash.ts';
import { openStore } from '../src-main/store/open.ts';

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '1000000' },
    items: { type: 'string', default: '100000' },
    part: { type: 'string' },
    file: { type: 'string', default: '' },
  },
});
const lines = Number(values.lines);
const items = Number(values.items);

/** Words of about the frequencies of text: the n-th is drawn with a probability like 1/n. */
function sentence(index: number, words: number): string {
  let state = index * 2654435761 + 12345;
  return Array.from({ length: words }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return `word${Math.floor(2000 ** (state / 2 ** 32))}`;
  }).join(' ');
}

function record(index: number) {
  return {
    id: `ticket-${index}`,
    input: `${sentence(index, 40)} How many is ${index} and ${index % 97}?`,
    stratum: ['billing', 'tools', 'facts', 'tone'][index % 4],
    source: 'tickets of 2025',
    check: { kind: 'numeric', answer: index + (index % 97) },
  };
}

/** One item in ten repeats an earlier one with a word changed, one in a hundred repeats it exactly. */
function benchItems(): Item[] {
  return Array.from({ length: items }, (_, index) => {
    const near = index % 10 === 9;
    const same = index % 100 === 50 && index > 50;
    const text = same
      ? sentence(index - 50, 40)
      : near
        ? `${sentence(index - 9, 39)} changed`
        : sentence(index, 40);
    return {
      id: `i${index}`,
      messages: [{ role: 'user', content: text }],
      stratum: 'all',
      split: 'held_out',
      source: 'bench',
      check: { kind: 'exact', answer: text.slice(0, 10) },
    };
  });
}

/** Parts by name; each gives what it counted. */
const parts: Record<string, () => Promise<string> | string> = {
  async 'readline + JSON.parse'() {
    let count = 0;
    for await (const line of createInterface({ input: createReadStream(values.file), crlfDelay: Infinity })) {
      JSON.parse(line);
      count += 1;
    }
    return `${count} rows`;
  },
  async 'records (lines, JSON, depth)'() {
    let count = 0;
    const { file } = values;
    for await (const batch of jsonlRecords(toUtf8(fileChunks(file), 'utf-8', file), {
      file,
      maximumLineBytes: 1 << 25,
    })) {
      count += batch.length;
    }
    return `${count} rows`;
  },
  async 'import (items, checked, ids unique)'() {
    const plan = await planImport(values.file);
    if (!plan.ok) throw new Error(plan.error.message);
    let count = 0;
    for await (const batch of importItems(plan.data)) count += batch.filter((item) => item.ok).length;
    return `${count} rows`;
  },
  'exact duplicates': () => `${exactDuplicates(benchItems()).length} groups`,
  'near-duplicates': () => `${nearDuplicates(benchItems()).length} groups`,
  'hash of a version': () => itemSetHash(benchItems()).slice(0, 12),
  'freezing (hash, kept in the store)': () => {
    const folder = mkdtempSync(join(tmpdir(), 'noisefloor-bench-store-'));
    const store = openStore(folder);
    if (!store.ok) throw new Error(store.error.message);
    try {
      const frozen = store.data.freezeItemSet('bench', benchItems(), '2026-01-01T00:00:00.000Z');
      if (!frozen.ok) throw new Error(frozen.error.message);
      return `version ${frozen.data.version}`;
    } finally {
      store.data.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  'runs of 13 words in as many texts': () => {
    const index = new OverlapIndex(benchItems());
    for (let at = 0; at < items; at += 1)
      index.addText({ file: 'bench', line: at + 1, row: null, plain: false, text: sentence(at * 7, 40) });
    return `${index.report().overlaps.length} items`;
  },
  'making the items alone': () => `${benchItems().length} items`,
};

/** Parts whose speed is in lines of the file, not in items. */
const byLine = new Set([
  'readline + JSON.parse',
  'records (lines, JSON, depth)',
  'import (items, checked, ids unique)',
]);

async function runPart(name: string): Promise<void> {
  const start = performance.now();
  const counted = await parts[name]?.();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage();
  const megabytes = process.resourceUsage().maxRSS / 1024;
  console.log(JSON.stringify({ counted, seconds, cpuSeconds: (user + system) / 1e6, megabytes }));
}

interface Measure {
  readonly counted: string;
  readonly seconds: number;
  /** Of all the process's threads, its start included: steadier than wall time on a busy machine. */
  readonly cpuSeconds: number;
  readonly megabytes: number;
}

function measure(part: string, file: string): Measure {
  const script = fileURLToPath(import.meta.url);
  const given = ['--part', part, '--file', file, '--lines', values.lines, '--items', values.items];
  return JSON.parse(execFileSync(process.execPath, [script, ...given], { encoding: 'utf8' })) as Measure;
}

function print(name: string, { counted, seconds, cpuSeconds, megabytes }: Measure, count: number): void {
  const cells = [
    `${seconds.toFixed(2)} s`.padStart(9),
    `${Math.round(count / seconds).toLocaleString('en')}/s`.padStart(12),
    `${cpuSeconds.toFixed(2)} s CPU`.padStart(13),
    `${megabytes.toFixed(0)} MB`.padStart(8),
  ];
  console.log(`${name.padEnd(38)}${cells.join('')}  ${counted}`);
}

async function writeLines(file: string): Promise<void> {
  const stream = createWriteStream(file);
  for (let index = 0; index < lines; index += 1) {
    if (!stream.write(`${JSON.stringify(record(index))}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'close');
}

if (values.part !== undefined) {
  await runPart(values.part);
} else {
  const folder = mkdtempSync(join(tmpdir(), 'noisefloor-bench-'));
  try {
    const file = join(folder, 'items.jsonl');
    await writeLines(file);
    console.log(
      `JSONL of ${lines.toLocaleString('en')} lines; sets of ${items.toLocaleString('en')} items. Peak memory is of the whole process.`,
    );
    for (const name of Object.keys(parts)) print(name, measure(name, file), byLine.has(name) ? lines : items);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
