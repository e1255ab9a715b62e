/** What keeps a draft from being registered, field by field, in words. */
import { existsSync } from 'node:fs';
import type { DraftFields, FieldProblem } from '../../contract/calls/plans.ts';
import { formatCount } from '../../contract/presentation/numbers.ts';
import { planFileSchema } from '../../experiment/plan/plan-schema.ts';
import type { AppContext } from '../context.ts';
import { fileFromDraft, strataOf } from './draft-and-file.ts';
import type { DraftContent } from './draft-content.ts';
import { judgeProblems } from './draft-judge.ts';
import { pathOfModel } from './draft-models.ts';
import { promptProblems } from './draft-prompts.ts';

/** In the order in which a person meets the fields. Empty: it can be registered. */
export function draftProblems(context: AppContext, content: DraftContent): readonly FieldProblem[] {
  const { fields } = content;
  const found = [
    ...(fields.decision.trim() === '' ? [problem('decision', 'Say what is decided with this.')] : []),
    ...itemProblems(context, fields),
    ...candidateProblems(context, content),
    ...judgeProblems(context, content),
    ...(fields.margin === null ? [problem('margin', 'Say how large a drop is accepted.')] : []),
    ...strataProblems(context, fields),
    ...ruleProblems(fields),
    ...settingProblems(fields),
    ...promptProblems(context.store, fields),
  ];
  return found.length > 0 ? found : schemaProblems(context, content);
}

function problem(field: string, message: string): FieldProblem {
  return { field, message };
}

function itemProblems({ store }: AppContext, { items, split }: DraftFields): FieldProblem[] {
  if (items === null) return [problem('items', 'Choose an item set.')];
  const version = store.itemSetVersion(items.name, items.version);
  if (!version)
    return [
      problem('items', `There is no item set ${items.name}@${items.version} here: choose another one.`),
    ];
  const { dev, heldOut } = version.counts;
  if ((split === 'dev' ? dev : heldOut) > 0) return [];
  const [none, other] = split === 'dev' ? ['dev', 'held-out'] : ['held-out', 'dev'];
  return [problem('split', `${items.name}@${items.version} has no ${none} items: take the ${other} ones.`)];
}

const candidateName = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

function candidateProblems(context: AppContext, content: DraftContent): FieldProblem[] {
  const { candidates, baseline } = content.fields;
  const found: FieldProblem[] = [];
  if (candidates.length < 2)
    found.push(problem('candidates', 'Choose a baseline and at least one version to compare with it.'));
  for (const [index, { name, model, endpoint }] of candidates.entries()) {
    const field = `candidates.${index}`;
    if (!candidateName.test(name))
      found.push(
        problem(
          `${field}.name`,
          `“${name}” cannot be a name: use letters, digits, dot, dash and underscore, beginning with a letter or digit.`,
        ),
      );
    else if (candidates.findIndex((other) => other.name === name) < index)
      found.push(problem(`${field}.name`, `Another candidate is called ${name} already.`));
    if (endpoint !== null)
      found.push(...endpointProblems(content, `${field}.endpoint`, name, endpoint.endpoint));
    else if (model === null) found.push(problem(`${field}.model`, `Choose a file for ${name}.`));
    else {
      const path = pathOfModel(context, content, model);
      if (path === null)
        found.push(problem(`${field}.model`, `The file of ${name} is not among the models any more.`));
      else if (!existsSync(path)) found.push(problem(`${field}.model`, `${path} is not there.`));
    }
  }
  if (baseline === null) found.push(problem('baseline', 'Choose what the others are compared with.'));
  else if (!candidates.some(({ name }) => name === baseline))
    found.push(
      problem('baseline', `${baseline} is not among the candidates any more: choose another baseline.`),
    );
  return found;
}

function endpointProblems(
  { endpoints }: DraftContent,
  field: string,
  name: string,
  id: string,
): readonly FieldProblem[] {
  return endpoints[id] === undefined
    ? [problem(field, `The endpoint of ${name} is not among the models any more.`)]
    : [];
}

function strataProblems({ store }: AppContext, { items, split, strata }: DraftFields): FieldProblem[] {
  if (items === null) return [];
  const known = new Set(strataOf(store, items, split));
  // Without any items the split is the problem, and it is said there.
  if (known.size === 0) return [];
  return strata.flatMap(({ stratum, mustPass }, index) => {
    const field = `strata.${index}.stratum`;
    if (strata.findIndex((other) => other.stratum === stratum) < index)
      return [problem(field, `${stratum} has a margin already.`)];
    if (mustPass && !known.has(stratum))
      return [problem(field, `${items.name}@${items.version} has no ${stratum} items in this split.`)];
    return [];
  });
}

function ruleProblems({ repeatRule, replicates }: DraftFields): FieldProblem[] {
  if (repeatRule === null || replicates >= 2) return [];
  return [
    problem(
      'repeatRule',
      'One run of the baseline has no spread: let it run twice or more, or take the rule out.',
    ),
  ];
}

function settingProblems({ candidates, settings, replicates }: DraftFields): FieldProblem[] {
  const found: FieldProblem[] = [];
  if (settings.context < 16) found.push(problem('settings.context', 'A context has at least 16 tokens.'));
  if (settings.maxTokens >= settings.context)
    found.push(
      problem(
        'settings.maxTokens',
        `Answers of up to ${formatCount(settings.maxTokens)} tokens leave no room for a prompt in a context of ${formatCount(settings.context)}.`,
      ),
    );
  if (settings.parallel > 256)
    found.push(problem('settings.parallel', 'At most 256 sequences are decoded together.'));
  if (settings.batch < settings.parallel && candidates.some(({ endpoint }) => endpoint === null))
    found.push(
      problem(
        'settings.batch',
        `A batch has at least one token for each sequence: give ${formatCount(settings.parallel)} or more.`,
      ),
    );
  if (settings.topP <= 0) found.push(problem('settings.topP', 'Give a share above 0; 1 switches it off.'));
  if (replicates > 20) found.push(problem('replicates', 'The baseline runs at most 20 times.'));
  return found;
}

/** What the plan format itself does not take; the fields' own checks leave little of it. */
function schemaProblems(context: AppContext, content: DraftContent): FieldProblem[] {
  const file = fileFromDraft(content, context.store, (model) => pathOfModel(context, content, model));
  const parsed = planFileSchema.safeParse(file);
  if (parsed.success) return [];
  return parsed.error.issues.map(({ path, message }) => problem(path.map(String).join('.'), message));
}
