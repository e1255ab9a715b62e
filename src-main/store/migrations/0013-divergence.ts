import type { Migration } from '../migrate.ts';

/** How far candidates are from the baseline along its own answers, item by item, and where the answers part. */
export const divergence: Migration = {
  version: 13,
  statements: `
-- What was measured of a plan last. "floor" is the largest margin at which runs of the baseline parted, in nats; null
-- where that was not measured. "report" is JSON as the app wrote it.
CREATE TABLE divergence (
  plan_id INTEGER PRIMARY KEY REFERENCES plan (id),
  at TEXT NOT NULL,
  floor REAL,
  report TEXT NOT NULL
) STRICT;

-- A candidate's run along the baseline's answer to one item: sums over its tokens, and the divergence at each of them,
-- a little-endian 32-bit float.
CREATE TABLE item_divergence (
  run_id INTEGER NOT NULL REFERENCES run (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  kl REAL NOT NULL,
  largest_kl REAL NOT NULL,
  same_top INTEGER NOT NULL,
  change REAL NOT NULL,
  squared_change REAL NOT NULL,
  log_ratio REAL NOT NULL,
  squared_log_ratio REAL NOT NULL,
  token_kl BLOB NOT NULL,
  PRIMARY KEY (run_id, item_id)
) STRICT, WITHOUT ROWID;

-- First token at which a run's answer parts from the baseline's: the baseline's margin there, and the divergence; null
-- for a run of the baseline itself.
CREATE TABLE parting (
  run_id INTEGER NOT NULL REFERENCES run (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  token INTEGER NOT NULL,
  margin REAL NOT NULL,
  kl REAL,
  PRIMARY KEY (run_id, item_id)
) STRICT, WITHOUT ROWID;
`,
};
