/** Nothing takes another file's place unasked. */
import { existsSync } from 'node:fs';
import { failure, success, type Result } from '../contract/result.ts';

/** Fails with `file_exists` for the first of them that is there, unless it is to be replaced. */
export function checkFree(
  paths: readonly string[],
  replace: boolean,
  next = 'Choose another name, or add --replace.',
): Result<void> {
  const there = paths.find((path) => existsSync(path));
  if (there === undefined || replace) return success(undefined);
  return failure('file_exists', `${there} is there already.`, { next, where: { file: there } });
}
