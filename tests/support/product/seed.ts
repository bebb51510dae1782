import fc from 'fast-check'
import { vi } from 'vitest'
import { FULL, SEED } from '../full.ts'

fc.configureGlobal({ seed: SEED })
// ten times the examples; what needs longer yet says so itself
if (FULL) vi.setConfig({ testTimeout: 200_000 })
