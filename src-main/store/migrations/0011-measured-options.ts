import type { Migration } from '../migrate.ts';

/**
 * What was measured of each option where a check asks for log-probabilities, or why nothing was. JSON; outputs whose
 * check asks for a text have none.
 */
export const measuredOptions: Migration = {
  version: 11,
  statements: `
ALTER TABLE output ADD COLUMN options TEXT;
`,
};
