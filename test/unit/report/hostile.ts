/** A report's input with a text added to every string that a person, an item, a model or a file can bring in. */
import type { ReportInput } from '../../../src-main/report/report-input.ts';

/** Fields whose values the program itself chooses from a fixed list. */
const fixed = new Set([
  'verdict',
  'method',
  'outcome',
  'finish',
  'kind',
  'state',
  'how',
  'engine',
  'split',
  'from',
  'renderer',
  'applied',
  'source',
  'role',
  'standsOutBy',
  'backend',
  'accepted',
]);
/** Of `plan`, only a string is a plan state. */
const fixedStrings = new Set(['plan']);

export function withTextEverywhere(input: ReportInput, added: string): ReportInput {
  return change(input, added) as ReportInput;
}

function change(value: unknown, added: string): unknown {
  if (typeof value === 'string') return value + added;
  if (Array.isArray(value)) return value.map((one) => change(one, added));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => {
      const isList = Array.isArray(inner) && inner.some((one) => typeof one === 'object');
      if (fixed.has(key) && !isList && (typeof inner !== 'object' || Array.isArray(inner)))
        return [key, inner];
      if (fixedStrings.has(key) && typeof inner === 'string') return [key, inner];
      const isRecordOfNames =
        key === 'libraryHashes' || key === 'tensorTypes' || (key === 'strata' && !Array.isArray(inner));
      return [key, isRecordOfNames ? changeKeys(inner, added) : change(inner, added)];
    }),
  );
}

function changeKeys(value: unknown, added: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => [key + added, change(inner, added)]),
  );
}

/** Texts that have broken out of reports elsewhere. */
export const hostileTexts = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><script>alert(1)</script>',
  '</svg></td></table></details><h1>other</h1>',
  '<!-- -->]]>',
  '&lt;b&gt; &amp;amp; &#60;',
  '\u202etxt.exe\u202c\u2066isolated',
  '\u0000\u001b[31m\u0007\u009b2J',
  '\u2028\u2029\ufeff\u200b',
  String.fromCharCode(0xd800),
  '`'.repeat(12),
  '|---|\n# heading\n- list\n[a](javascript:alert(1)) ![b](http://example.org/x.png) www.example.org',
  '=HYPERLINK("http://example.org";"x")',
] as const;
