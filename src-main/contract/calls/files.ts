/** A look at the folders of the machine that the app runs on, for choosing files where there is no system dialogue. */
import { z } from 'zod';
import type { ReadonlyDeep } from './shapes.ts';
import { bytes, call, instant, pageOf, pageRequest, path } from './shapes.ts';

const folderEntry = z.object({
  name: z.string(),
  path,
  kind: z.enum(['folder', 'file']),
  /** Null for folders. */
  size: bytes.nullable(),
  changedAt: instant.nullable(),
});
export type FolderEntry = ReadonlyDeep<z.infer<typeof folderEntry>>;

export const fileCalls = {
  /** Folders first, then the files of the kind asked for, by name. Hidden ones are left out. */
  'files.list_folder': call(
    z.strictObject({
      /** Null: the person's home folder. */
      path: path.nullable(),
      show: z.enum(['folders', 'models', 'items', 'plans', 'texts']),
      page: pageRequest,
    }),
    pageOf(folderEntry).extend({
      path,
      /** Null at the root. */
      parent: path.nullable(),
    }),
  ),
};
