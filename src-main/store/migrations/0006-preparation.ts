import type { Migration } from '../migrate.ts';

/** What was done to the items of a version before it was frozen. */
export const preparation: Migration = {
  version: 6,
  statements: `
-- JSON as the app wrote it. A version that was frozen as its file was has none.
CREATE TABLE preparation (
  set_id INTEGER PRIMARY KEY REFERENCES item_set (id),
  record TEXT NOT NULL
) STRICT;
`,
};
