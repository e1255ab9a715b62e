/**
 * A strict reader of the report's HTML, for tests: it takes only what the report writes (quoted attributes, every
 * element closed) and throws at anything else, so that a text that became a tag cannot go unseen.
 */

export interface HtmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Text of it and of everything in it, entities resolved. */
  readonly text: string;
  readonly children: readonly HtmlElement[];
}

interface OpenElement {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: HtmlElement[];
}

const pattern = /<(\/?)([a-z][a-z0-9]*)((?: [a-zA-Z][a-zA-Z0-9-]*(?:="[^"<>]*")?)*)(\/?)>/y;
const voids = new Set(['meta', 'input', 'col', 'br']);
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function resolve(text: string): string {
  return text.replace(/&[^;\s]*;?/g, (entity) => {
    const character = entities[entity];
    if (character === undefined) throw new Error(`an entity that the report does not write: ${entity}`);
    return character;
  });
}

export function readHtml(html: string): HtmlElement {
  const doctype = '<!doctype html>\n';
  if (!html.startsWith(doctype)) throw new Error('no doctype');
  const root: OpenElement = { name: '', attributes: {}, text: '', children: [] };
  const stack: OpenElement[] = [root];
  let at = doctype.length;
  const addText = (text: string): void => {
    if (/[<>"']/.test(text)) throw new Error(`a raw character in text: ${text.slice(0, 80)}`);
    const resolved = resolve(text);
    for (const element of stack) element.text += resolved;
  };
  while (at < html.length) {
    const next = html.indexOf('<', at);
    if (next !== at) {
      addText(html.slice(at, next < 0 ? html.length : next));
      if (next < 0) break;
    }
    pattern.lastIndex = next;
    const tag = pattern.exec(html);
    if (tag === null) throw new Error(`not a tag: ${html.slice(next, next + 80)}`);
    const [whole, closing, name = '', attributes = '', selfClosing] = tag;
    at = next + whole.length;
    if (closing === '/') {
      const element = stack.pop();
      if (element?.name !== name) throw new Error(`</${name}> closes <${element?.name ?? ''}>`);
      stack.at(-1)?.children.push(element);
      continue;
    }
    const element: OpenElement = { name, attributes: readAttributes(attributes), text: '', children: [] };
    if (name === 'style') {
      const end = html.indexOf('</style>', at);
      element.text = html.slice(at, end);
      at = end + '</style>'.length;
      stack.at(-1)?.children.push(element);
    } else if (voids.has(name) || selfClosing === '/') {
      stack.at(-1)?.children.push(element);
    } else {
      stack.push(element);
    }
  }
  if (stack.length !== 1) throw new Error(`<${stack.at(-1)?.name ?? ''}> is not closed`);
  const [page] = root.children;
  if (page?.name !== 'html' || root.children.length !== 1) throw new Error('not one html element');
  return page;
}

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(/ ([a-zA-Z][a-zA-Z0-9-]*)(?:="([^"]*)")?/g)) {
    if (name in attributes) throw new Error(`${name} stands twice`);
    attributes[name] = resolve(value);
  }
  return attributes;
}

/** An element and everything in it, in document order. */
export function* walk(element: HtmlElement): Generator<HtmlElement> {
  yield element;
  for (const child of element.children) yield* walk(child);
}

export function findAll(
  page: HtmlElement,
  name: string,
  attributes: Readonly<Record<string, string>> = {},
): readonly HtmlElement[] {
  return [...walk(page)].filter(
    (element) =>
      element.name === name &&
      Object.entries(attributes).every(([key, value]) =>
        key === 'class'
          ? (element.attributes[key] ?? '').split(' ').includes(value)
          : element.attributes[key] === value,
      ),
  );
}

export function findOne(
  page: HtmlElement,
  name: string,
  attributes: Readonly<Record<string, string>> = {},
): HtmlElement {
  const [found, ...more] = findAll(page, name, attributes);
  if (found === undefined || more.length > 0) {
    throw new Error(
      `${found === undefined ? 'no' : 'more than one'} <${name}> ${JSON.stringify(attributes)}`,
    );
  }
  return found;
}
