/** IP addresses, and names and secrets inside URLs. */
import { isIPv4, isIPv6 } from 'node:net';
import { matches, type ScrubRule } from '../rule.ts';

const v4 = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w]|\.\d)/g;
const v6 =
  /(?<![\w:.])[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?:(?<=:)\d{1,3}(?:\.\d{1,3}){3})?(?![\w:]|\.\d)/g;

/** Addresses that say nothing of anybody: this machine, no machine, all machines. */
const nobody = new Set(['127.0.0.1', '0.0.0.0', '255.255.255.255', '::1', '::']);

export const ipAddress: ScrubRule = {
  name: 'ip',
  about: 'IPv4 and IPv6 addresses, but not those that mean this machine or none',
  label: 'IP',
  *find(text) {
    yield* matches(text, v4, (value) => isIPv4(value) && !nobody.has(value));
    yield* matches(
      text,
      v6,
      (value) => isIPv6(value) && /\d/.test(value) && value.length > 5 && !nobody.has(value),
    );
  },
  same: (value) => value.toLowerCase(),
};

const userInfo =
  /(?<=[A-Za-z][A-Za-z0-9+.-]{0,20}:\/\/)(?<value>[^\s/?#@:"'<>[\]]{1,128}:[^\s/?#@"'<>[\]]{1,256})(?=@)/g;
const secretParameter =
  /(?<=[?&#;](?:access_token|api_?key|auth|key|passwd|password|pwd|secret|sig|signature|token|x-amz-signature)=)[^\s&#"'<>[\]]{6,2048}/gi;

export const urlCredentials: ScrubRule = {
  name: 'url_credentials',
  about: 'user:password in a URL, and values of parameters such as token=, key= and signature=',
  label: 'CREDENTIALS',
  *find(text) {
    yield* matches(text, userInfo);
    yield* matches(text, secretParameter);
  },
};
