/** The server's key, out of an environment variable. Only the variable's name is ever written down. */
import { failure, success, type Result } from '../../contract/result.ts';

/** Anything else cannot stand in a header's value: it came along when the key was copied. */
const keyForm = /^[\x21-\x7e]+$/;

/** @param name whose key it is, for the message */
export function checkKey(name: string, variable: string, key: string): Result<string> {
  if (keyForm.test(key)) return success(key);
  return failure('endpoint_key_missing', `${name}: ${variable} holds a character that no key has.`, {
    next: 'Copy the whole key again.',
  });
}
