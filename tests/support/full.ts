import { describe, test } from 'vitest'

/** Whether this is the full run (`npm run test:full`). */
export const FULL = process.env.FULL === '1'

/** The seed of random tests: the same in every short run, a new one in each full run; `SEED` repeats it. */
export const SEED = Number(process.env.SEED ?? (FULL ? Date.now() % 2 ** 31 : 20_310_704))

/** the day of the bureau, counted since 1970 */
const DAY = Math.floor((Date.now() + 8 * 3_600_000) / 86_400_000)

/** All of them in the full run; else as many as are asked for, the next ones each day. */
export const fewOf = <One>(all: readonly One[], count: number): One[] =>
  all.filter((_, index) => FULL || (index + DAY * count) % all.length < count)

/**
 * Tests that only the full run runs, because a cheaper test covers the same in the short run
 * (docs/decisions/26-the-gate.md).
 */
export const full = { test: test.runIf(FULL), describe: describe.runIf(FULL) }
