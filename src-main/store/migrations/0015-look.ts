import type { Migration } from '../migrate.ts';

/** Looks before the end that a plan pays for: at which share of the answers a candidate was seen. */
export const look: Migration = {
  version: 15,
  statements: `
CREATE TABLE look (
  plan_id INTEGER NOT NULL REFERENCES plan (id),
  candidate TEXT NOT NULL,
  share REAL NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (plan_id, candidate, share)
) STRICT, WITHOUT ROWID;
`,
};
