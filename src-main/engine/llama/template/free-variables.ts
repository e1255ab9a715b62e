/** Which variables a template reads and does not make itself. */
import type { TemplateNode } from './jinja.ts';

/** Names that Jinja and its extensions for chat templates provide; the caller does not give them. */
const provided: ReadonlySet<string> = new Set([
  'true',
  'True',
  'false',
  'False',
  'none',
  'None',
  'range',
  'namespace',
  'raise_exception',
  'loop',
  'caller',
]);

const isNode = (value: unknown): value is TemplateNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/**
 * Names of the variables that the template reads from its caller, sorted; functions such as `strftime_now` are among
 * them. A name counts when it is read before the place, in the text's order, where the template sets it itself.
 */
export function freeVariables(program: TemplateNode): readonly string[] {
  const free = new Set<string>();
  visit(program, new Set([...provided, ...macroNames(program)]), free);
  return [...free].sort();
}

/** Macros call one another whatever their order, so their names are known from the start. */
function macroNames(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(macroNames);
  if (!isNode(value)) return [];
  const own = value.type === 'Macro' ? targets(value['name']) : [];
  return [...own, ...macroNames(value['body']), ...macroNames(value['alternate'])];
}

function visit(value: unknown, bound: Set<string>, free: Set<string>): void {
  if (value instanceof Map) {
    for (const [key, entry] of value) {
      visit(key, bound, free);
      visit(entry, bound, free);
    }
  } else if (Array.isArray(value)) {
    for (const entry of value) visit(entry, bound, free);
  } else if (isNode(value)) {
    visitNode(value, bound, free);
  }
}

function visitNode(node: TemplateNode, bound: Set<string>, free: Set<string>): void {
  const children = (...names: string[]): void => {
    for (const name of names) visit(node[name], bound, free);
  };
  switch (node.type) {
    case 'Identifier':
      if (typeof node['value'] === 'string' && !bound.has(node['value'])) free.add(node['value']);
      break;
    case 'MemberExpression':
      children('object');
      if (node['computed'] === true) children('property');
      break;
    case 'KeywordArgumentExpression':
      children('value');
      break;
    case 'TestExpression':
      children('operand');
      visitArguments(node['test'], bound, free);
      break;
    case 'FilterExpression':
      children('operand');
      visitArguments(node['filter'], bound, free);
      break;
    case 'FilterStatement':
      visitArguments(node['filter'], bound, free);
      children('body');
      break;
    case 'Set':
      children('value', 'body');
      for (const name of targets(node['assignee'])) bound.add(name);
      break;
    case 'For': {
      const inner = new Set([...bound, ...targets(node['loopvar'])]);
      const { iterable } = node;
      if (isNode(iterable) && iterable.type === 'SelectExpression') {
        // `for item in list if item.ready`: the condition sees the loop's variable.
        visit(iterable['lhs'], bound, free);
        visit(iterable['test'], inner, free);
      } else {
        children('iterable');
      }
      visit(node['body'], inner, free);
      children('defaultBlock');
      break;
    }
    case 'Macro': {
      visitScope(node['args'], node['body'], bound, free);
      break;
    }
    case 'CallStatement':
      children('call');
      visitScope(node['callerArgs'], node['body'], bound, free);
      break;
    default:
      for (const [name, value] of Object.entries(node)) {
        if (name !== 'type' && name !== 'operator') visit(value, bound, free);
      }
  }
}

/** A filter's or test's own name is no variable; its arguments may be. */
function visitArguments(node: unknown, bound: Set<string>, free: Set<string>): void {
  if (isNode(node) && node.type === 'CallExpression') visit(node['args'], bound, free);
}

function visitScope(parameters: unknown, body: unknown, bound: Set<string>, free: Set<string>): void {
  const list: readonly unknown[] = Array.isArray(parameters) ? parameters : [];
  const inner = new Set(bound);
  for (const parameter of list) {
    if (isNode(parameter) && parameter.type === 'KeywordArgumentExpression') {
      visit(parameter['value'], bound, free);
      for (const name of targets(parameter['key'])) inner.add(name);
    } else {
      for (const name of targets(parameter)) inner.add(name);
    }
  }
  visit(body, inner, free);
}

/** The names that an assignment, a loop or a parameter binds; setting an object's member binds nothing. */
function targets(node: unknown): readonly string[] {
  if (!isNode(node)) return [];
  if (node.type === 'Identifier' && typeof node['value'] === 'string') return [node['value']];
  if (node.type === 'TupleLiteral' && Array.isArray(node['value'])) return node['value'].flatMap(targets);
  return [];
}
