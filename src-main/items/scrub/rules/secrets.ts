/** API keys and tokens by the shapes that their makers gave them, so that they can be found. */
import { matches, type ScrubRule } from '../rule.ts';

/** Maker and shape. Each begins with something that hardly anything else begins with. */
const shapes: readonly (readonly [string, RegExp])[] = [
  ['Anthropic, OpenAI and compatible', /(?<![\w-])sk-[A-Za-z0-9_-]{20,200}/g],
  ['AWS access key', /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}(?![A-Za-z0-9])/g],
  ['GitHub', /(?<!\w)(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})/g],
  ['GitLab', /(?<!\w)gl(?:pat|ptt|rt|dt|oas|soat)-[A-Za-z0-9_-]{20,100}/g],
  ['Google', /(?<!\w)(?:AIza[0-9A-Za-z_-]{35}|ya29\.[0-9A-Za-z_-]{20,500}|GOCSPX-[0-9A-Za-z_-]{20,60})/g],
  ['Hugging Face', /(?<!\w)hf_[A-Za-z0-9]{30,60}/g],
  ['Slack', /(?<!\w)(?:xox[abeoprs]-[A-Za-z0-9-]{10,250}|xapp-[A-Za-z0-9-]{20,250})/g],
  ['Stripe', /(?<!\w)(?:[sr]k_(?:live|test)_[A-Za-z0-9]{16,250}|whsec_[A-Za-z0-9]{24,100})/g],
  ['npm', /(?<!\w)npm_[A-Za-z0-9]{36}/g],
  ['PyPI', /(?<!\w)pypi-[A-Za-z0-9_-]{50,500}/g],
  ['SendGrid', /(?<!\w)SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,100}/g],
  ['Telegram', /(?<!\w)\d{8,10}:[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g],
  ['JSON web token', /(?<!\w)eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,2000}/g],
  ['private key', /-----BEGIN (?:[A-Z]{2,12} ){0,2}PRIVATE KEY-----[A-Za-z0-9+/=\s:,-]{16,20000}?-----END (?:[A-Z]{2,12} ){0,2}PRIVATE KEY-----/g],
  ['bearer header', /(?<=\bBearer )[A-Za-z0-9._~+/-]{20,2000}={0,2}/g],
  [
    'named secret',
    /(?<=\b(?:api[_-]?key|access[_-]?token|auth[_-]?token|client[_-]?secret|passwd|password|secret[_-]?key)["']?\s{0,3}[:=]\s{0,3}["']?)[^\s"',;<>[\](){}]{8,200}/gi,
  ],
]; // prettier-ignore

export const apiToken: ScrubRule = {
  name: 'token',
  about: `keys and tokens of well-known shapes (${shapes.map(([maker]) => maker).join(', ')})`,
  label: 'TOKEN',
  *find(text) {
    for (const [, pattern] of shapes) yield* matches(text, pattern);
  },
};
