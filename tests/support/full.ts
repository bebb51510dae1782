import { describe, test } from 'vitest'

/** Whether this is the full run (`npm run test:full`). */
export const FULL = process.env.FULL === '1'

/** What random tests draw from: the same in every short run, another one in each full run; `SEED` repeats it. */
export const SEED = Number(process.env.SEED ?? (FULL ? Date.now() % 2 ** 31 : 20_310_704))

/**
 * Tests that the short run leaves to the full run, because something cheaper holds the same promise there
 * (docs/decisions/26-the-gate.md).
 */
export const full = { test: test.runIf(FULL), describe: describe.runIf(FULL) }
