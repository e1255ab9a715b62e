/** Texts that a plan names by their path. */
import { readFile } from 'node:fs/promises';
import { failure, success, type Result } from '../../contract/result.ts';

export async function readText(path: string, what: string): Promise<Result<string>> {
  try {
    return success(await readFile(path, 'utf8'));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    if (code === 'ENOENT')
      return failure('file_not_found', `${path}: ${what} is not there.`, {
        next: 'Check the path: a relative one starts at the folder of the plan that names it, or where the command runs if it was typed there.',
        where: { file: path },
      });
    return failure('file_unreadable', `${path}: ${what} cannot be read (${code}).`, {
      next: 'Check that it is a file and that you may read it.',
      where: { file: path },
      detail: code,
    });
  }
}
