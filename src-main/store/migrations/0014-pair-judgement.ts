import type { Migration } from '../migrate.ts';

/** What a judge said of two candidates' answers to the same item, each order of the two by itself. */
export const pairJudgement: Migration = {
  version: 14,
  statements: `
-- A judge's answer about the first answers of two candidates to an item: a choice is a reading of it. One that an error
-- kept from being given is asked again, and the new answer takes its place.
-- "one" comes before "other" in the plan; "swapped" is 1 where the other's answer stood first. "error" is a failure as
-- JSON.
CREATE TABLE pair_judgement (
  plan_id INTEGER NOT NULL REFERENCES plan (id),
  judge TEXT NOT NULL,
  one TEXT NOT NULL,
  other TEXT NOT NULL,
  item_id INTEGER NOT NULL REFERENCES item (id),
  swapped INTEGER NOT NULL CHECK (swapped IN (0, 1)),
  at TEXT NOT NULL,
  finish TEXT NOT NULL,
  prompt_hash TEXT NOT NULL,
  prompt_tokens INTEGER NOT NULL,
  generated_tokens INTEGER NOT NULL,
  total_ms REAL NOT NULL,
  error TEXT,
  text TEXT NOT NULL,
  PRIMARY KEY (plan_id, judge, one, other, item_id, swapped)
) STRICT, WITHOUT ROWID;

-- Pairs that a judge came to and was not asked about: both answers are the same, or one of them is none.
CREATE TABLE pair_unasked (
  plan_id INTEGER NOT NULL REFERENCES plan (id),
  judge TEXT NOT NULL,
  one TEXT NOT NULL,
  other TEXT NOT NULL,
  item_id INTEGER NOT NULL REFERENCES item (id),
  why TEXT NOT NULL CHECK (why IN ('same', 'unanswered')),
  PRIMARY KEY (plan_id, judge, one, other, item_id)
) STRICT, WITHOUT ROWID;
`,
};
