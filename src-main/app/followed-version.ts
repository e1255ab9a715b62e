/** A file of the same name makes the next version of a set: which one that follows on, so that it does not happen unsaid. */
import type { ItemSetVersion } from '../contract/item.ts';
import { formatCount } from '../contract/presentation/numbers.ts';

/** The newest version of the set before; null where the version was there already, or is the first. */
export function followedVersion(
  before: readonly ItemSetVersion[],
  { name, version }: Pick<ItemSetVersion, 'name' | 'version'>,
): ItemSetVersion | null {
  const [newest] = before
    .filter((other) => other.name === name)
    .toSorted((one, other) => other.version - one.version);
  return newest === undefined || newest.version >= version ? null : newest;
}

export function followWords(
  { name, version, counts }: ItemSetVersion,
  followed: ItemSetVersion,
  asOwnSet: string,
): string {
  return `${name}@${version} (${itemsWords(counts)}) is the next version of the set ${name}: before it is ${name}@${followed.version} (${itemsWords(followed.counts)}, frozen ${followed.frozenAt.slice(0, 10)}). ${asOwnSet}`;
}

function itemsWords({ items }: ItemSetVersion['counts']): string {
  return `${formatCount(items)} ${items === 1 ? 'item' : 'items'}`;
}

/** What to do where a file was not meant to be a version of that set. */
export const otherName = {
  option: '--name makes it a set of its own.',
  file: 'Under another name the file is a set of its own.',
};
