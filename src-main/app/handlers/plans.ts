/** New comparison: drafts, their sizing, checks and pilots, and the way to a registered plan. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Handlers } from '../../contract/calls/calls.ts';
import type { Draft, RegisteredPlanView } from '../../contract/calls/plans.ts';
import { ablationSentences } from '../../contract/presentation/ablation-words.ts';
import { failure, success, type Result } from '../../contract/result.ts';
import type { RegisteredPlan } from '../../contract/plan.ts';
import type { PlanFile, PlanFileSettings } from '../../experiment/plan/plan-schema.ts';
import { promptTemplateText } from '../../experiment/plan/resolve-composition.ts';
import { readPlanFile, resolveItems, resolvePlan } from '../../experiment/plan/resolve-plan.ts';
import { planOf } from '../comparison-state.ts';
import { contextNotices } from '../context-notices.ts';
import type { AppContext } from '../context.ts';
import { endpointAddress, rememberEndpoints } from '../model-library/endpoints.ts';
import { commonSettings, settingsOfPlan } from '../model-library/kept-endpoints.ts';
import { libraryOf } from '../model-library/model-library.ts';
import { askedStrata } from '../../experiment/plan/asked-items.ts';
import { draftChecks } from '../plans/draft-checks.ts';
import {
  changedDraft,
  draftIdentifier,
  draftJson,
  findDraft,
  type DraftContent,
  type FoundDraft,
} from '../plans/draft-content.ts';
import { draftFromFile, fileFromDraft } from '../plans/draft-and-file.ts';
import { judgeItemsOf, planJudgeOf } from '../plans/draft-judge.ts';
import { pathOfModel } from '../plans/draft-models.ts';
import { draftProblems } from '../plans/draft-problems.ts';
import { previewPrompt } from '../plans/draft-prompts.ts';
import { draftSizing } from '../plans/draft-sizing.ts';
import { newDraft, settingsMachine } from '../plans/new-draft.ts';
import { planAsFile, planFileText } from '../plans/plan-as-file.ts';
import { withVariation } from '../plans/vary-candidate.ts';
import { Pilots } from '../plans/pilots.ts';
import { pageOfList } from './paging.ts';

type PlanHandlers = Pick<Handlers, Extract<keyof Handlers, `plans.${string}`>>;

export function planHandlers(context: AppContext): PlanHandlers {
  const { store, now } = context;
  const pilots = new Pilots(context);

  return {
    'plans.create_draft': async ({ models }) => {
      const content = await newDraft(context, models);
      return content.ok ? createDraft(context, content.data) : content;
    },
    'plans.read_draft': ({ draft }) =>
      Promise.resolve(mapped(findDraft(store, draft), (found) => draftView(context, found))),
    'plans.change_draft': async ({ draft, revision, change }) => {
      await libraryOf(context).found();
      return keepDraft(context, draft, revision, (content) => success(changedDraft(content, change)));
    },
    'plans.vary_candidate': async ({ draft, revision, candidate, variation }) => {
      await libraryOf(context).found();
      return keepDraft(context, draft, revision, (content) => withVariation(content, candidate, variation));
    },
    'plans.discard_draft': async ({ draft }) => {
      const found = findDraft(store, draft);
      if (!found.ok) return found;
      await pilots.cancel(found.data.id);
      const deleted = store.deleteDraft(found.data.id, now());
      if (!deleted.ok) return deleted;
      draftChanged(context, found.data.id);
      return success({});
    },
    'plans.list_strata': ({ set, split, page }) => {
      if (!store.itemSetVersion(set.name, set.version)) return Promise.resolve(unknownSet(set));
      return Promise.resolve(success(pageOfList(askedStrata(store, set, split), page)));
    },
    'plans.read_sizing': ({ draft, discordance, power }) =>
      Promise.resolve(
        mapped(findDraft(store, draft), (found) => draftSizing(context, found, { discordance, power })),
      ),
    'plans.check_draft': async ({ draft }) => {
      const found = findDraft(store, draft);
      if (!found.ok) return found;
      return success({ checks: await draftChecks(context, found.data.content) });
    },
    'plans.start_pilot': ({ draft, items }) => {
      const found = findDraft(store, draft);
      return Promise.resolve(found.ok ? pilots.start(found.data, items) : found);
    },
    'plans.read_pilot': ({ draft }) =>
      Promise.resolve(mapped(findDraft(store, draft), (found) => pilots.view(found))),
    'plans.cancel_pilot': async ({ draft }) => {
      const found = findDraft(store, draft);
      if (!found.ok) return found;
      await pilots.cancel(found.data.id);
      return success({});
    },
    'plans.preview_prompt': (asked) => Promise.resolve(previewPrompt(store, asked)),
    'plans.import_plan': async ({ path }) => {
      const content = await importPlan(context, resolve(path));
      return content.ok ? createDraft(context, content.data) : content;
    },
    'plans.register_plan': async ({ draft, revision }, { signal }) => {
      const found = findDraft(store, draft);
      if (!found.ok) return found;
      await pilots.cancel(found.data.id);
      return registerDraft(context, draft, revision, signal);
    },
    'plans.read_plan': async ({ comparison }) => {
      const plan = planOf(store, comparison);
      return plan.ok ? registeredView(context, plan.data) : plan;
    },
  };
}

function mapped<T, R>(result: Result<T>, view: (data: T) => R): Result<R> {
  return result.ok ? success(view(result.data)) : result;
}

function unknownSet({ name, version }: { readonly name: string; readonly version: number }) {
  return failure('item_set_unknown', `There is no item set ${name}@${version} in this data folder.`, {
    next: 'Choose another one.',
    where: { field: 'items' },
  });
}

function draftView(context: AppContext, found: FoundDraft): Draft {
  return {
    draft: draftIdentifier(found.id),
    revision: found.revision,
    savedAt: found.savedAt,
    fields: found.content.fields,
    judgeItems: judgeItemsOf(context.store, found.content.fields),
    planJudge: planJudgeOf(found.content),
    problems: draftProblems(context, found.content),
  };
}

function draftChanged({ hub }: AppContext, id: number): void {
  const draft = draftIdentifier(id);
  hub.publish({ kind: 'store_changed', change: { of: 'plan', draft } });
  hub.publish({ kind: 'store_changed', change: { of: 'comparisons', comparison: draft } });
}

/** Keeps new content as a draft of its own. */
export function createDraft(context: AppContext, content: DraftContent): Result<{ readonly draft: string }> {
  const remembered = rememberModels(context, content);
  if (!remembered.ok) return remembered;
  const created = context.store.createDraft(draftJson(content), context.now());
  if (!created.ok) return created;
  draftChanged(context, created.data);
  return success({ draft: draftIdentifier(created.data) });
}

