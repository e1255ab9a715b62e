/** Read: the outputs themselves, item by item, baseline and candidate side by side. */
import type { Handlers } from '../../contract/calls/calls.ts';
import { labels, longestText, type Label } from '../../contract/calls/reading.ts';
import { partingKind } from '../../contract/divergence.ts';
import type { Item, Message } from '../../contract/item.ts';
import type { OptionMeasure } from '../../contract/output.ts';
import type { RegisteredPlan, RunKey } from '../../contract/plan.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import { tokenTexts } from '../../engine/llama/gguf/token-texts.ts';
import { promptDifferenceOf } from '../../experiment/compare-plan.ts';
import { firstDifference } from '../../experiment/first-difference.ts';
import { expectedWords } from '../../report/expected-words.ts';
import type { PairRow } from '../../store/pair-rows.ts';
import type { StoredOutput, StoredScore } from '../../store/store.ts';
import { hasEnded, planOf } from '../comparison-state.ts';
import type { AppContext } from '../context.ts';
import { PlanItems } from '../plan-items.ts';
import { tokenSpan } from '../token-span.ts';
import { pageOfList } from './paging.ts';

type ReadingHandlers = Pick<
  Handlers,
  | 'reading.list_items'
  | 'reading.read_counts'
  | 'reading.read_item'
  | 'reading.read_output'
  | 'reading.read_prompt'
  | 'reading.list_tokens'
  | 'reading.find_first_difference'
  | 'reading.label_item'
>;

const previewLength = 200;
/** Tokens into an answer up to which the one that differs is found in its text. */
const mostMarked = 2000;

interface OutputPlace {
  readonly comparison: string;
  readonly item: string;
  readonly key: RunKey;
  readonly sample: number;
}

