import { expect, test } from 'vitest';
import { prepare } from '../../../src-main/scoring/prepare.ts';

function answerOf(text: string): string | null {
  return prepare(text)?.text ?? null;
}

test.each([
  ['<think>a</think>b', 'b'],
  ['<think>\na\n</think>\n\nb\n', 'b'],
  ['  b  ', '  b  '],
  ['<thinking>a</thinking>b', 'b'],
  ['<thought>a</thought>b', 'b'],
  ['<reasoning>a</reasoning>b', 'b'],
  ['<reflection>a</reflection>b', 'b'],
  ['<scratchpad>a</scratchpad>b', 'b'],
  ['<think:opensource>a</think:opensource>b', 'b'],
  ['<ifm|think_fast>a</ifm|think_fast>b', 'b'],
  ['<|think_start|>a<|think_end|>b', 'b'],
  ['[unused16]a[unused17]b', 'b'],
  ['Here are my reasoning steps:\na\n[BEGIN FINAL RESPONSE]\nb\n[END FINAL RESPONSE]', 'b'],
  ["Here's my thought process: a Here's my response: b", 'b'],
  ['a</think>b', 'b'],
  ['a</think>b</think>c', 'c'],
  ['<think>a</think>b<think>c</think>d', 'bd'],
  ['b<think>a</think>', 'b'],
  ['<think>a</think>', ''],
  ['</think>', ''],
  ['<think/>b', '<think/>b'],
  ['<thinker>b</thinker>', '<thinker>b</thinker>'],
  ['the "<think>" tag', 'the "<think>" tag'],
  ['b</details>', 'b</details>'],
  ['<details type="reasoning"><think>a</details>b', 'b'],
  ['<|channel|>final<|message|>b', 'b'],
  ['<|channel|>analysis<|message|>a<|end|>', ''],
  ['<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>commentary<|message|>b<|end|>', 'b'],
  ['<|start|>assistant<|channel|>final <|constrain|>json<|message|>{}', '{}'],
  ['analysisA.assistantfinal b', 'b'],
  ['analysis of the data', 'analysis of the data'],
  ['b<|eot_id|>c', 'b'],
  ['b</s>', 'b'],
  ['<s>a</s>b', '<s>a</s>b'],
  ['<|start_header_id|>assistant<|end_header_id|>\n\nb', 'b'],
  ['\uFEFFb', 'b'],
  ['b\uFEFFc', 'b\uFEFFc'],
])('the answer of %j is %j', (text, answer) => {
  expect(answerOf(text)).toBe(answer);
});

test.each([
  '<think>a',
  'b<think>a',
  '<think>a</think>b<think>c',
  '[THINK]a',
  '◁think▷a',
  '<|channel|>analysis<|message|>a',
  '<|channel>thought\na',
  'analysisA',
  "Here's my thought process: a",
  '<details type="reasoning">a',
])('%j was opened and never closed: no answer', (text) => {
  expect(answerOf(text)).toBeNull();
});
