import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { HeavyFirst } from './tests/run/heavy-first.ts'
import { SummaryReporter } from './tests/run/summary-reporter.ts'

// a test waits for its database, its server or its browser now and then: one more than cores keeps them all at work
const maxWorkers = availableParallelism() + 1

/** What the tests without a browser have in common. */
const server = {
  // the product is read once per worker, not once per file
  isolate: false,
  setupFiles: ['tests/support/product/seed.ts'],
  maxWorkers,
  // ends what hangs; a slow machine takes five times as long as a fast one
  testTimeout: 60_000,
  // what passes only on a second try is named at the end of the run
  retry: 1,
  hookTimeout: 90_000,
  // a state is waited for, not raced
  expect: { poll: { timeout: 15_000 } },
}

export default defineConfig({
  test: {
    // a module is transformed once for all projects, and in a later run only if it has changed; one with
    // `import.meta.glob(`, whose files may be others, each time: written with a type argument it is not recognized
    experimental: { fsModuleCache: true },
    maxWorkers,
    sequence: { sequencer: HeavyFirst },
    reporters: ['default', new SummaryReporter()],
    projects: [
      {
        test: {
          name: 'unit',
          ...server,
          include: [
            '{shared,server,web,scripts,bench}/**/*.test.{ts,tsx}',
            'tests/*.test.ts',
            'tests/run/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'api',
          ...server,
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/product/global-setup.ts'],
        },
      },
      { test: { name: 'product', ...server, include: ['tests/product/**/*.test.ts'] } },
      {
        test: {
          name: 'browser',
          // the browser and what drives it are started once per worker
          isolate: false,
          setupFiles: ['tests/support/browser/record-failures.ts'],
          include: ['tests/browser/**/*.test.ts'],
          maxWorkers,
          // what passes only on a second try is named at the end of the run
          retry: 1,
          // a state is waited for, not raced: some come a second after the last change
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
