/**
 * The parts of @huggingface/jinja that rendering needs, with types of our own: the package's declarations of them
 * are lost on strict module resolution (their imports lack file extensions), and its Template.render reads the clock.
 */
import * as jinja from '@huggingface/jinja';

interface Environment {
  /** Declares a variable, converting plain values and functions; throws where the name is taken. */
  readonly set: (name: string, value: unknown) => unknown;
}

interface Interpreter {
  readonly run: (program: object) => { readonly value: unknown };
}

/** A node of the parsed template. */
export interface TemplateNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

const { Environment: NewEnvironment, Interpreter: NewInterpreter } = jinja as unknown as {
  readonly Environment: new () => Environment;
  readonly Interpreter: new (environment: Environment) => Interpreter;
};

/** Parses with the whitespace rules that every chat template is written for. Throws for what is no template. */
export function parseTemplate(template: string): TemplateNode {
  const program: unknown = new jinja.Template(template).parsed;
  return program as TemplateNode;
}

/** Runs a parsed template over its variables, and nothing else: no clock, no defaults. Throws what the template throws. */
export function runTemplate(program: TemplateNode, variables: Readonly<Record<string, unknown>>): unknown {
  const environment = new NewEnvironment();
  for (const [name, value] of Object.entries(variables)) {
    if (value !== undefined) environment.set(name, value);
  }
  return new NewInterpreter(environment).run(program).value;
}
