/** A file of the same name makes the next version of a set: which one that follows on, so that it does not happen unsaid. */
import type { ItemSetVersion } from '../contract/item.ts';
import { itemCountWords } from '../contract/presentation/item-count-words.ts';
import type { StoreReader } from '../store/store.ts';

/** A version, and how many of its items are on another side of the split in the one that follows it. */
export interface FollowedVersion extends ItemSetVersion {
  readonly moved: ReturnType<StoreReader['movedItems']>;
}

/** The newest version of the set before; null where the version was there already, or is the first. */
export function followedVersion(
  store: Pick<StoreReader, 'movedItems'>,
  before: readonly ItemSetVersion[],
  { name, version }: Pick<ItemSetVersion, 'name' | 'version'>,
): FollowedVersion | null {
  const [newest] = before
    .filter((other) => other.name === name)
    .toSorted((one, other) => other.version - one.version);
  if (newest === undefined || newest.version >= version) return null;
  return { ...newest, moved: store.movedItems(name, newest.version, version) };
}

export function followWords(
  { name, version, counts }: ItemSetVersion,
  followed: FollowedVersion,
  asOwnSet: string,
): string {
  return `${name}@${version} (${itemCountWords(counts.items)}) is the next version of the set ${name}: before it is ${name}@${followed.version} (${itemCountWords(followed.counts.items)}, frozen ${followed.frozenAt.slice(0, 10)}). ${movedWords(followed)}${asOwnSet}`;
}

/** An item without a split goes with its cluster: what happens to others can put it on another side. */
function movedWords({ name, version, moved }: FollowedVersion): string {
  const words = (items: number, before: string, after: string): string =>
    items === 0
      ? ''
      : `${itemCountWords(items)} that ${items === 1 ? 'was' : 'were'} ${before} in ${name}@${version} ${items === 1 ? 'is' : 'are'} ${after} now. `;
  return words(moved.heldOut, 'dev', 'held out') + words(moved.dev, 'held out', 'dev');
}

/** What to do where a file was not meant to be a version of that set. */
export const otherName = {
  option: '--name makes it a set of its own.',
  file: 'Under another name the file is a set of its own.',
};
