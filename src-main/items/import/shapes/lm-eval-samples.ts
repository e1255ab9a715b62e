/**
 * Samples of lm-evaluation-harness (`samples_<task>_<date>.jsonl`): one line for each document and filter, as items
 * and as stored outputs. Everything in `resps` is text; token counts and finish reasons are not kept there
 * (lm_eval/loggers/evaluation_tracker.py).
 */
import type { Check, Json } from '../../../contract/item.ts';
import { success, type Result } from '../../../contract/result.ts';
import { misshapen, unanswered, type Draft, type LoggedOutput } from '../draft.ts';
import { fieldsIn, has, indexOf, listIn, plainText, textOf, textsOf } from '../field-values.ts';
import { letterAt } from '../gold-choice.ts';
import { likelyCheck } from '../likely-check.ts';
import { byRecords, type Shape } from '../shape.ts';
import type { Fields } from '../source-record.ts';
import { goldOf } from './gsm8k.ts';

export const lmEvalSamples: Shape = {
  name: 'lm-eval-samples',
  title: 'lm-evaluation-harness samples (doc_id, doc, resps, filtered_resps)',
  recognise(head) {
    return byRecords(head, 0.99, 'doc_id, doc, target, resps and filtered_resps', (fields) =>
      has(fields, 'doc_id', 'doc', 'target', 'resps', 'filtered_resps'),
    );
  },
  map(record, context): Result<readonly Draft[]> {
    const { fields } = record;
    const requests = requestsOf(fields['arguments']);
    const [first] = requests;
    if (first === undefined) return misshapen(record, 'there are no arguments with a prompt');
    const options = requests.map((request) => request.continuation);
    const weighed = options.every((option) => option !== undefined) && options.length > 1;
    const task = taskOf(context.name);
    const check = weighed ? choiceCheck(options, fields) : generatedCheck(plainText(fields['target']));
    if (check === undefined) return unanswered(record, 'the target names no answer');
    const id = plainText(fields['doc_id']) ?? '';
    return success([
      {
        item: { id: `${task}-${id}`, input: first.prompt, stratum: task, check },
        ...(plainText(fields['target']) === undefined
          ? {}
          : { reference: plainText(fields['target']) as string }),
        outputs: outputsOf(fields, weighed ? options : null),
        repeats: true,
      },
    ]);
  },
};

interface Request {
  readonly prompt: string;
  /** Text whose likelihood was asked for; undefined where text was generated. */
  readonly continuation: string | undefined;
}

/** `{"gen_args_0": {"arg_0": prompt, "arg_1": continuation or settings}}`, or lists of the two before 0.4.3. */
function requestsOf(value: Json | undefined): Request[] {
  const lists = listIn(value) ?? Object.values(fieldsIn(value) ?? {});
  return lists.flatMap((entry) => {
    const fields = fieldsIn(entry);
    const [prompt, second] =
      fields === undefined ? (listIn(entry) ?? []) : [fields['arg_0'], fields['arg_1']];
    if (typeof prompt !== 'string') return [];
    return [{ prompt, continuation: typeof second === 'string' ? second : undefined }];
  });
}

/** The target is a number from 0 or the option's text; the options carry the delimiter in front. */
function choiceCheck(options: readonly string[], fields: Fields): Check | undefined {
  const texts = options.map((option) => option.trim());
  const target = plainText(fields['target'])?.trim();
  const byText = target === undefined ? -1 : texts.indexOf(target);
  const gold = byText === -1 ? indexOf(target) : byText;
  if (gold === undefined || gold >= texts.length || texts.length > 26) return undefined;
  return { kind: 'choice', options: texts, answer: letterAt(gold), by: 'logprob' };
}

function generatedCheck(target: string | undefined): Check | undefined {
  if (target === undefined) return undefined;
  const worked = goldOf(target);
  return worked === undefined ? likelyCheck(target) : { kind: 'numeric', answer: worked };
}

function outputsOf(fields: Fields, options: readonly (string | undefined)[] | null): LoggedOutput[] {
  const filter = textOf(fields, 'filter') ?? 'none';
  const scores = scoresOf(fields, filter);
  if (options !== null) {
    const best = likeliest(fields['filtered_resps']);
    const text = best === undefined ? undefined : options[best]?.trim();
    return text === undefined ? [] : [{ sample: 0, text, finish: 'end', scores }];
  }
  const [responses] = listIn(fields['resps']) ?? [];
  const texts = typeof responses === 'string' ? [responses] : (textsOf(responses) ?? []);
  return texts.map((text, sample) => ({ sample, text, finish: 'end', scores }));
}

/** Metrics are numbers, booleans, and now and then lists or pairs, which are no score of one answer. */
function scoresOf(fields: Fields, filter: string): Record<string, number> {
  const scores: Record<string, number> = {};
  for (const name of textsOf(fields['metrics']) ?? []) {
    const value = fields[name];
    const number = typeof value === 'boolean' ? Number(value) : value;
    if (typeof number === 'number' && Number.isFinite(number)) scores[`${name},${filter}`] = number;
  }
  return scores;
}

/** The position of the highest log-likelihood; ties go to the first, as in the harness. */
function likeliest(value: Json | undefined): number | undefined {
  let best: { readonly index: number; readonly value: number } | undefined;
  for (const [index, entry] of (listIn(value) ?? []).entries()) {
    const number = Number(listIn(entry)?.[0] ?? Number.NaN);
    if (!Number.isNaN(number) && (best === undefined || number > best.value)) best = { index, value: number };
  }
  return best?.index;
}

/** The task of `samples_<task>_<ISO date>`; the task's own name may hold underscores. */
function taskOf(name: string): string {
  return name.replace(/^samples_/, '').replace(/_\d{4}-\d\d-\d\dT[\d.:-]+$/, '') || 'lm-eval';
}
