import fc from 'fast-check'
import { vi } from 'vitest'

/**
 * Random tests draw the same examples every time, so that a change that breaks one is the change that broke it.
 * FULL=1 draws new ones; a failure prints its seed, which SEED repeats.
 */
const { FULL, SEED } = process.env
if (SEED !== undefined || FULL !== '1') fc.configureGlobal({ seed: Number(SEED ?? 20_310_704) })
// ten times the examples; what needs longer yet says so itself
if (FULL === '1') vi.setConfig({ testTimeout: 200_000 })
