/** What a candidate is called in its plan. Pure. */

interface NamedFile {
  readonly fileName: string;
  readonly quantisation: string | null;
}

/** As the plan file allows it: letters, digits, dot, dash and underscore, beginning with a letter or digit. */
function plain(text: string): string {
  return text.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
}

/** The quantisation where that says which one is meant, else with the model before it, else with a number. */
export function candidateName(file: NamedFile, taken: readonly string[], model: string): string {
  const base = plain(file.quantisation ?? file.fileName.replace(/\.gguf$/i, ''));
  const choices = [base, plain(`${model}-${base}`)].filter((name) => name !== '');
  for (const choice of choices) if (!taken.includes(choice)) return choice;
  for (let number = 2; ; number += 1) {
    const choice = `${choices[0] ?? 'candidate'}-${number}`;
    if (!taken.includes(choice)) return choice;
  }
}
