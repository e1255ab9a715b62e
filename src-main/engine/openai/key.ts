/** The server's key, out of an environment variable or the system's keyring. Only its name is ever written down. */
import { failure, success, type Result } from '../../contract/result.ts';
import { readKey } from '../../machine/keyring.ts';

/** Where a key is; at most one of them. */
export interface KeyPlace {
  /** Name of the environment variable that holds it. */
  readonly keyVariable?: string;
  /** Its name in the system's keyring. */
  readonly keyringName?: string;
}

/** Anything else cannot stand in a header's value: it came along when the key was copied. */
const keyForm = /^[\x21-\x7e]+$/;

/**
 * The key; undefined where none is asked for.
 *
 * @param whose whose key it is, for the message
 *
 * Fails with `endpoint_key_missing`, and with `keyring_unavailable`.
 */
export async function serverKey(
  { keyVariable, keyringName }: KeyPlace,
  whose: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Result<string | undefined>> {
  if (keyVariable !== undefined) {
    const key = environment[keyVariable]?.trim();
    if (key !== undefined && key !== '') return checkKey(whose, keyVariable, key);
    return missing(whose, `the environment variable ${keyVariable} is not set.`, {
      next: `Set ${keyVariable} to the server’s key in the terminal that Noisefloor is started from, and start it again.`,
    });
  }
  if (keyringName === undefined) return success(undefined);
  const read = await readKey(keyringName);
  if (!read.ok) return read;
  if (read.data !== null) return checkKey(whose, `the key ${keyringName}`, read.data);
  return missing(whose, `the keyring has no key called ${keyringName}.`, {
    next: `Put it there with “noisefloor key set ${keyringName}”, or on the Models screen.`,
  });
}

/** Text from a server with its key taken out, also as it is written in an address and in JSON: some servers repeat it. */
export function withoutKey(key: string | undefined, text: string): string {
  if (key === undefined || key === '') return text;
  const written = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)];
  return written.reduce((left, one) => left.replaceAll(one, '…'), text);
}

/**
 * A shorter key may be a word (`test`, `vllm`, `stop`): taken out of prompts and answers it would change them, and taken
 * out of what a server says of itself it would make another server of it.
 */
const shortestInWords = 12;

/** What a server answers, with the key taken out unless it is short enough to be a word of it. */
export function wordsWithoutKey(key: string | undefined, text: string): string {
  return key === undefined || key.length < shortestInWords ? text : withoutKey(key, text);
}

/**
 * What a server sent as JSON, with its key taken out of every text in it as `wordsWithoutKey` does: whatever is read of it
 * may come into a manifest, the database or a report.
 *
 * Throws as `JSON.parse` does.
 */
export function readWithoutKey(key: string | undefined, json: string): unknown {
  if (key === undefined || key.length < shortestInWords) return JSON.parse(json);
  return JSON.parse(json, (_, value: unknown) =>
    typeof value === 'string' ? withoutKey(key, value) : value,
  );
}

/** @param place where it was found, for the message */
export function checkKey(whose: string, place: string, key: string): Result<string> {
  if (keyForm.test(key)) return success(key);
  return missing(whose, `${place} holds a character that no key has.`, { next: 'Copy the whole key again.' });
}

function missing(whose: string, message: string, more: { readonly next: string }) {
  return failure('endpoint_key_missing', `${whose}: ${message}`, more);
}
