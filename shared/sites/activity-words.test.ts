import { expect, test } from 'vitest'
import { EN } from '../texts/en.ts'
import { FIL } from '../texts/fil.ts'
import { translator } from '../texts/translate.ts'
import { activityIn } from './activity-words.ts'
import { ELIGIBLE_ACTIVITIES } from './sites.fields.ts'

test('each eligible activity has its name in every language; another name stays as it is', () => {
  for (const { name } of ELIGIBLE_ACTIVITIES) {
    expect(activityIn(translator(EN), name)).toBe(name)
    expect(activityIn(translator(FIL), name)).toMatch(/ ng kagubatan$/)
  }
  expect(activityIn(translator(FIL), 'toString')).toBe('toString')
})
