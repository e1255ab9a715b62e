import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * Files run side by side, two even on a machine with one or two cores: most of them wait for processes. Nothing in them
 * is timed, every file has folders and ports of its own, and every wait has a limit that a loaded machine does not reach.
 */
const maxWorkers = Math.max(2, Math.min(availableParallelism() - 1, 8));

/** Of a test that waits for real processes; what it waits for is named by a limit below this one. */
const patient = {
  testTimeout: 400_000,
  hookTimeout: 400_000,
  expect: { poll: { timeout: 60_000 } },
};

/** Files with a browser in them run one after another, and with nothing beside them: a browser is several processes already. */
const alone = (groupOrder: number) => ({ maxWorkers: 1, sequence: { groupOrder } });

const screens = ['test/integration/renderer/**/*.test.ts', 'test/integration/desktop/**/*.test.ts'];

/**
 * Unit tests are pure and quick; slow ones are pure and take seconds (simulations). Integration tests use the real
 * model, real files, real processes; those of the screens a real browser, too. End-to-end tests drive a real browser,
 * or a window, against the real app.
 */
export default defineConfig({
  test: {
    globalSetup: 'test/global-setup.ts',
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], maxWorkers } },
      { test: { name: 'slow', include: ['test/slow/**/*.test.ts'], maxWorkers, testTimeout: 300_000 } },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: screens,
          maxWorkers,
          ...patient,
        },
      },
      { test: { name: 'screens', include: screens, ...alone(1), ...patient } },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          ...alone(2),
          ...patient,
          testTimeout: 600_000,
        },
      },
    ],
  },
});
