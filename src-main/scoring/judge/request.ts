/** The end of a judge's prompt: how its answer is to be written. */
import { reasonsName } from './form.ts';

/**
 * @param name what the word after the reasons is called
 * @param example one of the words
 */
export function freeRequest(name: string, example: string | number): readonly string[] {
  return [
    `First write your reasons in a few sentences. Then write the ${name} as JSON on a line of its own, and nothing after it, like this:`,
    JSON.stringify({ [name]: example }),
  ];
}

/** With the white space that the grammar has: what is forced should be what was shown. */
export function forcedRequest(name: string, example: string | number): readonly string[] {
  return [
    `Write JSON and nothing else: first your reasons in a few sentences, then the ${name}, like this:`,
    `{"${reasonsName}": "…", "${name}": ${JSON.stringify(example)}}`,
  ];
}
