import { Command } from 'commander';
import { readNames } from '../../app/preparing/files/choices.ts';
import { HitsFile } from '../../app/preparing/files/hits-file.ts';
import { scrubFile } from '../../app/preparing/files/prepare-file.ts';
import { scrubRules } from '../../app/preparing/scrub-rules.ts';
import type { ScrubHit } from '../../contract/calls/preparing.ts';
import { formatCount } from '../../contract/presentation/numbers.ts';
import { visibleText } from '../../contract/presentation/visible-text.ts';
import type { RecordOf } from '../../contract/preparation.ts';
import { success, type Result } from '../../contract/result.ts';
import { answer, columns } from '../answer.ts';
import { count } from '../options.ts';
import { fileRequest, preparedWords, withPrepareOptions, type PrepareOptions } from './prepare-options.ts';

interface ScrubOptions extends PrepareOptions {
  readonly rules: readonly string[];
  readonly names?: string;
  readonly hits?: string;
  readonly show: number;
}

interface Scrubbed {
  readonly out: string | null;
  readonly record: RecordOf<'scrub'>;
  /** The first of those that are replaced. */
  readonly hits: readonly ScrubHit[];
  /** The first of those that stay. */
  readonly kept: readonly ScrubHit[];
  readonly note: string;
}

const { rules, note } = scrubRules();
const ruleNames = rules.map(({ name }) => name);

export function scrubCommand(): Command {
  return withPrepareOptions(
    new Command('scrub').description(
      'Replace e-mail addresses, phone numbers, account numbers, keys and the like with placeholders. Without --out the hits are only shown.',
    ),
  )
    .option('--rules <list>', `any of ${ruleNames.join(',')}`, (text: string) => text.split(','), ruleNames)
    .option('--names <file>', 'names of people to replace as well, one a line')
    .option('--hits <file>', 'write every hit there, before and after, one JSON line each')
    .option('--show <n>', 'hits to show, and as many of those that stay', count, 20)
    .addHelpText('after', `\nRules:\n${columns(rules.map(({ name, about }) => [`  ${name}`, about]))}\n`)
    .action(async (file: string, options: ScrubOptions) => {
      answer(await scrub(file, options), options, scrubbedWords);
    });
}

async function scrub(file: string, options: ScrubOptions): Promise<Result<Scrubbed>> {
  const request = fileRequest(file, options);
  if (!request.ok) return request;
  const names = options.names === undefined ? success([]) : await readNames(options.names);
  if (!names.ok) return names;
  const { out } = request.data;
  const all =
    options.hits === undefined
      ? null
      : HitsFile.open(options.hits, options.replace === true, out === null ? [file] : [file, out]);
  if (all?.ok === false) return all;
  const shown = { hits: [] as ScrubHit[], kept: [] as ScrubHit[] };
  const scrubbed = await scrubFile(
    request.data,
    { step: 'scrub', rules: options.rules, names: names.data },
    (hits) => {
      for (const hit of hits) {
        const of = hit.after === null ? shown.kept : shown.hits;
        if (of.length < options.show) of.push(hit);
      }
      all?.data.add(hits);
    },
  );
  if (!scrubbed.ok) {
    all?.data.discard();
    return scrubbed;
  }
  const written = all?.data.end();
  if (written?.ok === false) return written;
  return success({ ...scrubbed.data, ...shown, note });
}

function scrubbedWords(scrubbed: Scrubbed): string {
  const { record, hits, kept } = scrubbed;
  return [
    countTable('rule', 'replaced', record.byRule),
    ...hitList(hits, record.byRule),
    ...(kept.length === 0 ? [] : [countTable('place', 'found and kept', record.kept ?? {})]),
    ...hitList(kept, record.kept ?? {}),
    preparedWords(scrubbed),
    note,
  ].join('\n\n');
}

function countTable(head: string, what: string, counts: Readonly<Record<string, number>>): string {
  return columns([
    [head, what],
    ...Object.entries(counts).map(([name, found]) => [name, formatCount(found)]),
  ]);
}

function hitList(hits: readonly ScrubHit[], counts: Readonly<Record<string, number>>): string[] {
  const more = Object.values(counts).reduce((sum, found) => sum + found, 0) - hits.length;
  return [
    ...hits.map(hitWords),
    ...(hits.length > 0 && more > 0
      ? [`And ${formatCount(more)} more; --hits FILE writes all of them.`]
      : []),
  ];
}

function hitWords({ item, field, rule, before, after }: ScrubHit): string {
  const line = (text: string): string => visibleText(text.replace(/\s+/gu, ' '));
  return [
    `${line(item)}, ${field}, ${rule}`,
    `  ${after === null ? '=' : '-'} ${line(before.lead)}«${line(before.found)}»${line(before.tail)}`,
    ...(after === null ? [] : [`  + ${line(after.lead)}«${after.placeholder}»${line(after.tail)}`]),
  ].join('\n');
}
