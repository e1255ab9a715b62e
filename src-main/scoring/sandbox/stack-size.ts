/**
 * How deep programs in JavaScript may call: QuickJS stands on V8's stack, and V8 on the system's, which is 1 MB on Windows
 * and 8 MB elsewhere. QuickJS must give up first: it says so, and V8's end would be no word of the program's.
 */
const isSmall = process.platform === 'win32';

/** Kilobytes of V8's stack in the child; null: as it comes, about one megabyte. */
export const nativeStack = isSmall ? null : 3900;

/** Bytes of QuickJS's, for about 1,100 or 5,200 calls inside of one another. */
export const interpreterStack = (isSmall ? 192 : 900) * 1024;
