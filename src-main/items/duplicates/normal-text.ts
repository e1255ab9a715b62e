/** The text of an item as duplicates are told by: without differences of white space, case and ways to write numbers. */
import type { Item } from '../../contract/item.ts';

/** 1,250 or 1 250 or 1250.00 are one number; 1.250 is left as it is, because it means two different ones. */
const number = /\d{1,3}(?:[,\u00a0\u202f ]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/g;

function plainNumber(text: string): string {
  const bare = text.replace(/[,\u00a0\u202f ]/g, '');
  const [whole = '', fraction = ''] = bare.split('.');
  const kept = fraction.replace(/0+$/, '');
  return (whole.replace(/^0+(?=\d)/, '') || '0') + (kept === '' ? '' : `.${kept}`);
}

export function normalText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(number, plainNumber).replace(/\s+/gu, ' ').trim();
}

/** The prompt of an item, roles and all. Items with one prompt and different answers are duplicates that disagree. */
export function promptText(item: Item): string {
  return normalText(item.messages.map(({ role, content }) => `${role}: ${content}`).join('\n'));
}
