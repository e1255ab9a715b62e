import type { Migration } from '../migrate.ts';

/** What the app keeps beside plans: drafts, choices, labels, looks before the end. JSON is text, times ISO 8601. */
export const appState: Migration = {
  version: 2,
  statements: `
CREATE TABLE draft (
  id INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL,
  fields TEXT NOT NULL,
  pilot TEXT,
  saved_at TEXT NOT NULL,
  deleted_at TEXT
) STRICT;

-- One row a choice: theme, zoom, folders of models, endpoints, baselines chosen by hand.
CREATE TABLE preference (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A person's own judgement of an item within a comparison.
CREATE TABLE label (
  plan_id INTEGER NOT NULL REFERENCES plan (id),
  item_id INTEGER NOT NULL REFERENCES item (id),
  label TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (plan_id, item_id)
) STRICT, WITHOUT ROWID;

-- Results that were looked at before every run had ended.
CREATE TABLE peek (
  id INTEGER PRIMARY KEY,
  plan_id INTEGER NOT NULL REFERENCES plan (id),
  at TEXT NOT NULL
) STRICT;
CREATE INDEX peek_by_plan ON peek (plan_id);

-- Settings that resolved to something else than was asked, accepted by name.
CREATE TABLE accepted_setting (
  plan_id INTEGER NOT NULL REFERENCES plan (id),
  candidate TEXT NOT NULL,
  setting TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (plan_id, candidate, setting)
) STRICT, WITHOUT ROWID;

-- Why a plan does not go on: a person paused or cancelled it.
ALTER TABLE plan ADD COLUMN halted TEXT CHECK (halted IN ('paused', 'cancelled'));
`,
};
