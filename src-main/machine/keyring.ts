/**
 * The operating system's keyring: Secret Service on Linux, Keychain on macOS, Credential Manager on Windows. Keys of
 * servers are kept there under a name, and only the name is ever written down elsewhere.
 */
import type * as library from '@napi-rs/keyring';
import { failure, success, type Result } from '../contract/result.ts';

const service = 'noisefloor';

/**
 * The kernel's own keyring, to which the library would turn without a Secret Service, forgets everything when the
 * session ends: a key that was put there would be missing tomorrow.
 */
const lasting = { linux: { store: 'secret-service' as const } };

/** A locked keyring asks the person for its password; a missing one may never answer. */
const patience = 60_000;

/** Null: there is no key of that name. Fails with `keyring_unavailable`. */
export function readKey(name: string): Promise<Result<string | null>> {
  return asked(async (keyring) => (await entry(keyring, name).getPassword()) ?? null);
}

/** In place of the one that has the name already. Fails with `keyring_unavailable`. */
export function putKey(name: string, key: string): Promise<Result<void>> {
  return asked((keyring) => entry(keyring, name).setPassword(key));
}

/** Whether there was one. Fails with `keyring_unavailable`. */
export function deleteKey(name: string): Promise<Result<boolean>> {
  return asked((keyring) => entry(keyring, name).deletePassword());
}

/** Names of the keys that were put here, in alphabetical order. Fails with `keyring_unavailable`. */
export function keyNames(): Promise<Result<readonly string[]>> {
  return asked(async (keyring) => {
    const found = await keyring.findCredentialsAsync(service);
    return [...new Set(found.map(({ account }) => account))].sort();
  });
}

type Library = typeof library;

function entry(keyring: Library, name: string): library.AsyncEntry {
  return new keyring.AsyncEntry(service, name, lasting);
}

async function asked<T>(ask: (keyring: Library) => Promise<T>): Promise<Result<T>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`it did not answer within ${patience / 1000} seconds`));
    }, patience);
  });
  try {
    // Loaded when it is needed: a system without the library behind it can do everything else.
    const answer = ask(await import('@napi-rs/keyring'));
    // What comes too late is nobody's.
    answer.catch(() => undefined);
    return success(await Promise.race([answer, late]));
  } catch (error) {
    return failure('keyring_unavailable', 'The keyring of this system cannot be used.', {
      next:
        process.platform === 'linux'
          ? 'Unlock it, or start a Secret Service (GNOME Keyring, KWallet); without one give the key in an environment variable.'
          : 'Unlock it and allow Noisefloor to use it, or give the key in an environment variable.',
      detail: error instanceof Error ? error.message : String(error),
    });
  } finally {
    clearTimeout(timer);
  }
}
