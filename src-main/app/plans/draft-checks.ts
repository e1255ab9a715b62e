/** What can be known of a draft before anything runs: from the files' headers, the dev items and the machine. */
import { createHash } from 'node:crypto';
import type { DraftCheck, DraftComposition, DraftFields } from '../../contract/calls/plans.ts';
import type { Item, Message } from '../../contract/item.ts';
import { contextSentences } from '../../contract/presentation/context-words.ts';
import { formatBytes, formatCount } from '../../contract/presentation/numbers.ts';
import {
  ablationSentence,
  settingsApart,
  type SettingsByName,
} from '../../contract/presentation/ablation-words.ts';
import { listWords } from '../../contract/presentation/words.ts';
import type { GgufDescription } from '../../engine/llama/gguf/description.ts';
import { inspectGguf } from '../../engine/llama/gguf/inspect.ts';
import { judgeDefaults } from '../../experiment/plan/resolve-judge.ts';
import { engineSettings } from '../../experiment/plan/resolve-plan.ts';
import { promptComposer } from '../../experiment/prompts/compose-prompts.ts';
import { freeMemory } from '../../machine/free-memory.ts';
import type { AppContext } from '../context.ts';
import { fileFromDraft, named } from './draft-and-file.ts';
import type { CarriedPlan, DraftContent } from './draft-content.ts';
import { judgeToFile } from './draft-judge.ts';
import { pathOfModel } from './draft-models.ts';
import { composedOf, promptOf } from './draft-prompts.ts';
import { judgeName, judgeNeed, memoryNeed } from './memory-needs.ts';
import { settingsMachine } from './new-draft.ts';
import type { PlanFileCandidate } from './plan-as-file.ts';

interface Inspected {
  readonly name: string;
  readonly description: GgufDescription;
}

/** Characters of English prose to a token; fewer in code and other languages, so that this counts too few rather. */
const charactersPerToken = 4;

export async function draftChecks(
  context: AppContext,
  content: DraftContent,
): Promise<readonly DraftCheck[]> {
  const inspected: Inspected[] = [];
  const unread: string[] = [];
  const remote: string[] = [];
  for (const { name, model, endpoint } of content.fields.candidates) {
    if (endpoint !== null) {
      remote.push(name);
      continue;
    }
    const path = model === null ? null : pathOfModel(context, content, model);
    const description = path === null ? null : await inspectGguf(path);
    if (description?.ok) inspected.push({ name, description: description.data });
    else unread.push(name);
  }
  const checks = [
    remote.length > 0 ? unprovenPrompts(remote) : samePrompts(content, inspected),
    overlong(context, content),
    await memory(context, content, inspected, remote.length > 0),
    settings(
      content,
      endpointWords(context, content),
      judgeWords(context, content),
      apartWords(context, content),
    ),
    remote.length > 0 && inspected.length === 0
      ? check('template', 'unknown', 'The servers write the prompts with templates of their own.')
      : template(content, inspected),
  ];
  if (unread.length === 0 && inspected.length + remote.length > 0) return checks;
  const text =
    inspected.length === 0 && unread.length === 0
      ? 'Waits for the candidates.'
      : `Waits for the files of ${listWords(unread)}.`;
  return checks.map((check) =>
    check.name === 'overlong' || check.name === 'settings' || check.state === 'bad'
      ? check
      : { ...check, state: 'unknown', text },
  );
}

function check(name: DraftCheck['name'], state: DraftCheck['state'], text: string): DraftCheck {
  return { name, state, text };
}

/** What a server makes of messages is known when it has answered. */
function unprovenPrompts(remote: readonly string[]): DraftCheck {
  return check(
    'same_prompts',
    'unknown',
    `${listWords(remote)} ${remote.length === 1 ? 'is an endpoint' : 'are endpoints'}: the run compares token ids where the server returns them; where it does not, the pair is not comparable unless the plan accepts it.`,
  );
}

