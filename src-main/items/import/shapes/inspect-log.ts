/**
 * Logs of inspect_ai, JSON or `.eval`: samples as items and as stored outputs. A sample with an error has no answer;
 * a value that is not a number is no score (inspect_ai/log/_log.py, design/nan-serialization.md).
 */
import type { Check, Json, Message } from '../../../contract/item.ts';
import type { FinishReason } from '../../../contract/output.ts';
import { success } from '../../../contract/result.ts';
import { readTurn, toMessage } from '../chat-messages.ts';
import { misshapen, unanswered, unsupported, type Draft, type LoggedOutput } from '../draft.ts';
import { fieldsIn, firstText, has, indexOf, listIn, plainText, textOf, textsOf } from '../field-values.ts';
import { choiceItem, positionOf } from '../gold-choice.ts';
import { likelyCheck } from '../likely-check.ts';
import { byRecords, type Shape } from '../shape.ts';
import type { Fields, SourceRecord } from '../source-record.ts';
import { timeOf } from '../timestamps.ts';

export const inspectLog: Shape = {
  name: 'inspect-log',
  title: 'inspect_ai log (samples with input, target, output, scores)',
  recognise(head) {
    return byRecords(
      head,
      0.98,
      'samples with id, epoch, input and target',
      (fields) =>
        has(fields, 'id', 'epoch', 'input', 'target') ||
        (has(fields, 'log') && has(fields, 'input', 'target')),
    );
  },
  map(record, context) {
    const { fields } = record;
    const messages = inputOf(fields['input']);
    if (messages === undefined)
      return unsupported(record, 'the input is no text and no list of text messages');
    if (messages.length === 0) return misshapen(record, 'there is no input');
    const targets = textsOf(fields['target']) ?? [plainText(fields['target']) ?? ''];
    const asked = askedOf(fields, messages, targets, context.choiceBy);
    if (asked === undefined) return unanswered(record, 'the target names no answer');
    const log = fieldsIn(fields['log']);
    const task = (log === undefined ? undefined : textOf(log, 'task')) ?? context.name;
    const time = timeOf(fields);
    const draft: Draft = {
      item: { id: idOf(fields, record), ...asked, stratum: task },
      reference: targets.join('; '),
      ...(time === undefined ? {} : { time }),
      outputs: [outputOf(fields, log)],
      repeats: true,
    };
    return success([draft]);
  },
};

/** 1 and "1" are two samples there; a number keeps its sign of being one. */
function idOf(fields: Fields, record: SourceRecord): string {
  const id = fields['id'];
  return typeof id === 'number'
    ? `#${id}`
    : (plainText(id) ?? `#row-${record.where.row ?? record.where.line ?? 0}`);
}

function inputOf(input: Json | undefined): Message[] | undefined {
  if (typeof input === 'string') return input.trim() === '' ? [] : [{ role: 'user', content: input }];
  const turns = (listIn(input) ?? []).map(readTurn);
  const read = turns.flatMap((turn) => ('turn' in turn ? [toMessage(turn.turn)] : []));
  return read.length === turns.length ? read : undefined;
}

function askedOf(
  fields: Fields,
  messages: readonly Message[],
  targets: readonly string[],
  choiceBy: 'text' | 'logprob',
): { readonly messages: Message[]; readonly check: Check } | undefined {
  const options = textsOf(fields['choices']);
  const [target] = targets;
  if (target === undefined || target.trim() === '') return undefined;
  const last = messages.at(-1);
  if (options === undefined || options.length < 2 || last === undefined) {
    return {
      messages: [...messages],
      check: targetCheck(targets, target, Object.keys(fieldsIn(fields['scores']) ?? {})),
    };
  }
  const gold = positionOf(target);
  if (targets.length > 1 || gold === undefined || gold >= options.length || options.length > 26)
    return undefined;
  // inspect's own solver adds the options to the question; the log's input does not have them.
  const { input, check } = choiceItem(last.content, options, gold, choiceBy);
  return { messages: [...messages.slice(0, -1), { role: last.role, content: input }], check };
}

function targetCheck(targets: readonly string[], target: string, scorers: readonly string[]): Check {
  if (scorers.includes('includes')) return { kind: 'rules', must_contain_one_of: [...targets] };
  if (targets.length > 1) return { kind: 'exact', answer: [...targets] };
  return likelyCheck(target);
}

function outputOf(fields: Fields, log: Fields | undefined): LoggedOutput {
  const output = fieldsIn(fields['output']) ?? {};
  const choice = fieldsIn(listIn(output['choices'])?.[0]);
  const read = choice === undefined ? undefined : readTurn(choice['message'] ?? null);
  const text =
    read !== undefined && 'turn' in read
      ? toMessage(read.turn).content
      : (textOf(output, 'completion') ?? '');
  const error = errorOf(fields['error']) ?? errorOf(output['error']);
  const model = textOf(output, 'model') ?? (log === undefined ? undefined : textOf(log, 'model'));
  return {
    sample: Math.max(0, (indexOf(fields['epoch']) ?? 1) - 1),
    text,
    finish: error === undefined ? finishOf(choice, fields) : 'error',
    ...(model === undefined ? {} : { model }),
    ...(error === undefined ? {} : { error }),
    scores: scoresOf(fieldsIn(fields['scores']) ?? {}),
  };
}

function errorOf(value: Json | undefined): string | undefined {
  const fields = fieldsIn(value);
  return fields === undefined ? plainText(value) : (firstText(fields, 'message', 'traceback') ?? 'error');
}

function finishOf(choice: Fields | undefined, fields: Fields): FinishReason {
  const reason = choice === undefined ? undefined : textOf(choice, 'stop_reason');
  const limit = fieldsIn(fields['limit']);
  if (reason === 'max_tokens' || limit?.['type'] === 'token') return 'length';
  if (reason === 'model_length') return 'length';
  return 'end';
}

/** C, P, I and N are correct, partial, incorrect and no answer. */
const letters: Readonly<Record<string, number>> = { C: 1, P: 0.5, I: 0, N: 0 };

function scoresOf(scores: Fields): Record<string, number> {
  const numbers: Record<string, number> = {};
  for (const [scorer, score] of Object.entries(scores)) {
    const value = fieldsIn(score)?.['value'];
    const number =
      typeof value === 'boolean' ? Number(value) : typeof value === 'string' ? letters[value] : value;
    if (typeof number === 'number' && Number.isFinite(number)) numbers[scorer] = number;
  }
  return numbers;
}
