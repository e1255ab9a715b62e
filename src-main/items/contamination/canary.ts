/**
 * A canary: a string that stands in a set and nowhere else, so that a model or a corpus that knows it has seen the
 * set (the practice of BIG-bench). It is written into exports, never into prompts.
 */

const identifier = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

/** @param unique a random UUID: its chance is the caller's, so that this stays a pure function */
export function makeCanary(setName: string, unique: string): string {
  return `Data of the item set ${setName} should never appear in training corpora. Canary ${unique}`;
}

/** Whether the canary's own number stands in a text; the sentence around it may have been cut or reworded. */
export function canaryIn(text: string, canary: string): boolean {
  const unique = identifier.exec(canary.toLowerCase())?.[0];
  return unique === undefined ? text.includes(canary) : text.toLowerCase().includes(unique);
}