/** Files that came along are models like any other from then on: they can be chosen for another candidate. */
function rememberModels(context: AppContext, content: DraftContent): Result<void> {
  const { paths, endpoints, fields, carried } = content;
  const came = fields.candidates.flatMap(({ name, endpoint }) => {
    const url = endpoint === null ? undefined : endpoints[endpoint.endpoint];
    const settings = settingsOfPlan(carried.candidates[name]?.endpoint ?? {});
    return url === undefined ? [] : [{ url, settings }];
  });
  const { judge } = carried;
  if (judge?.endpoint !== undefined) came.push({ url: judge.endpoint, settings: settingsOfPlan(judge) });
  const common = [...Map.groupBy(came, ({ url }) => url)].map(
    ([url, all]) => [url, commonSettings(all.map(({ settings }) => settings))] as const,
  );
  const remembered = rememberEndpoints(context, new Map(common));
  if (!remembered.ok) return remembered;
  const library = libraryOf(context);
  const lacking = Object.entries(paths)
    .filter(([model, path]) => library.pathOf(model) === null && existsSync(path))
    .map(([, path]) => path);
  if (lacking.length === 0) return success(undefined);
  return library.keep({ files: [...new Set([...library.places().files, ...lacking])] });
}

function keepDraft(
  context: AppContext,
  draft: string,
  revision: number,
  change: (content: DraftContent) => Result<DraftContent>,
): Result<Draft> {
  const found = findDraft(context.store, draft);
  if (!found.ok) return found;
  const content = change(found.data.content);
  if (!content.ok) return content;
  const changed = context.store.changeDraft(
    found.data.id,
    revision,
    draftJson(withPaths(context, content.data)),
    context.now(),
  );
  if (!changed.ok) return changed;
  draftChanged(context, found.data.id);
  return mapped(findDraft(context.store, draft), (saved) => draftView(context, saved));
}

/** Remembers where the chosen models lie, so that a draft outlives the folder's removal from the list. */
function withPaths(context: AppContext, content: DraftContent): DraftContent {
  const { candidates, judge } = content.fields;
  const answering = judge === null ? candidates : [...candidates, judge];
  const known = answering.flatMap(({ model }) => {
    const path = model === null ? null : pathOfModel(context, content, model);
    return model === null || path === null ? [] : [[model, path] as const];
  });
  const chosen = answering.flatMap(({ endpoint }) => {
    const id = endpoint?.endpoint;
    const url = id === undefined ? null : (content.endpoints[id] ?? endpointAddress(context, id));
    return id === undefined || url === null ? [] : [[id, url] as const];
  });
  return { ...content, paths: Object.fromEntries(known), endpoints: Object.fromEntries(chosen) };
}

