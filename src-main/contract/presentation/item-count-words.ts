import { formatCount } from './numbers.ts';

/** Such as "1 item" and, of a kind, "1,617 held-out items". */
export function itemCountWords(count: number, kind?: string): string {
  return `${formatCount(count)} ${kind === undefined ? '' : `${kind} `}${count === 1 ? 'item' : 'items'}`;
}
