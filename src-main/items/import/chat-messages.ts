/**
 * Messages as chat logs hold them, as this program's own. Tool calls in earlier turns, and the tools themselves, are
 * written into the text: an item's messages have a role and a text, and the model must see what the log's model saw.
 */
import type { Json, Message, ToolCall } from '../../contract/item.ts';
import { fieldsIn, firstText, listIn, textOf } from './field-values.ts';
import { parseJson } from './json-text.ts';
import { isFields, type Fields } from './source-record.ts';

export interface ChatTurn {
  readonly role: Message['role'];
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

/** A turn, or what keeps it from being one, in words. */
export type ReadTurn = { readonly turn: ChatTurn } | { readonly fault: string };

const roles: Readonly<Record<string, Message['role']>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  gpt: 'assistant',
  model: 'assistant',
  chatgpt: 'assistant',
  bing: 'assistant',
  bard: 'assistant',
  function_call: 'assistant',
  tool: 'tool',
  function: 'tool',
  observation: 'tool',
};

/** One message of a log in any of the usual spellings: role and content, or from and value. */
export function readTurn(value: Json): ReadTurn {
  if (!isFields(value)) return { fault: 'a message is no object' };
  const name = firstText(value, 'role', 'from') ?? '';
  const role = Object.hasOwn(roles, name) ? roles[name] : undefined;
  if (role === undefined) return { fault: `the role ${JSON.stringify(name)} is not known` };
  const content = value['content'] ?? value['value'] ?? '';
  const text = contentText(content);
  if (text === undefined) return { fault: 'a message holds something else than text (an image, a sound)' };
  const calls = callsOf(value, name, text);
  if (calls === undefined) return { fault: 'the arguments of a tool call are not JSON' };
  return { turn: { role, text: name === 'function_call' ? '' : text, calls } };
}

/** Text, parts of text joined, or undefined where a part is something else. */
function contentText(content: Json): string | undefined {
  if (content === null) return '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const parts = content.map((part) =>
    typeof part === 'string' ? part : isFields(part) ? partText(part) : undefined,
  );
  return parts.every((part) => part !== undefined) ? parts.join('\n') : undefined;
}

function partText(part: Fields): string | undefined {
  const { text, type } = part;
  const isText = type === undefined || (typeof type === 'string' && type.endsWith('text'));
  return typeof text === 'string' && isText ? text : undefined;
}

function callsOf(message: Fields, name: string, text: string): readonly ToolCall[] | undefined {
  const listed = listIn(message['tool_calls']) ?? [];
  const old = fieldsIn(message['function_call']);
  const spoken = name === 'function_call' ? parseJson(text, {}) : undefined;
  if (spoken !== undefined && !spoken.ok) return undefined;
  const values = [
    ...listed,
    ...(old === undefined ? [] : [old]),
    ...(spoken === undefined ? [] : [spoken.data]),
  ];
  const calls = values.map(readCall);
  return calls.every((call) => call !== undefined) ? calls : undefined;
}

/** A call, with or without its `function` around it; the arguments as an object or as text, encoded once or twice. */
function readCall(value: Json): ToolCall | undefined {
  const outer = fieldsIn(value);
  const inner = fieldsIn(outer?.['function']) ?? outer;
  const name = inner === undefined ? undefined : textOf(inner, 'name');
  if (inner === undefined || name === undefined) return undefined;
  let given: Json = inner['arguments'] ?? inner['parameters'] ?? {};
  for (let times = 0; times < 2 && typeof given === 'string'; times += 1) {
    const parsed = parseJson(given.trim() === '' ? '{}' : given, {});
    if (!parsed.ok) return undefined;
    given = parsed.data;
  }
  return isFields(given) ? { name, arguments: given } : undefined;
}

/** A turn as a message: calls are written out in the tagged form that most models know. */
export function toMessage(turn: ChatTurn): Message {
  const calls = turn.calls.map((call) => `<tool_call>\n${JSON.stringify(call)}\n</tool_call>`);
  return { role: turn.role, content: [...(turn.text === '' ? [] : [turn.text]), ...calls].join('\n') };
}

/** What the model is told about the tools of a log; undefined where there are none. */
export function toolsText(fields: Fields): string | undefined {
  const given = fields['tools'] ?? fields['functions'];
  const parsed = typeof given === 'string' ? parseJson(given, {}) : undefined;
  const list = listIn(parsed?.ok === true ? parsed.data : given);
  if (list === undefined || list.length === 0) return undefined;
  const tools = list.map((tool) => JSON.stringify(fieldsIn(fieldsIn(tool)?.['function']) ?? tool));
  return [
    'You may call these functions:',
    ...tools,
    'To call one, answer with <tool_call>{"name": …, "arguments": {…}}</tool_call> and nothing else.',
  ].join('\n');
}
