import { describe, test } from 'vitest'

/** Whether this is the full run (`npm run test:full`). */
export const FULL = process.env.FULL === '1'

/** The seed of random tests: the same in every short run, a new one in each full run; `SEED` repeats it. */
export const SEED = Number(process.env.SEED ?? (FULL ? Date.now() % 2 ** 31 : 20_310_704))

/**
 * Tests that only the full run runs, because a cheaper test covers the same in the short run
 * (docs/decisions/26-the-gate.md).
 */
export const full = { test: test.runIf(FULL), describe: describe.runIf(FULL) }