export function readingHandlers(context: AppContext): ReadingHandlers {
  const { store } = context;
  const items = new PlanItems(context);

  const sidesOf = (registered: RegisteredPlan, candidate: string) => ({
    baseline: registered.plan.baseline,
    candidate,
  });

  /** The plan, its items read (and the reading logged), and a candidate that it has. */
  function opened(comparison: string, candidate?: string): Result<RegisteredPlan> {
    const plan = planOf(store, comparison);
    if (!plan.ok) return plan;
    if (candidate !== undefined && !plan.data.plan.candidates.some(({ name }) => name === candidate))
      return failure('comparison_unknown', `The plan has no candidate ${candidate}.`);
    const read = items.of(plan.data);
    return read.ok ? plan : read;
  }

  function itemOf(registered: RegisteredPlan, name: string): Result<Item> {
    const all = items.of(registered);
    if (!all.ok) return all;
    const item = all.data.get(name);
    return item ? success(item) : failure('comparison_unknown', `The plan has no item ${name}.`);
  }

  function outputAt({ comparison, item, key, sample }: OutputPlace): Result<StoredOutput | null> {
    const plan = opened(comparison, key.candidate);
    if (!plan.ok) return plan;
    const known = itemOf(plan.data, item);
    if (!known.ok) return known;
    if (!store.runs(comparison).some((run) => sameRun(run.key, key))) return success(null);
    return success(store.output(comparison, key, item, sample));
  }

  function partingOf({ comparison, item }: Omit<OutputPlace, 'key'>, key: RunKey) {
    const parting = store.parting(comparison, key, item);
    if (parting === null) return null;
    const { margin, kl } = parting;
    const floor = store.divergence(comparison)?.floor ?? null;
    return { margin, kl, kind: kl === null ? null : partingKind(margin, floor) };
  }

  return {
    'reading.list_items': ({ comparison, candidate, filter, page }) => {
      const plan = opened(comparison, candidate);
      if (!plan.ok) return Promise.resolve(plan);
      const sides = sidesOf(plan.data, candidate);
      const { matching } = store.pairCounts(comparison, sides, filter);
      const rows = store.pairs(comparison, sides, filter, page).map(rowView);
      return Promise.resolve(success({ rows, total: matching, offset: page.offset }));
    },
    'reading.read_counts': ({ comparison, candidate, filter }) => {
      const plan = opened(comparison, candidate);
      if (!plan.ok) return Promise.resolve(plan);
      const counts = store.pairCounts(comparison, sidesOf(plan.data, candidate), filter);
      const scored =
        hasEnded(store.runs(comparison), store.judging(comparison)) &&
        context.runs.running(comparison) === null;
      return Promise.resolve(success({ ...counts, scored }));
    },
    'reading.read_item': async ({ comparison, candidate, item: name }) => {
      const plan = opened(comparison, candidate);
      if (!plan.ok) return plan;
      const item = itemOf(plan.data, name);
      if (!item.ok) return item;
      const found = store.runs(comparison).map((run) => ({
        key: run.key,
        outputs: Array.from({ length: plan.data.plan.samples }, (_, sample) =>
          store.output(comparison, run.key, name, sample),
        ).filter((output) => output !== null),
        score: store.score(comparison, run.key, name, 0),
      }));
      const hashes = found.flatMap(({ outputs }) =>
        outputs.flatMap(({ tokenHash }) => (tokenHash === '' ? [] : [tokenHash])),
      );
      const prompts = found.flatMap(({ outputs }) => outputs.map(({ promptTokens }) => promptTokens));
      const promptDifference = await promptDifferenceOf(store, plan.data, candidate, name);
      return success({
        item: name,
        stratum: item.data.stratum,
        band: item.data.band ?? null,
        source: item.data.source ?? null,
        cluster: item.data.cluster ?? null,
        messages: [...item.data.messages],
        check: item.data.check,
        expected: expectedWords(item.data.check),
        promptTokens: prompts.find((tokens) => tokens > 0) ?? null,
        promptDifference,
        sameTokens: hashes.length < 2 ? null : new Set(hashes).size === 1,
        runs: found.map(({ key, outputs, score }) => ({
          key,
          isBaseline: key.candidate === plan.data.plan.baseline,
          outcome: score?.score.outcome ?? null,
          value: score?.score.value ?? null,
          samples: outputs.length,
        })),
        label: labelOf(store.labels(comparison).get(name)),
      });
    },
    'reading.read_output': (place) => {
      const output = outputAt(place);
      if (!output.ok) return Promise.resolve(output);
      if (output.data === null) return Promise.resolve(success({ output: null }));
      const score = store.score(place.comparison, place.key, place.item, place.sample);
      return Promise.resolve(success({ output: outputView(place.key, output.data, score) }));
    },
    'reading.read_prompt': ({ page, ...place }) => {
      const output = outputAt(place);
      if (!output.ok) return Promise.resolve(output);
      const text = output.data === null ? null : store.prompt(output.data.promptHash);
      const lines = text === null ? [] : text.split('\n');
      return Promise.resolve(
        success({
          ...pageOfList(lines, page),
          hash: output.data?.promptHash ?? '',
          tokenHash: output.data?.tokenHash ?? '',
          tokens: output.data?.promptTokens ?? 0,
        }),
      );
    },
    'reading.list_tokens': async ({ page, ...place }) => {
      const output = outputAt(place);
      if (!output.ok) return output;
      const plan = planOf(store, place.comparison);
      if (!plan.ok) return plan;
      const ids = output.data?.tokens ?? [];
      const wanted = ids.slice(page.offset, page.offset + page.limit);
      const vocabulary = vocabularyOf(plan.data, place.key);
      const texts = vocabulary === undefined ? [] : await tokenTexts(vocabulary, wanted);
      return success({
        rows: wanted.map((id, index) => ({ id, text: texts[index] ?? '' })),
        total: ids.length,
        offset: page.offset,
      });
    },
    'reading.find_first_difference': async ({ left, right, ...place }) => {
      const one = outputAt({ ...place, key: left });
      if (!one.ok) return one;
      const other = outputAt({ ...place, key: right });
      if (!other.ok) return other;
      const plan = planOf(store, place.comparison);
      if (!plan.ok) return plan;
      const token = firstDifference(one.data?.tokens ?? [], other.data?.tokens ?? []);
      const span = async (key: RunKey, output: StoredOutput | null) => {
        if (token === null || output?.tokens?.[token] === undefined || token >= mostMarked) return null;
        const vocabulary = vocabularyOf(plan.data, key);
        const read = output.tokens.slice(0, token + 1);
        const texts = vocabulary === undefined ? [null] : await tokenTexts(vocabulary, read);
        return tokenSpan(output.text.slice(0, longestText), texts);
      };
      const sameAsMeasured = left.replicate === 1 && left.candidate === plan.data.plan.baseline;
      return success({
        token,
        spans: { left: await span(left, one.data), right: await span(right, other.data) },
        parting: sameAsMeasured && place.sample === 0 ? partingOf(place, right) : null,
      });
    },
    'reading.label_item': ({ comparison, candidate, item: name, label }) => {
      const plan = opened(comparison, candidate);
      if (!plan.ok) return Promise.resolve(plan);
      const item = itemOf(plan.data, name);
      if (!item.ok) return Promise.resolve(item);
      const put = store.setLabel(comparison, name, label, context.now());
      if (!put.ok) return Promise.resolve(put);
      context.hub.publish({ kind: 'store_changed', change: { of: 'labels', comparison } });
      return Promise.resolve(success({ label }));
    },
  };
}

