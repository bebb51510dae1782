import { expect, test } from 'vitest'
import { fieldWords } from './field-words.ts'

test('a field is named in words, however its column or its call is written', () => {
  expect(
    ['project_area', 'accessLevel', 'startDate', 'implementation_arrangement_others', 'MOV C1.1'].map(
      fieldWords,
    ),
  ).toEqual([
    'project area',
    'access level',
    'start date',
    'implementation arrangement (please specify)',
    'MOV C1.1',
  ])
})
