import type { Migration } from '../migrate.ts';

/**
 * The first schema. Times are ISO 8601 text, hashes hexadecimal text, JSON is text. Ids of items grow with their
 * place in the set, so that an index by item id is also the set's order.
 */
export const firstSchema: Migration = {
  version: 1,
  statements: `
CREATE TABLE item_set (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL,
  items INTEGER NOT NULL,
  dev INTEGER NOT NULL,
  held_out INTEGER NOT NULL,
  frozen_at TEXT NOT NULL,
  UNIQUE (name, version),
  UNIQUE (name, hash)
) STRICT;

CREATE TABLE item (
  id INTEGER PRIMARY KEY,
  set_id INTEGER NOT NULL REFERENCES item_set (id),
  name TEXT NOT NULL,
  stratum TEXT NOT NULL,
  split TEXT NOT NULL CHECK (split IN ('dev', 'held_out')),
  band TEXT,
  source TEXT,
  cluster TEXT,
  messages TEXT NOT NULL,
  "check" TEXT NOT NULL,
  UNIQUE (set_id, name)
) STRICT;
CREATE INDEX item_by_stratum ON item (set_id, split, stratum, id);

CREATE TABLE plan (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  set_id INTEGER NOT NULL REFERENCES item_set (id),
  json TEXT NOT NULL,
  registered_at TEXT NOT NULL,
  deleted_at TEXT
) STRICT;

CREATE TABLE held_out_reading (
  id INTEGER PRIMARY KEY,
  set_id INTEGER NOT NULL REFERENCES item_set (id),
  plan_id INTEGER NOT NULL REFERENCES plan (id),
  at TEXT NOT NULL,
  items INTEGER NOT NULL
) STRICT;
CREATE INDEX held_out_reading_by_set ON held_out_reading (set_id);

CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  plan_id INTEGER NOT NULL REFERENCES plan (id),
  candidate TEXT NOT NULL,
  replicate INTEGER NOT NULL CHECK (replicate >= 1),
  state TEXT NOT NULL,
  state_at TEXT NOT NULL,
  failure TEXT,
  outputs INTEGER NOT NULL DEFAULT 0,
  errors INTEGER NOT NULL DEFAULT 0,
  prompt_tokens INTEGER NOT NULL DEFAULT 0,
  generated_tokens INTEGER NOT NULL DEFAULT 0,
  total_ms REAL NOT NULL DEFAULT 0,
  busy_ms REAL NOT NULL DEFAULT 0,
  first_output_at TEXT,
  last_output_at TEXT,
  UNIQUE (plan_id, candidate, replicate)
) STRICT;

CREATE TABLE sitting (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES run (id),
  manifest TEXT NOT NULL,
  started_at TEXT NOT NULL,
  ended_at TEXT,
  how TEXT CHECK (how IN ('complete', 'stopped', 'crashed', 'killed')),
  outputs INTEGER NOT NULL DEFAULT 0,
  last_output_at TEXT
) STRICT;
CREATE INDEX sitting_by_run ON sitting (run_id);

-- One row for each pair of prompt hash and token hash: runs that got the same input share the row.
CREATE TABLE prompt (
  id INTEGER PRIMARY KEY,
  prompt_hash TEXT NOT NULL,
  token_hash TEXT NOT NULL,
  text TEXT,
  UNIQUE (prompt_hash, token_hash)
) STRICT;

CREATE TABLE output (
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES run (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  sample INTEGER NOT NULL CHECK (sample >= 0),
  sitting_id INTEGER NOT NULL REFERENCES sitting (id),
  prompt_id INTEGER NOT NULL REFERENCES prompt (id),
  at TEXT NOT NULL,
  finish TEXT NOT NULL,
  prompt_tokens INTEGER NOT NULL,
  generated_tokens INTEGER NOT NULL,
  first_token_ms REAL,
  total_ms REAL NOT NULL,
  stop TEXT,
  error TEXT,
  text TEXT NOT NULL,
  -- Generated token ids, each a little-endian 32-bit integer.
  tokens BLOB,
  UNIQUE (run_id, item_id, sample)
) STRICT;

-- "current" is 1 for the score that counts, the one that was put last; scores of other scorers stay beside it.
CREATE TABLE score (
  run_id INTEGER NOT NULL,
  item_id INTEGER NOT NULL,
  sample INTEGER NOT NULL,
  scorer TEXT NOT NULL,
  current INTEGER NOT NULL CHECK (current IN (0, 1)),
  outcome TEXT NOT NULL,
  value REAL,
  reason TEXT NOT NULL,
  span_start INTEGER,
  span_end INTEGER,
  PRIMARY KEY (run_id, item_id, sample, scorer),
  FOREIGN KEY (run_id, item_id, sample) REFERENCES output (run_id, item_id, sample)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX score_current ON score (run_id, item_id, sample) WHERE current = 1;
-- Pages by outcome, and by right or wrong, without reading the rest.
CREATE INDEX score_by_outcome ON score (run_id, outcome, value, item_id, sample) WHERE current = 1;

CREATE TABLE comparison (
  id INTEGER PRIMARY KEY,
  plan_id INTEGER NOT NULL REFERENCES plan (id),
  candidate TEXT NOT NULL,
  at TEXT NOT NULL,
  json TEXT NOT NULL
) STRICT;
CREATE INDEX comparison_by_plan ON comparison (plan_id, candidate, id);
`,
};
