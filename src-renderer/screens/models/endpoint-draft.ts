/** An endpoint's settings while they are typed. Pure. */
import type { EndpointSettings } from '../../../src-main/contract/calls/models.ts';
import { keyringNameForm, keyVariableForm } from '../../../src-main/contract/candidate.ts';
import { formatCount } from '../../../src-main/contract/presentation/numbers.ts';

export const keyPlaces = ['none', 'environment', 'keyring'] as const;
export type KeyPlace = (typeof keyPlaces)[number];

export const keyPlaceWords: Readonly<Record<KeyPlace, string>> = {
  none: 'no key',
  environment: 'a key from an environment variable',
  keyring: 'a key from this system’s keyring',
};

export interface EndpointDraft {
  readonly address: string;
  readonly place: KeyPlace;
  /** Of the variable, or of the key in the keyring. */
  readonly keyName: string;
  /** To be put into the keyring; empty: it is there. */
  readonly key: string;
  readonly tokenizer: string;
  readonly timeout: string;
}

export type DraftProblem = { readonly field: keyof EndpointDraft; readonly message: string };

export function draftOf(url: string, { key, tokenizer, timeout }: EndpointSettings): EndpointDraft {
  return {
    address: url,
    place: key?.in ?? 'none',
    keyName: key?.name ?? '',
    key: '',
    tokenizer: tokenizer ?? '',
    timeout: timeout === null ? '' : String(timeout),
  };
}

export const emptyDraft = draftOf('', { key: null, tokenizer: null, timeout: null });

/** The settings, or the first thing that is wrong with them. */
export function settingsOf(draft: EndpointDraft): EndpointSettings | DraftProblem {
  const { place } = draft;
  const address = draft.address.trim();
  if (!/^https?:\/\/[^/\s]+/i.test(address) || !URL.canParse(address))
    return {
      field: 'address',
      message: 'An address begins with http:// or https://, such as http://127.0.0.1:8000/v1.',
    };
  const name = draft.keyName.trim();
  if (place === 'environment' && !keyVariableForm.test(name))
    return {
      field: 'keyName',
      message: 'The name of an environment variable, not the key: such as VLLM_KEY.',
    };
  if (place === 'keyring' && !keyringNameForm.test(name))
    return {
      field: 'keyName',
      message:
        'A name for the key, not the key: up to 30 small letters, digits and dashes, such as vllm-box.',
    };
  const seconds = draft.timeout.trim() === '' ? null : Number(draft.timeout.replaceAll(/[,\s]/g, ''));
  if (seconds !== null && !(seconds >= 1 && seconds <= 86_400))
    return { field: 'timeout', message: 'A number of seconds from 1 to 86,400, or nothing for 300.' };
  const tokenizer = draft.tokenizer.trim();
  return {
    key: place === 'none' ? null : { in: place, name },
    tokenizer: tokenizer === '' ? null : tokenizer,
    timeout: seconds,
  };
}

/** What an endpoint has beside its address; empty where it is nothing. */
export function settingsWords({ key, tokenizer, timeout }: EndpointSettings): string {
  return [
    ...(key === null
      ? []
      : [
          key.in === 'keyring'
            ? `key ${key.name} in the keyring`
            : `key in the environment variable ${key.name}`,
        ]),
    ...(tokenizer === null ? [] : [`vocabulary of ${tokenizer}`]),
    ...(timeout === null ? [] : [`given up after ${formatCount(timeout)} s of silence`]),
  ].join(', ');
}
