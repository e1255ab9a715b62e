import type { Migration } from '../migrate.ts';

/** What people say of two candidates' answers that they saw side by side without names. */
export const rating: Migration = {
  version: 9,
  statements: `
-- One row each time that a rater chose. "one" comes before "other" in the plan; "swapped" is 1 where the other's
-- answer stood first. "turn" is 0 the first time, and counts up where the item was shown to the rater again.
CREATE TABLE rating (
  id INTEGER PRIMARY KEY,
  plan_id INTEGER NOT NULL REFERENCES plan (id),
  rater TEXT NOT NULL,
  item_id INTEGER NOT NULL REFERENCES item (id),
  one TEXT NOT NULL,
  other TEXT NOT NULL,
  turn INTEGER NOT NULL CHECK (turn >= 0),
  swapped INTEGER NOT NULL CHECK (swapped IN (0, 1)),
  choice TEXT NOT NULL CHECK (choice IN ('one', 'other', 'tie')),
  at TEXT NOT NULL,
  UNIQUE (plan_id, rater, one, other, item_id, turn)
) STRICT;
`,
};
