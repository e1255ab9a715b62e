import { defineConfig } from 'vitest/config';

/**
 * Unit tests are pure and quick; slow ones are pure and take seconds (simulations). Integration tests use the real
 * model, real files, real processes. End-to-end tests drive a real browser against the app as it is served.
 */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      { test: { name: 'slow', include: ['test/slow/**/*.test.ts'], testTimeout: 300_000 } },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
