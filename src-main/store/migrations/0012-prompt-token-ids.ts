import type { Migration } from '../migrate.ts';

/**
 * The token ids behind a token hash, each a little-endian 32-bit integer, so that the first differing token of two
 * prompts can be shown. NULL where they are not known, and in rows from before.
 */
export const promptTokenIds: Migration = {
  version: 12,
  statements: `
ALTER TABLE prompt ADD COLUMN token_ids BLOB;
`,
};
