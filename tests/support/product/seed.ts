import fc from 'fast-check'
import { vi } from 'vitest'
import { FULL, SEED } from '../full.ts'

fc.configureGlobal({ seed: SEED })
// full runs use ten times the examples; slower tests set their own limit
if (FULL) vi.setConfig({ testTimeout: 200_000 })
