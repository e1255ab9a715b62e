import type { Migration } from '../migrate.ts';

/** What people make by hand on the way to a version: items that they write, strata that they give. */
export const writtenByHand: Migration = {
  version: 5,
  statements: `
-- Items written by hand, until they are frozen. JSON as the app wrote it.
CREATE TABLE slice (
  id INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL,
  content TEXT NOT NULL,
  saved_at TEXT NOT NULL,
  deleted_at TEXT
) STRICT;

-- Strata and bands given by hand to dev items of a version, until its next version is frozen with them.
CREATE TABLE hand_stratum (
  item_id INTEGER PRIMARY KEY REFERENCES item (id),
  set_id INTEGER NOT NULL REFERENCES item_set (id),
  stratum TEXT,
  band TEXT,
  at TEXT NOT NULL,
  CHECK (stratum IS NOT NULL OR band IS NOT NULL)
) STRICT;
CREATE INDEX hand_stratum_by_set ON hand_stratum (set_id);
`,
};
