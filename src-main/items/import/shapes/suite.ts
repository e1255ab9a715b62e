/**
 * Hand-written suites (YAML or JSON): categories with items, rules, weights and minimum scores. A category is a
 * stratum; its weight and minimum are told apart from the items, because they say how to judge, not what to ask.
 */
import type { Check, Json } from '../../../contract/item.ts';
import { checkSchema } from '../../../contract/item.ts';
import { success, type Result } from '../../../contract/result.ts';
import { misshapen, unanswered, type Draft } from '../draft.ts';
import { fieldsIn, firstText, listIn, plainText, textOf, textsOf } from '../field-values.ts';
import { likelyCheck } from '../likely-check.ts';
import type { MapContext, Shape } from '../shape.ts';
import type { Fields, SourceRecord } from '../source-record.ts';
import { isSuite } from '../unwrap-document.ts';

/** How a suite's author weighs a category. */
export interface SuiteCategory {
  readonly stratum: string;
  /** Relative to the other categories; 1 where none is given. */
  readonly weight: number;
  /** The lowest mean score that its author accepts, in [0, 1]; null where none is given. */
  readonly minimumScore: number | null;
}

export const suite: Shape = {
  name: 'suite',
  title: 'Suite (categories or tests, with rules, weights and minimum scores)',
  recognise(head) {
    const [first] = head.records;
    if (first === undefined || head.records.length !== 1 || !isSuite(first)) return null;
    return { confidence: 0.95, reasons: ['one document with categories or tests'] };
  },
  map(record, context): Result<readonly Draft[]> {
    const drafts: Draft[] = [];
    for (const category of categoriesOf(record.fields, context)) {
      for (const value of category.items) {
        const draft = toDraft(record, value, category, textOf(record.fields, 'system'), context);
        if (!draft.ok) return draft;
        drafts.push(draft.data);
      }
    }
    return drafts.length === 0 ? misshapen(record, 'the suite has no items') : success(drafts);
  },
};

/** The weights and minimum scores of a suite's categories. */
export function suiteCategories(fields: Fields, context: MapContext): readonly SuiteCategory[] {
  return categoriesOf(fields, context).map(({ name, fields: category }) => ({
    stratum: name,
    weight: numberOf(category['weight']) ?? 1,
    minimumScore:
      numberOf(category['minimum_score'] ?? category['min_score'] ?? category['threshold']) ?? null,
  }));
}

interface Category {
  readonly name: string;
  readonly fields: Fields;
  readonly items: readonly Json[];
}

const itemLists = ['items', 'tests', 'cases', 'questions', 'prompts'] as const;

function categoriesOf(suiteFields: Fields, context: MapContext): Category[] {
  const listed = suiteFields['categories'];
  const named: readonly (readonly [string | undefined, Json])[] =
    listIn(listed)?.map((value) => [undefined, value] as const) ?? Object.entries(fieldsIn(listed) ?? {});
  const categories = named.flatMap(([key, value], index) => {
    const items = listIn(value);
    const fields = fieldsIn(value) ?? {};
    const name = key ?? firstText(fields, 'name', 'id', 'category') ?? `category ${index + 1}`;
    const own = items ?? itemLists.map((list) => listIn(fields[list])).find((list) => list !== undefined);
    return own === undefined ? [] : [{ name, fields, items: own }];
  });
  const loose = listIn(suiteFields['tests']) ?? listIn(suiteFields['items']);
  if (loose === undefined) return categories;
  return [...categories, ...looseCategories(loose, named, context)];
}

/** Tests that name their category themselves; its settings may stand in the list of categories. */
function looseCategories(
  tests: readonly Json[],
  named: readonly (readonly [string | undefined, Json])[],
  context: MapContext,
): Category[] {
  const groups = new Map<string, Json[]>();
  for (const test of tests) {
    const fields = fieldsIn(test) ?? {};
    const name = firstText(fields, 'category', 'stratum') ?? context.name;
    groups.set(name, [...(groups.get(name) ?? []), test]);
  }
  return [...groups].map(([name, items]) => {
    const settings = named.find(
      ([key, value]) => (key ?? plainText(fieldsIn(value)?.['name'])) === name,
    )?.[1];
    return { name, fields: fieldsIn(settings) ?? {}, items };
  });
}

function toDraft(
  record: SourceRecord,
  value: Json,
  category: Category,
  suiteSystem: string | undefined,
  context: MapContext,
): Result<Draft> {
  const fields = fieldsIn(value);
  const prompt = fields === undefined ? undefined : firstText(fields, 'input', 'prompt', 'question', 'text');
  const at = `category ${category.name}`;
  if (fields === undefined || prompt === undefined) return misshapen(record, `${at}: an item has no prompt`);
  const check = checkOf(fields) ?? checkOf(category.fields);
  const name = plainText(fields['id']) ?? prompt.slice(0, 40);
  if (check === undefined) return unanswered(record, `${at}, ${name}: there is no check, rule or answer`);
  const system = textOf(fields, 'system') ?? textOf(category.fields, 'system') ?? suiteSystem;
  const id = plainText(fields['id']);
  const position = category.items.indexOf(value) + 1;
  const band = firstText(fields, 'band', 'difficulty', 'level');
  return success({
    item: {
      id: id ?? `${context.name}-${category.name.replaceAll(/\s+/g, '-')}-${position}`,
      input: prompt,
      ...(system === undefined ? {} : { system }),
      stratum: category.name,
      ...(band === undefined ? {} : { band }),
      check,
    },
  });
}

const ruleNames = ['must_not_contain', 'must_contain_one_of', 'must_contain_all'] as const;

/** A check as items have it, rules under `rules` or beside the prompt, or an expected answer. */
function checkOf(fields: Fields): Check | undefined {
  const written = checkSchema.safeParse(fields['check']);
  if (written.success) return written.data;
  const rules = fieldsIn(fields['rules']) ?? fields;
  const lists = ruleNames.flatMap((name) => {
    const value = rules[name];
    const list = typeof value === 'string' ? [value] : textsOf(value);
    return list === undefined || list.length === 0 ? [] : [[name, list] as const];
  });
  if (lists.length > 0) {
    const parsed = checkSchema.safeParse({ kind: 'rules', ...Object.fromEntries(lists) });
    if (parsed.success) return parsed.data;
  }
  const answers = textsOf(fields['expected'] ?? fields['answer']);
  if (answers !== undefined && answers.length > 0) return { kind: 'exact', answer: [...answers] };
  const answer = plainText(fields['expected'] ?? fields['answer'] ?? fields['reference']);
  return answer === undefined ? undefined : likelyCheck(answer);
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
