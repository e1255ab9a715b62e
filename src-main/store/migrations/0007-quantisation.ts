import type { Migration } from '../migrate.ts';

/** Where a quantised version that was made here came from. */
export const quantisation: Migration = {
  version: 7,
  statements: `
-- A file that is made again has several rows; its hash tells which one it is.
CREATE TABLE quantisation (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL,
  record TEXT NOT NULL,
  made_at TEXT NOT NULL
) STRICT;
CREATE INDEX quantisation_by_hash ON quantisation (hash);
`,
};
