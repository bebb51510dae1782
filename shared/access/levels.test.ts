import { expect, test } from 'vitest'
import { QUEUE_OF } from './levels.ts'

test('[APPROVAL-24] [APPROVAL-25] [APPROVAL-26] each level has its own list', () => {
  expect(QUEUE_OF).toEqual({
    PENRO: { type: 'site', status: 'Submitted' },
    Region: { type: 'penro', status: 'Approved' },
    FMB: { type: 'region', status: 'Approved' },
  })
})
