/**
 * Colours of the tokens as a canvas can read them. A custom property comes back as it is written, `light-dark(…)` and
 * all; only a colour that an element wears is worked out. So a probe wears each, and does so anew when the theme, the
 * contrast or forced colours change.
 */
import { useEffect, useState } from 'react';

export type Token = `--${string}`;
export type TokenColors = Readonly<Record<Token, string>>;

function readColors(tokens: readonly Token[]): TokenColors {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const colors: Record<Token, string> = {};
  for (const token of tokens) {
    probe.style.color = `var(${token})`;
    colors[token] = getComputedStyle(probe).color;
  }
  probe.remove();
  return colors;
}

const conditions = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'];

/** `tokens` is a constant list. */
export function useTokenColors(tokens: readonly Token[]): TokenColors {
  const [colors, setColors] = useState(() => readColors(tokens));
  useEffect(() => {
    const read = () => {
      setColors(readColors(tokens));
    };
    const queries = conditions.map((condition) => matchMedia(condition));
    for (const query of queries) query.addEventListener('change', read);
    const theme = new MutationObserver(read);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    read();
    return () => {
      for (const query of queries) query.removeEventListener('change', read);
      theme.disconnect();
    };
  }, [tokens]);
  return colors;
}
