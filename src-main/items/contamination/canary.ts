/** Where a set's canary (store/canary.ts) stands in a text. */

const identifier = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

/**
 * Where the canary's own number begins, or -1: the sentence around it may have been cut or reworded.
 */
export function canaryAt(text: string, canary: string): number {
  const unique = identifier.exec(canary.toLowerCase())?.[0];
  return unique === undefined ? text.indexOf(canary) : text.toLowerCase().indexOf(unique);
}
