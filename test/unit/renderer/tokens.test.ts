/** The promises at the end of tokens.css, computed again from its values. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const renderer = join(import.meta.dirname, '../../../src-renderer');
const css = readFileSync(join(renderer, 'theme/tokens.css'), 'utf8');

type Theme = 'light' | 'dark';
/** Linear red, green, blue in [0, 1], and opacity. */
interface Color {
  readonly rgb: readonly [number, number, number];
  readonly alpha: number;
}

function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function fromLinear(value: number): number {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
}

function parseColor(text: string): Color {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  if (hex !== null) {
    const [red, green, blue] = hex.slice(1).map((part) => toLinear(Number.parseInt(part, 16) / 255));
    return { rgb: [red ?? 0, green ?? 0, blue ?? 0], alpha: 1 };
  }
  const spaced = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/.exec(text);
  if (spaced === null) throw new Error(`Not a colour of tokens.css: ${text}`);
  const [red, green, blue] = spaced.slice(1, 4).map((part) => toLinear(Number(part) / 255));
  return { rgb: [red ?? 0, green ?? 0, blue ?? 0], alpha: Number(spaced[4]) };
}

/** The first declaration of a token, with `var(…)` followed. */
function token(name: string, theme: Theme): Color {
  const value = new RegExp(`--${name}:\\s*([^;]+);`).exec(css)?.[1]?.trim();
  if (value === undefined) throw new Error(`tokens.css has no --${name}.`);
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  if (other !== undefined) return token(other, theme);
  const pair = /^light-dark\((.+?\)?),\s*(.+)\)$/.exec(value);
  if (pair === null) throw new Error(`--${name} is no pair of colours: ${value}`);
  return parseColor((theme === 'light' ? pair[1] : pair[2]) ?? '');
}

/** As browsers blend: in gamma-encoded values of eight bits. */
function over(front: Color, back: Color): Color {
  const mix = front.rgb.map((value, index) => {
    const blended = fromLinear(value) * front.alpha + fromLinear(back.rgb[index] ?? 0) * (1 - front.alpha);
    return toLinear(Math.round(blended * 255) / 255);
  });
  return { rgb: [mix[0] ?? 0, mix[1] ?? 0, mix[2] ?? 0], alpha: 1 };
}

/** WCAG 2.2, relative luminance. */
function luminance({ rgb: [red, green, blue] }: Color): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, contrast ratio. */
function contrast(left: Color, right: Color): number {
  const [light, dark] = [luminance(left), luminance(right)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

interface Promised {
  readonly front: string;
  readonly where: string;
  readonly layers: readonly string[];
  readonly light: number;
  readonly dark: number;
  readonly required: number;
}

const promised: readonly Promised[] = [
  ...css.matchAll(/^ {3}([\w-]+) +on ([\w -]+?) +([\d.]+) +([\d.]+) +\((3|4\.5)\)$/gm),
].map((match) => ({
  front: match[1] ?? '',
  where: match[2] ?? '',
  layers: (match[2] ?? '').split(' over '),
  light: Number(match[3]),
  dark: Number(match[4]),
  required: Number(match[5]),
}));

function backOf(layers: readonly string[], theme: Theme): Color {
  const [top = '', ...below] = layers;
  const color = token(top, theme);
  return below.length === 0 ? color : over(color, backOf(below, theme));
}

describe('contrast', () => {
  test('tokens.css lists the pairs that are in use', () => {
    expect(promised.length).toBeGreaterThan(70);
  });

  test.each(promised)(
    '$front on $where keeps $required to 1 in both themes',
    ({ front, layers, light, dark, required }) => {
      const computed = (theme: Theme) => contrast(token(front, theme), backOf(layers, theme));
      expect(computed('light')).toBeGreaterThanOrEqual(required);
      expect(computed('dark')).toBeGreaterThanOrEqual(required);
      expect(computed('light')).toBeCloseTo(light, 1);
      expect(computed('dark')).toBeCloseTo(dark, 1);
    },
  );
});

type Matrix = readonly (readonly [number, number, number])[];

/** Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB. */
const vision: Readonly<Record<string, Matrix>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Björn Ottosson's OKLab, from linear sRGB, times 100. */
function okLab(rgb: readonly number[]): readonly number[] {
  const [red = 0, green = 0, blue = 0] = rgb;
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    21.04542553 * long + 79.3617785 * middle - 0.40720468 * short,
    197.79984951 * long - 242.8592205 * middle + 45.05937099 * short,
    2.59040371 * long + 78.27717662 * middle - 80.8675766 * short,
  ];
}

function seen(color: Color, matrix: Matrix): readonly number[] {
  const turned = matrix.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, weight, index) => sum + weight * (color.rgb[index] ?? 0), 0),
      ),
    ),
  );
  return okLab(turned);
}

describe('the four evidence colours', () => {
  const evidence = ['worse', 'within', 'better', 'cannot'] as const;
  const themes: readonly Theme[] = ['light', 'dark'];
  const cases = themes.flatMap((theme) =>
    Object.entries(vision).map(([kind, matrix]) => ({ theme, kind, matrix })),
  );

  test.each(cases)('stay at least 9 apart in $theme for $kind vision', ({ theme, matrix }) => {
    for (const left of evidence) {
      for (const right of evidence) {
        if (left >= right) continue;
        const [a, b] = [seen(token(left, theme), matrix), seen(token(right, theme), matrix)];
        const distance = Math.hypot(...a.map((value, index) => value - (b[index] ?? 0)));
        expect(distance, `${left} and ${right}`).toBeGreaterThanOrEqual(9);
      }
    }
  });
});

describe('style sheets', () => {
  const sheets = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.css') && !file.endsWith('tokens.css'),
  );

  test.each(sheets)('%s takes its colours and durations from the tokens', (file) => {
    const text = readFileSync(join(renderer, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
    expect(text).not.toMatch(/#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(|\boklch\(/i);
    expect(text).not.toMatch(/\d(?:ms|s)\b/);
    for (const name of text.matchAll(/var\(--([\w-]+)/g))
      expect([name[1], css.includes(`--${name[1] ?? ''}:`) || name[1] === 'zoom']).toEqual([name[1], true]);
  });
});
