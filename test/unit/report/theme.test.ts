import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { contrastTokens, forcedTokens, reportTokens, themeStyle } from '../../../src-main/report/theme.ts';
import { reportStyle } from '../../../src-main/report/html/style.ts';

const file = readFileSync(new URL('../../../src-renderer/theme/tokens.css', import.meta.url), 'utf8');
const withoutComments = file.replaceAll(/\/\*[\s\S]*?\*\//g, '');

/** One spelling of a value: formatters change case, quotes, spaces and leading zeros, and no meaning. */
function spelled(value: string): string {
  return value
    .toLowerCase()
    .replaceAll("'", '"')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<![\d.])\.(?=\d)/g, '0.')
    .trim();
}

function spelledAll(tokens: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(tokens).map(([name, value]) => [name, spelled(value)]));
}

function declarations(text: string): ReadonlyMap<string, string> {
  const pairs = text.matchAll(/(--[a-z0-9-]+):\s*([^;{}]+);/g);
  return new Map([...pairs].map(([, name = '', value = '']) => [name, spelled(value)] as const));
}

/** What an at-rule holds, up to the next one. */
function within(rule: string): ReadonlyMap<string, string> {
  const from = withoutComments.indexOf(rule);
  if (from < 0) throw new Error(`no ${rule}`);
  const next = withoutComments.indexOf('@media', from + 1);
  return declarations(withoutComments.slice(from, next < 0 ? undefined : next));
}

const tokens = declarations(withoutComments.slice(0, withoutComments.indexOf('@media')));

describe('the report’s tokens', () => {
  it('hold the values of tokens.css', () => {
    expect(tokens.size).toBeGreaterThan(60);
    for (const [name, value] of spelledAll(reportTokens)) expect(tokens.get(name), name).toBe(value);
  });

  it('hold its overrides for more contrast and forced colours', () => {
    expect(within('@media (prefers-contrast: more)')).toEqual(spelledAll(contrastTokens));
    const forced = within('@media (forced-colors: active)');
    for (const [name, value] of spelledAll(forcedTokens)) expect(forced.get(name), name).toBe(value);
  });

  it('are all that the style sheet asks for', () => {
    const used = new Set([...reportStyle.matchAll(/var\((--[a-z0-9-]+)\)/g)].map(([, name]) => name));
    for (const name of used) expect(Object.keys(reportTokens)).toContain(name);
  });

  it('are the only colours in the style sheet', () => {
    const layout = reportStyle.replace(themeStyle, '');
    expect(layout).not.toMatch(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(/i);
  });
});

type Colour = readonly [number, number, number];

function colours(name: string): readonly [Colour, Colour, number, number] {
  const value = tokens.get(name) ?? '';
  const reference = /^var\((--[a-z0-9-]+)\)$/.exec(value);
  if (reference !== null) return colours(reference[1] ?? '');
  const parts = /^light-dark\((.+), ?((?:#|rgb).+)\)$/.exec(value);
  if (parts === null) throw new Error(`${name}: ${value}`);
  const [light, lightAlpha] = colour(parts[1] ?? '');
  const [dark, darkAlpha] = colour(parts[2] ?? '');
  return [light, dark, lightAlpha, darkAlpha];
}

function colour(text: string): readonly [Colour, number] {
  if (text.startsWith('#')) {
    const part = (at: number): number => Number.parseInt(text.slice(at, at + 2), 16) / 255;
    return [[part(1), part(3), part(5)], 1];
  }
  const [r = 0, g = 0, b = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
  return [[r / 255, g / 255, b / 255], alpha];
}

function linear([r, g, b]: Colour): Colour {
  const channel = (value: number): number =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  return [channel(r), channel(g), channel(b)];
}

function contrast(a: Colour, b: Colour): number {
  const luminance = (one: Colour): number => {
    const [r, g, b2] = linear(one);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b2;
  };
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

function over(top: Colour, alpha: number, below: Colour): Colour {
  // A screen has 8 bits a channel.
  const mix = (index: 0 | 1 | 2): number =>
    Math.round((top[index] * alpha + below[index] * (1 - alpha)) * 255) / 255;
  return [mix(0), mix(1), mix(2)];
}

/** WCAG 2.2 contrast of each pair, as the table at the end of tokens.css lists it. */
const listed = [
  ...file.matchAll(
    /^ {3}([a-z0-9-]+) +on ([a-z0-9-]+)(?: over ([a-z-]+))? +([\d.]+) +([\d.]+) {2}\(([\d.]+)\)$/gm,
  ),
].map(([, front = '', back = '', below, light, dark, required]) => ({
  front,
  back,
  below,
  light: Number(light),
  dark: Number(dark),
  required: Number(required),
}));

describe('contrast', () => {
  it('is listed for every pair in use', () => {
    expect(listed.length).toBeGreaterThan(50);
  });

  it.each(listed)(
    'of $front on $back is as listed and enough',
    ({ front, back, below, light, dark, required }) => {
      const top = colours(`--${front}`);
      const ground = colours(`--${back}`);
      const base = below === undefined ? ground : colours(`--${below}`);
      const lightGround = below === undefined ? ground[0] : over(ground[0], ground[2], base[0]);
      const darkGround = below === undefined ? ground[1] : over(ground[1], ground[3], base[1]);
      expect(Math.abs(contrast(top[0], lightGround) - light)).toBeLessThan(0.02);
      expect(Math.abs(contrast(top[1], darkGround) - dark)).toBeLessThan(0.02);
      expect(Math.min(contrast(top[0], lightGround), contrast(top[1], darkGround))).toBeGreaterThanOrEqual(
        required,
      );
    },
  );
});

/** Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB. */
const visions = {
  normal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;

function seen(one: Colour, matrix: readonly number[]): Colour {
  const rgb = linear(one);
  const row = (at: number): number =>
    Math.min(
      1,
      Math.max(
        0,
        rgb.reduce((sum, value, index) => sum + value * (matrix[at * 3 + index] ?? 0), 0),
      ),
    );
  return [row(0), row(1), row(2)];
}

/** Ottosson's OKLab, from linear RGB. */
function oklab([r, g, b]: Colour): Colour {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

describe('the evidence colours', () => {
  const evidence = ['--worse', '--within', '--better', '--cannot'];
  const pairs = evidence.flatMap((a, index) => evidence.slice(index + 1).map((b) => [a, b] as const));

  it.each(Object.entries(visions))('stay apart in %s vision', (_, matrix) => {
    for (const scheme of [0, 1] as const) {
      for (const [a, b] of pairs) {
        const [x, y] = [oklab(seen(colours(a)[scheme], matrix)), oklab(seen(colours(b)[scheme], matrix))];
        const distance = 100 * Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
        expect(distance, `${a} and ${b}`).toBeGreaterThanOrEqual(9);
      }
    }
  });
});
