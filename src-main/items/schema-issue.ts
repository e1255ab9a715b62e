/** What a schema has against a value, in one sentence for the person who wrote the value. */
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** The first thing wrong, as `field: what`. Fields are named as in the file: `check.calls.0.name`. */
export function firstIssue(error: z.ZodError): { readonly field: string; readonly what: string } {
  const [first] = error.issues;
  if (!first) return { field: '', what: 'not valid' };
  const { path, issue } = deepest(first);
  return { field: path.map(String).join('.'), what: words(issue) };
}

/** Into a union: the branch that got furthest is the one that was meant. */
function deepest(issue: Issue, base: readonly PropertyKey[] = []): { path: PropertyKey[]; issue: Issue } {
  const path = [...base, ...issue.path];
  if (issue.code !== 'invalid_union') return { path, issue };
  const firsts = issue.errors.flatMap((branch) => branch.slice(0, 1));
  const inside = firsts.find((first) => first.path.length > 0);
  return inside ? deepest(inside, path) : { path, issue };
}

function words(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.map((key) => `"${key}"`).join(', ');
    return `${keys} ${issue.keys.length === 1 ? 'is not a known field' : 'are not known fields'} here`;
  }
  if (issue.code === 'too_small' && issue.origin !== 'number' && issue.minimum === 1)
    return 'must not be empty';
  if (issue.code === 'too_small' && issue.origin !== 'number' && issue.minimum === 1)
    return 'must not be empty';
  if (issue.code !== 'invalid_union') return issue.message.replace(/^Invalid input: /, '');
  const expected = issue.errors.flatMap((branch) =>
    branch.flatMap((inner) => (inner.code === 'invalid_type' ? [inner.expected] : [])),
  );
  if (expected.length > 0) return `expected ${expected.join(' or ')}`;
  return issue.message
    .replace('Invalid discriminator value. Expected', 'expected one of')
    .replaceAll(' | ', ', ');
}
