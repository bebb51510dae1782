import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { HeavyFirst } from './tests/run/heavy-first.ts'
import { SummaryReporter } from './tests/run/summary-reporter.ts'

// a test waits for its database, its server or its browser now and then: one more than cores keeps them all at work
const maxWorkers = availableParallelism() + 1

/** What only `npm run test:full` runs: it needs programs of Debian that a bare machine does not have. */
const LEFT_OUT = process.env.FULL === '1' ? [] : ['tests/**/*.full.test.ts']

export default defineConfig({
  test: {
    maxWorkers,
    sequence: { sequencer: HeavyFirst },
    reporters: ['default', new SummaryReporter()],
    projects: [
      {
        test: {
          name: 'unit',
          // the product is read once per worker, not once per file
          isolate: false,
          setupFiles: ['tests/support/seed.ts'],
          include: [
            '{shared,server,web,scripts,bench}/**/*.test.{ts,tsx}',
            'tests/*.test.ts',
            'tests/run/*.test.ts',
          ],
          exclude: LEFT_OUT,
          maxWorkers,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'api',
          setupFiles: ['tests/support/seed.ts'],
          isolate: false,
          include: ['tests/api/**/*.test.ts'],
          exclude: LEFT_OUT,
          globalSetup: ['tests/support/global-setup.ts'],
          maxWorkers,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'browser',
          // the browser and what drives it are started once per worker
          isolate: false,
          setupFiles: ['tests/support/keep-failures.ts'],
          include: ['tests/browser/**/*.test.ts'],
          maxWorkers,
          // what passes only on a second try is named at the end of the run
          retry: 1,
          // a state is waited for, not raced: some come a second after the last change
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 90_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
