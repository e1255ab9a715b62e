/** From an item as it was typed to an item of a version, or to what keeps it from being one. */
import type { FormProblem, SliceItem } from '../../contract/calls/slices.ts';
import type { Item } from '../../contract/item.ts';
import { toItem } from '../../items/item-record.ts';
import { formCheck } from './check-form.ts';
import type { KeyedItem } from './slice-content.ts';

/** What a version says of where these items come from. */
export const handWritten = 'hand-written';

export type FormedItem =
  | { readonly item: Item; readonly problems: readonly [] }
  | { readonly item: null; readonly problems: readonly FormProblem[] };

export function formItem(typed: SliceItem): FormedItem {
  const formed = formCheck(typed.check);
  const problems = [...idProblems(typed.id), ...turnProblems(typed.messages), ...formed.problems];
  if (formed.check === null || problems.length > 0) return { item: null, problems };
  const { stratum, band, cluster, messages, split } = typed;
  const item = toItem({
    id: typed.id.trim(),
    messages,
    split,
    source: handWritten,
    check: formed.check,
    ...said({ stratum, band, cluster }),
  });
  if (item.ok) return { item: item.data, problems: [] };
  const { message, where } = item.error;
  return { item: null, problems: [{ field: where?.field ?? 'id', line: null, message }] };
}

function said(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields)
      .map(([field, text]) => [field, text.trim()] as const)
      .filter(([, text]) => text !== ''),
  );
}

function idProblems(id: string): FormProblem[] {
  return id.trim() === '' ? [{ field: 'id', line: null, message: 'An item needs an id.' }] : [];
}

function turnProblems(messages: SliceItem['messages']): FormProblem[] {
  const problem = (index: number, message: string): FormProblem => ({
    field: `messages.${index}`,
    line: null,
    message,
  });
  const problems = messages.flatMap(({ role, content }, index) => {
    if (content.trim() === '') return [problem(index, 'This turn is empty.')];
    if (role === 'system' && index > 0) return [problem(index, 'A system message comes first, and once.')];
    return [];
  });
  const last = messages.at(-1);
  if (!messages.some(({ role }) => role === 'user'))
    return [...problems, { field: 'messages', line: null, message: 'A turn of the user is missing.' }];
  if (last?.role === 'assistant' || last?.role === 'system')
    return [...problems, problem(messages.length - 1, 'The last turn is what the model answers to.')];
  return problems;
}

/** The items that cannot be frozen, with everything that is wrong with each. */
export function unfinishedItems(
  items: readonly KeyedItem[],
): { readonly key: number; readonly problems: FormProblem[] }[] {
  const seen = new Set<string>();
  return items.flatMap(({ key, item }) => {
    const id = item.id.trim();
    const twice = id !== '' && seen.has(id);
    seen.add(id);
    const problems: FormProblem[] = [
      ...(twice ? [{ field: 'id', line: null, message: `Another item has the id ${id}.` }] : []),
      ...formItem(item).problems,
    ];
    return problems.length === 0 ? [] : [{ key, problems }];
  });
}