async function importPlan(context: AppContext, path: string): Promise<Result<DraftContent>> {
  const file = await readPlanFile(path);
  if (!file.ok) return file;
  const items = await resolveItems(file.data.items, path, context.store, context.now());
  if (!items.ok) return items;
  const whole = await withPromptTexts(withAbsolutePaths(file.data, dirname(path)), path);
  if (!whole.ok) return whole;
  context.hub.publish({ kind: 'store_changed', change: { of: 'items' } });
  return success(draftFromFile(whole.data, items.data, context.store, settingsMachine(context)));
}

/** Prompt templates as their texts: a draft keeps what it was made of, whatever becomes of the files. */
async function withPromptTexts(file: PlanFile, path: string): Promise<Result<PlanFile>> {
  const withText = async <Settings extends PlanFileSettings>(
    settings: Settings,
  ): Promise<Result<Settings>> => {
    if (settings.prompt_template === undefined) return success(settings);
    const text = await promptTemplateText(settings.prompt_template, path);
    return text.ok ? success({ ...settings, prompt_template: text.data }) : text;
  };
  const defaults = await withText(file.defaults);
  if (!defaults.ok) return defaults;
  const candidates: PlanFile['candidates'] = {};
  for (const [name, own] of Object.entries(file.candidates)) {
    const candidate = await withText(own);
    if (!candidate.ok) return candidate;
    candidates[name] = candidate.data;
  }
  return success({ ...file, defaults: defaults.data, candidates });
}

function withAbsolutePaths(file: PlanFile, folder: string): PlanFile {
  const absolute = (paths: Readonly<Record<string, string | undefined>>) =>
    Object.fromEntries(
      Object.entries(paths).flatMap(([key, path]) =>
        path === undefined ? [] : [[key, resolve(folder, path)]],
      ),
    );
  const placed = (own: PlanFile['candidates'][string]) => ({
    ...own,
    ...absolute({ gguf: own.gguf, template: own.template, tokenizer: own.tokenizer }),
  });
  return {
    ...file,
    defaults: { ...file.defaults, ...absolute({ template: file.defaults.template }) },
    candidates: Object.fromEntries(Object.entries(file.candidates).map(([name, own]) => [name, placed(own)])),
    ...(file.judge === undefined ? {} : { judge: placed(file.judge) }),
  };
}

async function registerDraft(
  context: AppContext,
  draft: string,
  revision: number,
  signal: AbortSignal,
): Promise<Result<{ comparison: string; hash: string; registeredAt: string }>> {
  const { store, now } = context;
  const current = (): Result<FoundDraft> => {
    const found = findDraft(store, draft);
    return found.ok && found.data.revision !== revision ? stale() : found;
  };
  const found = current();
  if (!found.ok) return found;
  const { content, id } = found.data;
  const [first] = draftProblems(context, content);
  if (first)
    return failure('plan_invalid', first.message, {
      next: 'Correct the field and register again.',
      where: { field: first.field },
    });
  const file = fileFromDraft(content, store, (model) => pathOfModel(context, content, model));
  const plan = await resolvePlan(file, 'the draft', store, now(), {
    machine: settingsMachine(context),
    hashCache: context.hashCache,
    signal,
  });
  if (!plan.ok) return plan;
  // Hashing takes its time: somebody may have gone on writing.
  const still = current();
  if (!still.ok) return still;
  const registered = store.registerPlan(plan.data, now());
  if (!registered.ok) return registered;
  const { hash, registeredAt } = registered.data;
  // The same plan again is the plan that is there, and one that was cancelled can go on.
  const revived = store.halt(hash) === 'cancelled' ? store.setHalt(hash, null) : success(undefined);
  if (!revived.ok) return revived;
  const deleted = store.deleteDraft(id, now());
  if (!deleted.ok) return deleted;
  draftChanged(context, id);
  context.runs.changed(hash);
  return success({ comparison: hash, hash, registeredAt });
}

function stale() {
  return failure('draft_stale', 'The draft was changed in another window.', {
    next: 'Read it again, then register it.',
  });
}

/** A registered plan as a draft that says the same. */
export function draftOfPlan(context: AppContext, { plan }: RegisteredPlan): Result<DraftContent> {
  const file = planAsFile(plan, context.store.folder);
  if (!file.ok) return file;
  return success(draftFromFile(file.data, plan.items, context.store, settingsMachine(context)));
}

async function registeredView(
  context: AppContext,
  registered: RegisteredPlan,
): Promise<Result<RegisteredPlanView>> {
  const { plan, hash, registeredAt } = registered;
  const file = planAsFile(plan, context.store.folder);
  if (!file.ok) return file;
  const content = draftFromFile(file.data, plan.items, context.store, settingsMachine(context));
  return success({
    comparison: hash,
    hash,
    registeredAt,
    text: planFileText(file.data),
    fields: content.fields,
    heldOutReadings: context.store.heldOutReadings(plan.items).length,
    apart: [...ablationSentences(plan)],
    contexts: [...(await contextNotices(plan))],
  });
}
