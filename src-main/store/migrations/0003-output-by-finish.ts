import type { Migration } from '../migrate.ts';

/**
 * How outputs ended and when, without their texts: counts, the latest ones and the course of a run are asked for
 * again and again while it goes on.
 */
export const outputByFinish: Migration = {
  version: 3,
  statements: `
CREATE INDEX output_by_finish ON output (run_id, finish, at);
`,
};
