/** The prompts of a whole plan: checked before it is registered as far as that is possible, and before anything runs. */
import type { Candidate, FewShot } from '../../contract/candidate.ts';
import type { Item, Message } from '../../contract/item.ts';
import type { ResolvedSetting } from '../../contract/manifest.ts';
import type { Plan } from '../../contract/plan.ts';
import { fewShotWords, promptTemplateWords } from '../../contract/presentation/composition-words.ts';
import { failure, success, type Failure, type Result } from '../../contract/result.ts';
import { exemplarPool } from '../../items/few-shot/exemplars.ts';
import type { ItemSetReference, StoreReader } from '../../store/store.ts';
import { promptComposer, type Composer } from './compose-prompts.ts';
import { readPromptTemplate } from './read-template.ts';

export interface PlanPrompts {
  /** What a candidate gets for an item of the plan. */
  readonly messages: (candidate: Candidate, item: Item) => readonly Message[];
  /** What goes into a candidate's manifests; nothing where no candidate of the plan has exemplars or a template. */
  readonly settings: (candidate: Candidate) => readonly ResolvedSetting[];
}

interface OneCandidate {
  readonly composer: Composer;
  /** Fewest and most exemplars that an item gets. */
  readonly shown: { readonly least: number; readonly most: number };
}

function isComposed({ promptTemplate, fewShot }: Candidate): boolean {
  return promptTemplate !== undefined || fewShot !== undefined;
}

/**
 * Composes every prompt once, so that what cannot be composed is known before the first output. Fails as
 * `promptComposer` does, with the candidate's name.
 *
 * @param items the plan's items, as the store reads them
 */
export function planPrompts(plan: Plan, items: readonly Item[], store: StoreReader): Result<PlanPrompts> {
  const byName = new Map<string, OneCandidate>();
  for (const candidate of plan.candidates) {
    const composer = composerOf(candidate, plan, store);
    if (!composer.ok) return composer;
    let shown = { least: 0, most: 0 };
    if (isComposed(candidate)) {
      const counts = trial(items, composer.data);
      if (!counts.ok) return named(candidate, counts.error);
      shown = counts.data;
    }
    byName.set(candidate.name, { composer: composer.data, shown });
  }
  const some = plan.candidates.some(isComposed);
  const known = ({ name }: Candidate): OneCandidate => {
    const one = byName.get(name);
    if (!one) throw new Error(`the plan has no candidate ${name}`);
    return one;
  };
  return success({
    messages: (candidate, item) => {
      const composed = known(candidate).composer(item);
      if (!composed.ok) throw new Error(`${item.id} was composed before: ${composed.error.message}`);
      return composed.data.messages;
    },
    settings: (candidate) => (some ? compositionSettings(candidate, known(candidate).shown) : []),
  });
}

/**
 * What can be known before registration, without a look at held-out items: templates, the dev items, and the counts
 * of strata. Fails as `planPrompts` does.
 */
export function checkPlanPrompts(plan: Plan, store: StoreReader): Result<void> {
  for (const candidate of plan.candidates.filter(isComposed)) {
    const composer = composerOf(candidate, plan, store);
    if (!composer.ok) return composer;
    const dev = store.readDevItems(plan.items);
    if (plan.split === 'dev') {
      const composed = trial(firstOfStrata(dev, plan.items.limit), composer.data);
      if (!composed.ok) return named(candidate, composed.error);
      continue;
    }
    // A dev item may have fewer exemplars than a held-out one, because it is none of its own: that alone is no fault.
    for (const item of dev) {
      const composed = composer.data(item);
      if (!composed.ok && composed.error.code !== 'exemplars_missing')
        return named(candidate, composed.error);
    }
    const short = shortStratum(candidate.fewShot, plan.items, plan.split, store);
    if (short && !short.ok) return named(candidate, short.error);
  }
  return success(undefined);
}

/** As the store limits a plan's items: the first of each stratum. */
function firstOfStrata(items: readonly Item[], limit = Number.POSITIVE_INFINITY): readonly Item[] {
  const taken = new Map<string, number>();
  return items.filter(({ stratum }) => {
    const place = (taken.get(stratum) ?? 0) + 1;
    taken.set(stratum, place);
    return place <= limit;
  });
}

function composerOf(candidate: Candidate, plan: Plan, store: StoreReader): Result<Composer> {
  const name = `The prompt template of ${candidate.name}`;
  const composer = promptComposer(candidate, store, plan.items, name);
  if (composer.ok || composer.error.code === 'template_broken') return composer;
  return named(candidate, composer.error);
}

function named({ name }: Candidate, error: Failure): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error: { ...error, message: `${name}: ${error.message}` } };
}

function trial(items: readonly Item[], composer: Composer): Result<OneCandidate['shown']> {
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const item of items) {
    const composed = composer(item);
    if (!composed.ok) return composed;
    const { length } = composed.data.exemplars;
    least = Math.min(least, length);
    most = Math.max(most, length);
  }
  return success({ least: Math.min(least, most), most });
}

/**
 * Why a stratum has too few exemplars of its own; null where each has enough, and where they come from all strata.
 * Counts alone are looked at. Fails with `exemplars_missing`.
 */
export function shortStratum(
  fewShot: FewShot | undefined,
  set: ItemSetReference,
  split: Plan['split'],
  store: StoreReader,
): Result<never> | null {
  if (fewShot?.from !== 'drawn' || !fewShot.sameStratum) return null;
  const pool = exemplarPool(store.readDevItems(set));
  if (!pool.ok) return pool;
  const there = new Map<string, number>();
  for (const { stratum } of pool.data.items) there.set(stratum, (there.get(stratum) ?? 0) + 1);
  // A dev item is never its own exemplar.
  const needed = fewShot.count + (split === 'dev' ? 1 : 0);
  const short = store
    .strataCounts(set)
    .find(
      ({ stratum, dev, heldOut }) =>
        (split === 'dev' ? dev : heldOut) > 0 && (there.get(stratum) ?? 0) < needed,
    );
  if (!short) return null;
  return failure(
    'exemplars_missing',
    `${fewShot.count} exemplars of the stratum ${short.stratum} are to be drawn, and it has ${there.get(short.stratum) ?? 0} dev items with an answer.`,
    { next: 'Ask for fewer exemplars, draw them from all strata, or give more items to the dev split.' },
  );
}

function compositionSettings(candidate: Candidate, shown: OneCandidate['shown']): readonly ResolvedSetting[] {
  const template = promptTemplateWords(candidate.promptTemplate);
  const asked = fewShotWords(candidate.fewShot);
  const wanted = candidate.fewShot?.from === 'fixed' ? candidate.fewShot.ids.length : shown.most;
  // A fixed exemplar that is the item itself, or of its cluster, is left out of that item's prompt.
  const counted = shown.least === wanted ? asked : `${asked} (${shown.least} to ${shown.most} an item)`;
  const got = readsExemplars(candidate) ? counted : 'none: the template does not read exemplars';
  return [
    { name: 'promptTemplate', requested: template, resolved: template, source: 'prompts' },
    { name: 'fewShot', requested: asked, resolved: got, source: 'prompts' },
  ];
}

/** False for a template that leaves out the exemplars which the plan asks for. */
function readsExemplars({ promptTemplate, fewShot }: Candidate): boolean {
  if (promptTemplate === undefined || fewShot === undefined) return true;
  const template = readPromptTemplate(promptTemplate.text);
  return !template.ok || template.data.readsExemplars;
}