/** A file with the run's vocabulary; undefined where there is none here. */
function vocabularyOf({ plan }: RegisteredPlan, { candidate: name }: RunKey): string | undefined {
  const candidate = plan.candidates.find((one) => one.name === name);
  return candidate?.engine === 'openai' ? candidate.tokenizer?.file : candidate?.weights;
}

function sameRun(one: RunKey, other: RunKey): boolean {
  return one.candidate === other.candidate && one.replicate === other.replicate;
}

function rowView(row: PairRow) {
  return {
    item: row.itemId,
    stratum: row.stratum,
    flip: row.kind,
    baseline: row.baseline,
    candidate: row.candidate,
    values: row.values,
    label: labelOf(row.label ?? undefined),
    preview: asked(JSON.parse(row.messages) as readonly Message[]),
  };
}

function asked(messages: readonly Message[]): string {
  const last = messages.findLast(({ role }) => role === 'user') ?? messages.at(-1);
  return (last?.content ?? '').replace(/\s+/gu, ' ').trim().slice(0, previewLength);
}

function labelOf(label: string | undefined): Label | null {
  return labels.find((known) => known === label) ?? null;
}

function optionsView(options: OptionMeasure | undefined) {
  if (options === undefined) return null;
  return options.measured === null ? { ...options } : { measured: [...options.measured] };
}

function outputView(key: RunKey, output: StoredOutput, score: StoredScore | null) {
  const seconds = output.totalMs / 1000;
  return {
    key,
    sample: output.sample,
    at: output.at,
    text: output.text.slice(0, longestText),
    length: output.text.length,
    finish: output.finish,
    stop: output.stop ?? null,
    options: optionsView(output.options),
    promptTokens: output.promptTokens,
    generatedTokens: output.generatedTokens,
    firstTokenMs: output.firstTokenMs,
    totalMs: output.totalMs,
    tokensPerSecond: seconds > 0 && output.generatedTokens > 0 ? output.generatedTokens / seconds : null,
    attempts: 1,
    error: output.error ?? null,
    score: score && {
      outcome: score.score.outcome,
      value: score.score.value,
      reason: score.score.reason,
      span: score.score.span ?? null,
      scorer: score.scorer.replace('@', ' '),
    },
  };
}
