/**
 * HTML that is safe by construction: whatever is put into an `markup` template is escaped, unless it came from one.
 * There is no other way to make a `Markup`, so no text of an item, a model or a file can become a tag or leave an
 * attribute.
 */
import { visibleParts, visibleText } from '../../contract/presentation/visible-text.ts';

/** Only this module can make one. */
const made = Symbol('markup');

export interface Markup {
  readonly [made]: string;
}

/** What may stand in a template: text (escaped), numbers, markup, lists of these, or nothing. */
export type Fragment = string | number | Markup | null | readonly Fragment[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/**
 * Hidden characters of a text are written out, then it is escaped. That holds between tags and within a quoted
 * attribute; templates put values nowhere else.
 */
export function markup(strings: TemplateStringsArray, ...values: readonly Fragment[]): Markup {
  return { [made]: strings.map((part, index) => part + render(values[index] ?? null)).join('') };
}

/** The text of a markup. */
export function render(fragment: Fragment): string {
  if (fragment === null) return '';
  if (typeof fragment === 'string') return escape(visibleText(fragment));
  if (typeof fragment === 'number') return escape(String(fragment));
  if (isMarkup(fragment)) return fragment[made];
  return fragment.map(render).join('');
}

function isMarkup(fragment: Markup | readonly Fragment[]): fragment is Markup {
  return made in fragment;
}

/**
 * A style element. Its text is the program's own; a closing tag in it would be a bug, and every "<" is written as
 * CSS writes it.
 */
export function styleElement(css: string): Markup {
  return { [made]: `<style>\n${css.replaceAll('<', String.raw`\3c `)}\n</style>` };
}

/** Text from an item or a model between tags: a hidden character that is written out is set apart from the rest. */
export function foreign(text: string): Markup {
  const parts = visibleParts(text).map((part) =>
    part.hidden ? markup`<span class="hidden-character">${part.text}</span>` : markup`${part.text}`,
  );
  return markup`${parts}`;
}

/** A fraction as a percentage for SVG and CSS: 0.4573 is "45.73%". */
export function percent(fraction: number): string {
  return `${Number((fraction * 100).toFixed(2))}%`;
}

/** Px for SVG, to a tenth. */
export function px(value: number): string {
  return String(Number(value.toFixed(1)));
}