/** In words for each candidate whose files say something else than the first one's. */
function samePrompts({ carried, fields }: DraftContent, inspected: readonly Inspected[]): DraftCheck {
  const [first, ...others] = inspected;
  if (!first || others.length === 0) return check('same_prompts', 'unknown', 'Waits for a second candidate.');
  const templateOf = ({ name, description }: Inspected): string =>
    templatePathOf(carried, name) ?? (description.template === null ? '' : hashOf(description.template));
  const tokenizerOf = ({ description }: Inspected): string =>
    JSON.stringify([
      description.tokenizer,
      description.metadata['tokenizer.ggml.pre'] ?? null,
      description.vocabularySize,
      description.bos?.id ?? null,
      description.eos?.id ?? null,
      description.addBos,
    ]);
  const compositionOf = (name: string): string => {
    const candidate = fields.candidates.find((one) => one.name === name);
    const { promptTemplate, fewShot } = candidate ? promptOf(fields, candidate) : fields.settings;
    return JSON.stringify([promptTemplate, fewShot]);
  };
  const accepted = new Set(
    fields.candidates.flatMap(({ name, ownPrompt }) => (ownPrompt?.accepted ? [name] : [])),
  );
  const ownPrompts = others
    .filter(({ name }) => compositionOf(name) !== compositionOf(first.name))
    .map(({ name }) => name);
  const open = ownPrompts.filter((name) => !accepted.has(name));
  if (open.length > 0)
    return check(
      'same_prompts',
      'bad',
      `${listWords(open)} ${open.length === 1 ? 'has a prompt' : 'have prompts'} of ${open.length === 1 ? 'its' : 'their'} own: not comparable with ${first.name} unless that is accepted.`,
    );
  const differing = others.flatMap((other) => {
    const what = [
      ...(templateOf(other) === templateOf(first) ? [] : ['another chat template']),
      ...(tokenizerOf(other) === tokenizerOf(first) ? [] : ['another tokenizer']),
    ];
    return what.length === 0 ? [] : [`${other.name} has ${listWords(what)} than ${first.name}`];
  });
  if (differing.length > 0)
    return check(
      'same_prompts',
      'bad',
      `${listWords(differing)}: not comparable unless the plan accepts it.`,
    );
  if (ownPrompts.length > 0)
    return check(
      'same_prompts',
      'unknown',
      `${listWords(ownPrompts)} ${ownPrompts.length === 1 ? 'has' : 'have'} other prompts than ${first.name}, which is accepted: the results compare prompts as much as weights.`,
    );
  return check(
    'same_prompts',
    'good',
    `Same chat template and tokenizer for all ${formatCount(inspected.length)}, by their files; the run compares every prompt and its token ids.`,
  );
}

/** An estimate from lengths, and of the dev items alone: held-out items are not looked at. */
function overlong({ store }: AppContext, { fields }: DraftContent): DraftCheck {
  const { items, settings, split } = fields;
  if (items === null || !store.itemSetVersion(items.name, items.version))
    return check('overlong', 'unknown', 'Waits for the item set.');
  const dev = store.readDevItems(items);
  if (dev.length === 0)
    return check('overlong', 'unknown', 'There are no dev items to estimate prompt lengths from.');
  const system = settings.system?.length ?? 0;
  const room = settings.context - settings.maxTokens;
  const composers = distinctPrompts(fields).map((prompt) =>
    promptComposer(composedOf(prompt, null), store, items),
  );
  // What cannot be composed is a problem of its own, and said where it is.
  const messagesOf = (item: Item): readonly (readonly Message[])[] =>
    composers.map((composer) => {
      const composed = composer.ok ? composer.data(item) : composer;
      return composed.ok ? composed.data.messages : item.messages;
    });
  const long = dev.filter((item) =>
    messagesOf(item).some(
      (messages) =>
        (system + messages.reduce((sum, { content }) => sum + content.length, 0)) / charactersPerToken > room,
    ),
  ).length;
  const about = split === 'dev' ? 'items' : 'dev items';
  if (long === 0)
    return check(
      'overlong',
      'good',
      `All ${formatCount(dev.length)} dev items fit the context with their answers, estimated from their lengths.`,
    );
  return check(
    'overlong',
    'bad',
    `About ${formatCount(long)} of ${formatCount(dev.length)} ${about} are longer than the context leaves room for: they count as overlong or are cut off.`,
  );
}

