import { expect, test } from 'vitest'
import { AREAS } from '../mutants/mutants.list.ts'
import { staleness } from '../mutants/mutant.ts'

test('every fault that must be noticed still stands in its file, so that `npm run mutants` begins', () => {
  const stale = AREAS.flatMap(({ name, mutants }) =>
    mutants.flatMap((mutant) => {
      const why = staleness(process.cwd(), mutant)
      return why === null ? [] : [`${name}, "${mutant.fault}": ${why}`]
    }),
  )
  expect(stale).toEqual([])
})
