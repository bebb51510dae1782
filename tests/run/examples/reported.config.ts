import { defineConfig } from 'vitest/config'
import { SummaryReporter } from '../summary-reporter.ts'

/** The tests of `summary-reporter.test.ts`, which chooses one of the two files. */
export default defineConfig({
  test: {
    name: 'examples',
    include: ['tests/run/examples/{hangs,mixed}.ts'],
    reporters: [new SummaryReporter()],
    retry: 1,
  },
})
