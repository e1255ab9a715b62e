/** Keys of servers in the operating system's keyring, by name. What they are leaves this process for the keyring alone. */
import { keyringNameForm } from '../contract/candidate.ts';
import { failure, success, type Result } from '../contract/result.ts';
import { checkKey } from '../engine/openai/key.ts';
import { deleteKey, keyNames, putKey, readKey } from '../machine/keyring.ts';

/** Fails with `keyring_unavailable`. */
export function listServerKeys(): Promise<Result<readonly string[]>> {
  return keyNames();
}

/**
 * Puts a key under a name, in place of the one that has it already. Fails with `usage` for what cannot be a name or a
 * key, and with `keyring_unavailable`.
 */
export async function putServerKey(
  name: string,
  typed: string,
): Promise<Result<{ readonly name: string; readonly replaced: boolean }>> {
  const named = checkName(name);
  if (!named.ok) return named;
  const key = typed.trim();
  if (key === '') return failure('usage', 'There is no key.', { next: 'Copy it whole and give it again.' });
  const usable = checkKey(name, 'what was given', key);
  if (!usable.ok) return failure('usage', usable.error.message, { next: 'Copy the whole key again.' });
  const before = await readKey(name);
  if (!before.ok) return before;
  const put = await putKey(name, key);
  return put.ok ? success({ name, replaced: before.data !== null }) : put;
}

/** Fails with `usage` where there is no key of that name, and with `keyring_unavailable`. */
export async function deleteServerKey(name: string): Promise<Result<{ readonly name: string }>> {
  const named = checkName(name);
  if (!named.ok) return named;
  const deleted = await deleteKey(name);
  if (!deleted.ok) return deleted;
  if (deleted.data) return success({ name });
  return failure('usage', `The keyring has no key called ${name}.`, {
    next: '“noisefloor key list” names those that are there.',
  });
}

function checkName(name: string): Result<void> {
  if (keyringNameForm.test(name)) return success(undefined);
  // It may be the key itself: it is not repeated.
  return failure('usage', 'That cannot be the name of a key.', {
    next: 'Use up to 30 small letters, digits and dashes, beginning with a letter, such as vllm-box.',
  });
}