/** The prompts that some candidate has, each once; the shared one where there is no candidate yet. */
function distinctPrompts(fields: DraftFields): readonly DraftComposition[] {
  const all = fields.candidates.map((candidate) => promptOf(fields, candidate));
  const byText = new Map(
    (all.length === 0 ? [fields.settings] : all).map(({ promptTemplate, fewShot }) => [
      JSON.stringify([promptTemplate, fewShot]),
      { promptTemplate, fewShot },
    ]),
  );
  return [...byText.values()];
}

async function memory(
  context: AppContext,
  content: DraftContent,
  inspected: readonly Inspected[],
  someRemote: boolean,
): Promise<DraftCheck> {
  const onGraphics = content.fields.settings.backend !== 'cpu';
  const file = fileFromDraft(content, context.store, (model) => pathOfModel(context, content, model));
  const candidates = inspected.map(({ name, description }) =>
    memoryNeed(
      name,
      description,
      engineSettings(file.candidates[name] ?? {}, settingsMachine(context), description.blockCount),
    ),
  );
  const needs = [...candidates, ...(await judgeNeed(context, file.judge, onGraphics))];
  const [largest] = needs.toSorted((one, other) => other.total - one.total);
  if (!largest)
    return someRemote
      ? check('memory', 'good', 'Nothing is loaded here: the servers have the models.')
      : check('memory', 'unknown', 'Waits for the candidates.');
  const room = onGraphics ? (context.machine.graphics[0]?.memoryTotal ?? null) : await freeMemory();
  const where = onGraphics ? 'on the graphics device' : 'free';
  if (room === null)
    return check(
      'memory',
      'unknown',
      `The largest, ${largest.name}, takes about ${formatBytes(largest.total)}; how much the graphics device has is not known.`,
    );
  const tooLarge = needs.filter(({ total }) => total > room).map(({ name }) => name);
  const guess = needs.every(({ reliable }) => reliable) ? '' : ' This is a guess: a file says too little.';
  if (tooLarge.length > 0)
    return check(
      'memory',
      'bad',
      begun(
        `${listWords(tooLarge)} ${tooLarge.length === 1 ? 'does' : 'do'} not fit: ${largest.name} takes about ${formatBytes(largest.total)}, and ${formatBytes(room)} are ${where}.${guess}`,
      ),
    );
  const beyond = contextSentences(needs).map(begun);
  return check(
    'memory',
    beyond.length === 0 ? 'good' : 'unknown',
    [
      `${candidates.length === 0 ? 'The judge fits this machine; it' : 'All fit this machine; the largest'} takes ${formatBytes(largest.total)} of ${formatBytes(room)} ${where}.${guess}`,
      ...beyond,
    ].join(' '),
  );
}

/** With a capital where the judge is what a sentence begins with; candidates are called as they are. */
function begun(sentence: string): string {
  return sentence.startsWith(judgeName) ? `T${sentence.slice(1)}` : sentence;
}

/** What each endpoint has in the plan beside address and model; empty where it is nothing. */
function endpointWords(context: AppContext, content: DraftContent): string {
  const file = fileFromDraft(content, context.store, (model) => pathOfModel(context, content, model));
  const judge: [string, PlanFileCandidate][] = file.judge === undefined ? [] : [['The judge', file.judge]];
  return [...Object.entries(file.candidates), ...judge]
    .filter(([, { endpoint }]) => endpoint !== undefined)
    .map(
      ([name, own]) =>
        [
          name,
          [
            ...(own.api_key_env === undefined
              ? []
              : [`key from the environment variable ${own.api_key_env}`]),
            ...(own.api_key_keyring === undefined ? [] : [`key ${own.api_key_keyring} from the keyring`]),
            ...(own.tokenizer === undefined ? [] : [`vocabulary of ${own.tokenizer}`]),
            ...(own.timeout === undefined ? [] : [`given up after ${formatCount(own.timeout)} s of silence`]),
          ].join(', '),
        ] as const,
    )
    .filter(([, words]) => words !== '')
    .map(([name, words]) => ` ${name}: ${words}.`)
    .join('');
}

