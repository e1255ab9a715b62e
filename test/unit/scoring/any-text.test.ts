import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Check } from '../../../src-main/contract/item.ts';
import { finishReasons, type FinishReason, type Score } from '../../../src-main/contract/output.ts';
import { score } from '../../../src-main/scoring/registry.ts';
import { checks } from '../../fixtures/scoring-checks.ts';

/** What must hold of any score of any text. */
function expectSound(scored: Score, text: string): void {
  expect(scored.reason).not.toBe('');
  if (scored.outcome === 'scored') {
    expect(scored.value).toBeGreaterThanOrEqual(0);
    expect(scored.value).toBeLessThanOrEqual(1);
  } else {
    expect(scored.value).toBeNull();
  }
  if (!scored.span) return;
  expect(scored.span.start).toBeGreaterThanOrEqual(0);
  expect(scored.span.start).toBeLessThanOrEqual(scored.span.end);
  expect(scored.span.end).toBeLessThanOrEqual(text.length);
}

/** Pieces of every spelling that a scorer looks for, so that chance builds half-finished ones. */
const pieces = fc.constantFrom(
  ...[
    'Oslo',
    'Paris',
    '42',
    '1.234,5',
    '-7',
    '$',
    '%',
    '3/4',
    '10²',
    '½',
    'Answer:',
    'The answer is ',
    '#### ',
  ],
  ...['\\boxed{', '}', '\\frac{1}{2}', 'A', '(B)', 'B. ', 'not ', ' or ', 'Option ', '<answer>', '</answer>'],
  ...['{', '[', ']', '"a"', ':', ',', '1', 'true', 'null', '{"a":1}', '```json\n', '```', '~~~'],
  ...[
    '<think>',
    '</think>',
    '[THINK]',
    '[/THINK]',
    '◁think▷',
    '◁/think▷',
    '<|channel|>',
    'analysis',
    'final',
  ],
  ...['<|message|>', '<|end|>', '<|im_end|>', '<tool_call>', '</tool_call>', '<function=f>', '<parameter=a>'],
  ...[
    '</parameter>',
    '</function>',
    '[TOOL_CALLS]',
    '[ARGS]',
    '<|python_tag|>',
    '>>>f\n',
    'call:f{a:',
    '<escape>',
  ],
  ...[
    'f(',
    'a=',
    ')',
    "'",
    '"',
    '\\',
    '**{',
    'get_weather(city="Oslo", days=3)',
    '{"name":"f","arguments":',
    '"x"',
  ],
  ...[
    'I’m sorry, but I can’t help',
    'Question:',
    '\n',
    '\r\n',
    ' ',
    '\t',
    '\0',
    '\uFEFF',
    '\uD800',
    '\uDC00',
  ],
  ...[
    'e\u0301',
    '\u0301',
    'ﬁ',
    'ﾊﾞ',
    'ᄀ',
    'ᅡ',
    'ß',
    'İ',
    'ﷺ',
    '中',
    '👩‍👩‍👧',
    'В',
    'ب',
    '٤٢',
    '<arg_key>',
    '</arg_value>',
  ],
);
const builtText = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));
const anyText = fc.oneof(
  { weight: 3, arbitrary: builtText },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.nat(0xffff), { maxLength: 100 }).map((codes) => String.fromCharCode(...codes)),
  },
);
const anyFinish = fc.constantFrom<FinishReason>(...finishReasons);

test.each(checks.map((check) => [check.kind, check] as const))(
  '%s gives a sound score for any text, and the same one again',
  (_kind, check: Check) => {
    fc.assert(
      fc.property(anyText, anyFinish, (text, finish) => {
        const scored = score(check, { text, finish });
        expectSound(scored, text);
        expect(score(check, { text, finish })).toEqual(scored);
      }),
      { numRuns: 1000 },
    );
  },
);

/** Long and repetitive: what looping models write, and what makes backtracking patterns and recursion fail. */
const loops = [
  ...[
    '{',
    '[',
    '{"a":',
    '[1,',
    '{"a":"',
    'f(',
    'f(a=',
    "f(a='''",
    '[f(a=',
    '<think>',
    '</think>',
    '<think',
    '<tool_call>{',
  ],
  ...[
    '<function=f><parameter=a>',
    '<|channel|>analysis',
    '[TOOL_CALLS]',
    '>>>f\n{',
    'call:f{a:',
    '<tool_call>f<arg_key>',
  ],
  ...[
    '\\boxed{',
    '^{',
    'Answer:',
    'answer for ',
    '####',
    '1',
    '1,',
    '1 ',
    '1/',
    '- ',
    '(A) ',
    'A, ',
    'not ',
    'Question:',
  ],
  ...[
    '"',
    '\\"',
    '```json\n{',
    ' ',
    '\n',
    '!',
    '*',
    '_',
    '`',
    '\u0301\u0323',
    '\uD800',
    '½',
    '1²',
    '中',
    'ᄀ',
    'Jan 1 ',
  ],
  ...[
    'I cannot ',
    "can't help ",
    'sorry, ',
    'x=f(1)\n',
    '{"a":1}',
    '[1]',
    '{"name":"f","arguments":{"a":1}}',
    '1+1=',
  ],
  ...[
    '<details type="reasoning">',
    '<|im_start|>assistant',
    '{,}',
    'functools[',
    '[[call: f(',
    'İ',
    '"name":',
  ],
];

test.each(checks.map((check) => [check.kind, check] as const))(
  '%s comes to an end on 20,000 characters of any loop',
  (_kind, check: Check) => {
    for (const loop of loops) {
      const text = loop.repeat(Math.ceil(20_000 / loop.length));
      for (const around of [text, `${text} Oslo 42`, `Answer: ${text}`]) {
        expectSound(score(check, { text: around, finish: 'length' }), around);
      }
    }
  },
  120_000,
);
