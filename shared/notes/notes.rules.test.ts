import { describe, expect, test } from 'vitest'
import { yes } from '../lib/verdict.ts'
import { anActor } from '../../tests/support/records/actors.ts'
import { PointPlace } from '../review/points.schema.ts'
import { placeKey, placeOfKey } from './note-places.ts'
import { canAddNote } from './notes.policy.ts'
import { mentionAt, partsOf, readersOf, stillMentioned, unknownNames, withMention } from './notes.rules.ts'

describe('a place as one text', () => {
  test.each([
    { about: 'record' },
    { about: 'boundary' },
    { about: 'field', field: 'project_area' },
    { about: 'file', file_id: 12 },
    { about: 'principle', principle_number: 3 },
    { about: 'indicator', sites_criteria_indicator_id: 41 },
    { about: 'figure', indicator_figure_id: 7 },
    { about: 'finding', land_finding_id: 8 },
    { about: 'instrument', land_instrument_id: 9 },
  ] as const)('%o comes back as it was', (place) => {
    expect(PointPlace.parse(placeOfKey(placeKey(place)))).toEqual(place)
  })
})

test('the readers are named; of a draft its office, and who follows', () => {
  const of = { office: 'PENRO Laguna', region: 'Region IV-A' }
  expect(readersOf({ ...of, site_status: 'Submitted' })).toBe('Read by PENRO Laguna, Region IV-A and FMB.')
  expect(readersOf({ ...of, site_status: 'Save as Draft' })).toBe(
    'Read by PENRO Laguna alone until the draft is submitted, then also by Region IV-A and FMB.',
  )
})

describe('an @', () => {
  test.each([
    ['@', 1, ''],
    ['Ask @Isa', 8, 'Isa'],
    ['(@Isabel Mu', 11, 'Isabel Mu'],
    ['one\n@Isa', 8, 'Isa'],
  ])('%j at %i asks for %j', (text, caret, search) => {
    expect(mentionAt(text, caret)?.search).toBe(search)
  })

  test.each([
    ['mail@denr.gov.ph', 16],
    ['@Isabel\nnext', 12],
    ['no name', 7],
    [`@${'x'.repeat(80)}`, 81],
  ])('%j at %i asks for nobody', (text, caret) => {
    expect(mentionAt(text, caret)).toBe(null)
  })

  test('is replaced by the chosen name, with the caret after it', () => {
    expect(withMention('Ask @Isa about it', 8, 'Isabel Muñoz')).toEqual({
      text: 'Ask @Isabel Muñoz about it',
      caret: 18,
    })
  })
})

test('the names of the mentioned are parts of the text, the longer one first', () => {
  const people = [
    { id: 1, name: 'Ana Cruz' },
    { id: 2, name: 'Ana Cruz Santos' },
  ]
  expect(partsOf('@Ana Cruz Santos and @Ana', people)).toEqual([
    { text: '@Ana Cruz Santos', isMention: true },
    { text: ' and @Ana', isMention: false },
  ])
  expect(stillMentioned('@Ana Cruz Santos and @Ana', people)).toEqual([people[1]])
})

test('a name that was typed and not chosen mentions nobody, and a mail address is no name', () => {
  const chosen = [{ id: 1, name: 'Ana Cruz' }]
  expect(unknownNames('@Ana Cruz and @Isa, (@Niño) at 3 @ 4', chosen)).toEqual(['@Isa', '@Niño'])
  expect(unknownNames('mail@denr.gov.ph\n@Ana Cruz', chosen)).toEqual([])
  expect(unknownNames('@Isa @Isa', [])).toEqual(['@Isa'])
})

test('everyone who sees a record writes, but not below the rank of an encoder, nor while the role is switched off', () => {
  const encoder = anActor('PENRO', 4)
  expect(canAddNote(encoder, yes).ok).toBe(true)
  expect(canAddNote({ ...encoder, hierarchy_role: 5 }, yes)).toMatchObject({ why: 'permission' })
  expect(canAddNote({ ...encoder, role_off: { at: '', reason: 'Audit' } }, yes)).toMatchObject({
    code: 'role_off',
  })
})
