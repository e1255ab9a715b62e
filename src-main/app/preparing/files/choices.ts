/** What a person writes down for a step in files of their own: stratum rules and names. */
import { readFile } from 'node:fs/promises';
import type { StratumRule } from '../../../contract/preparation.ts';
import { failure, success, type Result } from '../../../contract/result.ts';
import { maximumYamlBytes, parseYaml } from '../../../items/import/yaml-file.ts';
import { parseStratumRules } from '../../../items/strata/stratum-rule.ts';

/** Stratum rules, as YAML or JSON. Fails with `usage` where a rule is none. */
export async function readStratumRules(file: string): Promise<Result<readonly StratumRule[]>> {
  const text = await readText(file);
  if (!text.ok) return text;
  const documents = parseYaml(text.data, file);
  return documents.ok ? parseStratumRules(documents.data[0] ?? []) : documents;
}

/** Names of people, one a line; empty lines are passed over. */
export async function readNames(file: string): Promise<Result<readonly string[]>> {
  const text = await readText(file);
  if (!text.ok) return text;
  const lines = text.data.replace(/^\uFEFF/, '').split(/\r?\n/u);
  const names = lines.map((line) => line.trim()).filter((line) => line !== '');
  return names.length > 0
    ? success(names)
    : failure('file_empty', `${file} has no names.`, { next: 'Write one a line.', where: { file } });
}

async function readText(file: string): Promise<Result<string>> {
  try {
    const bytes = await readFile(file);
    if (bytes.byteLength > maximumYamlBytes)
      return failure('file_too_large', `${file} has more than ${maximumYamlBytes / 1024 / 1024} MiB.`, {
        next: 'Split it, or leave out what is not needed.',
        where: { file },
      });
    return success(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT')
      return failure('file_not_found', `There is no file ${file}.`, {
        next: 'Check the path.',
        where: { file },
      });
    if (error instanceof TypeError)
      return failure('file_encoding', `${file} is not UTF-8.`, {
        next: 'Save it as UTF-8.',
        where: { file },
      });
    return failure('file_unreadable', `${file} cannot be read.`, {
      next: 'Give yourself the right to read it.',
      where: { file },
      detail: String(error),
    });
  }
}
