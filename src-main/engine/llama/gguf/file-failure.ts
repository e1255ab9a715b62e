import type { Failure } from '../../../contract/result.ts';

/** The failure for what the operating system said about a path; null where the error is not the system's. */
export function fileFailure(path: string, error: unknown): Failure | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  const where = { file: path };
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') {
    return {
      code: 'file_not_found',
      message: `${path} is not there.`,
      next: 'Check the path: a relative one starts at the folder of the plan that names it, or where the command runs if it was typed there.',
      where,
    };
  }
  return {
    code: 'file_unreadable',
    message: `${path} cannot be read (${error.code}).`,
    next: 'Check its permissions and the disk or network drive that it is on.',
    where,
    detail: error.message,
  };
}
