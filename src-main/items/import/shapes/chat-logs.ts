/**
 * Chat logs: OpenAI's messages (fine-tuning files, proxies' request logs) and ShareGPT's conversations. The last
 * answer of the assistant is the reference, everything before it the prompt.
 */
import type { Check, Json, Message } from '../../../contract/item.ts';
import { success, type Result } from '../../../contract/result.ts';
import { readTurn, toMessage, toolsText, type ChatTurn } from '../chat-messages.ts';
import { misshapen, unanswered, unsupported, type Draft } from '../draft.ts';
import { fieldsIn, firstText, has, listIn, plainText, textOf } from '../field-values.ts';
import { likelyCheck } from '../likely-check.ts';
import { byRecords, type Shape } from '../shape.ts';
import type { Fields, SourceRecord } from '../source-record.ts';
import { timeOf } from '../timestamps.ts';

export const openaiChat: Shape = {
  name: 'openai-chat',
  title: 'OpenAI chat logs (messages, tool calls)',
  recognise(head) {
    return byRecords(head, 0.95, 'messages with a role and a content', (fields) => {
      const [first] = messagesOf(fields) ?? [];
      const message = fieldsIn(first);
      return message !== undefined && has(message, 'role') && !has(fields, 'check') && !has(fields, 'scores');
    });
  },
  map(record) {
    const messages = messagesOf(record.fields);
    if (messages === undefined) return misshapen(record, 'there are no messages');
    return conversation(record, [...messages, ...responseOf(record.fields)], 'chat');
  },
};

export const sharegpt: Shape = {
  name: 'sharegpt',
  title: 'ShareGPT (conversations with from and value)',
  recognise(head) {
    return byRecords(head, 0.97, 'conversations of from and value', (fields) => {
      const first = fieldsIn(listIn(fields['conversations'])?.[0]);
      return first !== undefined && has(first, 'from', 'value');
    });
  },
  map(record) {
    const turns = listIn(record.fields['conversations']);
    if (turns === undefined) return misshapen(record, 'there are no conversations');
    const drafts = conversation(record, turns, 'chat');
    return drafts.ok ? success(drafts.data.map((draft) => ({ ...draft, idsRecur: true }))) : drafts;
  },
};

function messagesOf(fields: Fields): readonly Json[] | undefined {
  return listIn(fields['messages']) ?? listIn(fieldsIn(fields['request'])?.['messages']);
}

/** The reply that a proxy logged beside the request. */
function responseOf(fields: Fields): readonly Json[] {
  const response = fields['response'];
  if (typeof response === 'string') return [{ role: 'assistant', content: response }];
  const choice = fieldsIn(listIn(fieldsIn(response)?.['choices'])?.[0]);
  const message = fieldsIn(choice?.['message']);
  return message === undefined ? [] : [{ role: 'assistant', ...message }];
}

function conversation(
  record: SourceRecord,
  values: readonly Json[],
  stratum: string,
): Result<readonly Draft[]> {
  const { fields } = record;
  const turns: ChatTurn[] = [];
  for (const value of values) {
    const read = readTurn(value);
    if ('fault' in read) return unsupported(record, read.fault);
    turns.push(read.turn);
  }
  const last = turns.findLastIndex(
    (turn) => turn.role === 'assistant' && (turn.text.trim() !== '' || turn.calls.length > 0),
  );
  const reply = turns[last];
  if (reply === undefined) return unanswered(record, 'the assistant says nothing');
  const messages = prompt(turns.slice(0, last), fields);
  if (!messages.some((message) => message.role === 'user'))
    return misshapen(record, 'nothing is asked before the answer');
  const time = timeOf(fields);
  const id = plainText(fields['id'] ?? fields['custom_id']);
  return success([
    {
      item: {
        ...(id === undefined ? {} : { id }),
        messages,
        stratum:
          reply.calls.length > 0
            ? 'tool_call'
            : (firstText(fields, 'stratum', 'category', 'task') ?? stratum),
        check: replyCheck(reply),
      },
      reference: toMessage(reply).content,
      ...(time === undefined ? {} : { time }),
    },
  ]);
}

/** The turns before the answer, with what the log says about system and tools in front; never opened by the model. */
function prompt(turns: readonly ChatTurn[], fields: Fields): Message[] {
  const spoken = turns.filter((turn) => turn.role !== 'system');
  const systems = turns.filter((turn) => turn.role === 'system').map((turn) => turn.text);
  const start = spoken.findIndex((turn) => turn.role === 'user');
  const system = [textOf(fields, 'system') ?? '', ...systems, toolsText(fields) ?? '']
    .filter((text) => text.trim() !== '')
    .join('\n\n');
  return [
    ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
    ...(start === -1 ? [] : spoken.slice(start)).map(toMessage),
  ];
}

function replyCheck(reply: ChatTurn): Check {
  if (reply.calls.length > 0) return { kind: 'tool_call', calls: [...reply.calls] };
  return likelyCheck(reply.text);
}