/** What the plan that this was made from says of its judge, beyond what one has that is chosen here, on their backend. */
function judgeWords(context: AppContext, content: DraftContent): readonly string[] {
  const judge = judgeToFile(content, context.store, (model) => pathOfModel(context, content, model));
  if (judge === undefined) return [];
  const machine = settingsMachine(context);
  const { backend, gpuLayers } = content.fields.settings;
  const here = judge.gguf === undefined ? {} : { backend, gpu_layers: gpuLayers };
  const usual = new Map(
    Object.entries(named({ ...judgeDefaults, ...here }, machine)).map(([key, value]) => [
      key,
      JSON.stringify(value),
    ]),
  );
  return Object.entries(named({ ...judgeDefaults, ...judge }, machine))
    .filter(([key, value]) => JSON.stringify(value) !== usual.get(key))
    .map(([key, value]) => `the judge has ${key} ${JSON.stringify(value)}`);
}

/** What goes before one thing is changed at a time: candidates that differ from the baseline in several. */
function apartWords(context: AppContext, content: DraftContent): readonly string[] {
  const { baseline } = content.fields;
  const file = fileFromDraft(content, context.store, (model) => pathOfModel(context, content, model));
  const byName = (name: string): SettingsByName | undefined => {
    const own = file.candidates[name];
    if (own === undefined) return undefined;
    const { gguf, endpoint, model, ...others } = own;
    return endpoint === undefined
      ? { ...others, engine: 'llama', model: gguf }
      : { ...others, engine: 'openai', model: [endpoint, model] };
  };
  const first = byName(baseline ?? '');
  if (baseline === null || first === undefined) return [];
  return content.fields.candidates.flatMap(({ name }) => {
    const own = name === baseline ? undefined : byName(name);
    return own === undefined ? [] : (ablationSentence(name, baseline, settingsApart(first, own)) ?? []);
  });
}

function settings(
  content: DraftContent,
  endpoints: string,
  judge: readonly string[],
  apart: readonly string[],
): DraftCheck {
  const said = settingsWords(content, endpoints, judge);
  return apart.length === 0
    ? said
    : check('settings', said.state === 'bad' ? 'bad' : 'unknown', `${said.text} ${apart.join(' ')}`);
}

/** What the fields do not show: an imported or duplicated plan may say more. */
function settingsWords(
  { carried, fields }: DraftContent,
  endpoints: string,
  judge: readonly string[],
): DraftCheck {
  const differing = Object.entries(carried.candidates).flatMap(
    ([name, { settings: own, without, accept }]) => [
      ...Object.entries(own).map(([key, value]) => `${name} has ${key} ${JSON.stringify(value)}`),
      ...without.map((key) => `${name} has no ${key}`),
      ...accept.map((kind) => `${name} may differ in ${kind}`),
    ],
  );
  const shared = [
    ...judge,
    ...(carried.limit === undefined
      ? []
      : [`at most ${formatCount(carried.limit)} items of each stratum are asked`]),
    ...Object.entries(carried.shared).map(
      ([key, value]) => `every candidate has ${key} ${JSON.stringify(value)}`,
    ),
  ];
  const prompts = fields.candidates.flatMap(({ name, ownPrompt }) => (ownPrompt === null ? [] : [name]));
  if (differing.length === 0 && shared.length === 0)
    return prompts.length === 0
      ? check(
          'settings',
          'good',
          `Every candidate runs with the same settings: only the weights differ.${endpoints}`,
        )
      : check(
          'settings',
          'unknown',
          `${listWords(prompts)} ${prompts.length === 1 ? 'has a prompt of its own' : 'have prompts of their own'}: more than the weights differs.${endpoints}`,
        );
  return check(
    'settings',
    differing.length === 0 ? 'good' : 'unknown',
    `The plan that this was made from says more: ${listWords([...shared, ...differing])}.${endpoints}`,
  );
}

function template({ carried }: DraftContent, inspected: readonly Inspected[]): DraftCheck {
  const lacking = inspected
    .filter(
      ({ name, description }) => description.template === null && templatePathOf(carried, name) === null,
    )
    .map(({ name }) => name);
  if (lacking.length === 0) return check('template', 'good', 'Every file brings its chat template along.');
  return check(
    'template',
    'bad',
    `${listWords(lacking)} ${lacking.length === 1 ? 'has' : 'have'} no chat template: import a plan that names one with \`template\`.`,
  );
}

function templatePathOf({ candidates, shared }: CarriedPlan, name: string): string | null {
  return candidates[name]?.settings.template ?? shared.template ?? null;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
