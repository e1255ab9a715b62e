import type { Migration } from '../migrate.ts';

/** What a plan's comparison was worked out from, and how, so that it need not be worked out again while both hold. */
export const comparedPlan: Migration = {
  version: 4,
  statements: `
-- Grows with every change of what a comparison is worked out from: a run's outputs, their scores, how it stands.
ALTER TABLE run ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;

-- A plan's latest comparison as a whole. "revision" is the sum over the plan's runs when it was worked out;
-- "candidates" is JSON that names rows of comparison; "rerun" is the baseline's second run against its first.
CREATE TABLE compared_plan (
  plan_id INTEGER PRIMARY KEY REFERENCES plan (id),
  at TEXT NOT NULL,
  method TEXT NOT NULL,
  revision INTEGER NOT NULL,
  candidates TEXT NOT NULL,
  rerun TEXT
) STRICT;
`,
};
