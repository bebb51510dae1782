import { defineConfig } from 'vitest/config'
import { SummaryReporter } from '../summary-reporter.ts'

export default defineConfig({
  test: {
    name: 'examples',
    include: ['tests/run/examples/hangs.ts'],
    reporters: [new SummaryReporter()],
    retry: 1,
  },
})
