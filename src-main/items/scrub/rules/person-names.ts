/** Names, by a list that the person gives and by nothing else: guessing names hides half of the dictionary. */
import type { Found, ScrubRule } from '../rule.ts';

const word = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;

interface Word extends Found {
  readonly folded: string;
}

function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(word), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    folded: fold(match[0]),
  }));
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('’', "'");
}

/** The rule for these names. A name of several words is found where they follow each other, the longest first. */
export function personNames(names: readonly string[]): ScrubRule {
  const byFirst = new Map<string, string[][]>();
  for (const name of names) {
    const words = wordsOf(name).map(({ folded }) => folded);
    const [first] = words;
    if (first === undefined) continue;
    byFirst.set(
      first,
      [...(byFirst.get(first) ?? []), words].sort((one, other) => other.length - one.length),
    );
  }
  return {
    name: 'name',
    about: `${names.length} names from your list, whole words in any case`,
    label: 'NAME',
    *find(text) {
      const words = wordsOf(text);
      for (let at = 0; at < words.length; at += 1) {
        const from = words[at];
        const name = byFirst
          .get(from?.folded ?? '')
          ?.find((candidate) => candidate.every((part, index) => words[at + index]?.folded === part));
        const last = name === undefined ? undefined : words[at + name.length - 1];
        if (from === undefined || name === undefined || last === undefined) continue;
        yield { start: from.start, end: last.end };
        at += name.length - 1;
      }
    },
    same: fold,
  };
}
