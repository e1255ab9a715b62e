import type { Migration } from '../migrate.ts';

/** What a judge made of outputs, and what people gave the same outputs to see how far the judge can be trusted. */
export const judging: Migration = {
  version: 10,
  statements: `
-- How far the judge of a plan is. "judge" is the hash of what judged: a changed judge begins anew.
CREATE TABLE judging (
  plan_id INTEGER PRIMARY KEY REFERENCES plan (id),
  judge TEXT NOT NULL,
  state TEXT NOT NULL,
  state_at TEXT NOT NULL,
  failure TEXT
) STRICT;

-- What the judge ran on, each time that it was loaded.
CREATE TABLE judge_sitting (
  id INTEGER PRIMARY KEY,
  plan_id INTEGER NOT NULL REFERENCES plan (id),
  judge TEXT NOT NULL,
  manifest TEXT NOT NULL,
  started_at TEXT NOT NULL
) STRICT;
CREATE INDEX judge_sitting_by_plan ON judge_sitting (plan_id, judge);

-- A judge's answer about one output: a score is a reading of it. "error" is a failure as JSON; an answer that has one is
-- asked for again, and the new one takes its place.
CREATE TABLE judgement (
  run_id INTEGER NOT NULL,
  item_id INTEGER NOT NULL,
  sample INTEGER NOT NULL,
  judge TEXT NOT NULL,
  at TEXT NOT NULL,
  finish TEXT NOT NULL,
  prompt_hash TEXT NOT NULL,
  prompt_tokens INTEGER NOT NULL,
  generated_tokens INTEGER NOT NULL,
  total_ms REAL NOT NULL,
  error TEXT,
  text TEXT NOT NULL,
  PRIMARY KEY (run_id, item_id, sample, judge),
  FOREIGN KEY (run_id, item_id, sample) REFERENCES output (run_id, item_id, sample)
) STRICT, WITHOUT ROWID;

-- A person's grade of one output, given without seeing the judge's.
CREATE TABLE judge_label (
  run_id INTEGER NOT NULL,
  item_id INTEGER NOT NULL,
  sample INTEGER NOT NULL,
  rater TEXT NOT NULL,
  grade TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (run_id, item_id, sample, rater),
  FOREIGN KEY (run_id, item_id, sample) REFERENCES output (run_id, item_id, sample)
) STRICT, WITHOUT ROWID;
`,
};
