import type { Migration } from '../migrate.ts';

/** The canary of a version as it was made when it was frozen. A version from before has the one that its hash gives. */
export const canary: Migration = {
  version: 8,
  statements: `
ALTER TABLE item_set ADD COLUMN canary TEXT;
`,
};
