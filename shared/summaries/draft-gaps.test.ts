import { expect, test } from 'vitest'
import { aPrinciple, aRegion, aStatement, someSources } from '../../tests/support/records/summary-sources.ts'
import { composeSummary } from './compose.ts'
import { gapsOf } from './draft-gaps.ts'
import { SAFEGUARDS } from './safeguards.ts'
import { SECTIONS } from './sections.ts'
import type { SummarySources } from './summary-facts.ts'

const gaps = (more: Partial<SummarySources> = {}) => gapsOf(composeSummary(someSources(more)))

const ALL_WRITTEN = SECTIONS.map((section) => ({ section, text: 'Words.', written_on: '2026-01-31' }))
const ALL_CHOSEN = SAFEGUARDS.map((safeguard) => aStatement({ safeguard }))
const FULL_FACTS = [aRegion(4, 'IV-A', { registered: 2 })]
const complete = { texts: ALL_WRITTEN, statements: ALL_CHOSEN, facts: FULL_FACTS }

test('a complete draft has none', () => {
  expect(gaps(complete)).toEqual([])
})

test('a text of an earlier summary is one until it is checked, and does not block', () => {
  const document = composeSummary(someSources(complete))
  const texts = [
    { section: 'grievance', taken_from: 2024 },
    { section: 'addressed_c', taken_from: null },
  ] as const
  expect(gapsOf(document, texts)).toEqual([
    {
      section: 'grievance',
      message: '"Grievances" is still the text of the summary of 2024: check it.',
      blocks: false,
    },
  ])
})

test('empty parts do not block, and stand in the order of the document', () => {
  const found = gaps({ ...complete, texts: [] })
  expect(found.map(({ section }) => section)).toEqual(SECTIONS)
  expect(found.every(({ blocks }) => !blocks)).toBe(true)
  expect(found[0]?.message).toBe('Nothing is written under "National circumstances".')
})

test.each([
  [1, '1 approved site has no approved record for 2024 and 2025 and is not covered.'],
  [1200, '1,200 approved sites have no approved record for 2024 and 2025 and are not covered.'],
])('%s sites without a record are told of first', (without, message) => {
  const facts = [aRegion(4, 'IV-A', { registered: 2 + without })]
  expect(gaps({ ...complete, facts })).toEqual([{ section: null, message, blocks: false }])
})

test('a safeguard without records; one with records and no statement', () => {
  const facts = [aRegion(4, 'IV-A', { registered: 2, principles: [aPrinciple(4), aPrinciple(7)] })]
  const statements = ALL_CHOSEN.filter(({ safeguard }) => safeguard !== 'g')
  expect(gaps({ ...complete, facts, statements })).toEqual([
    { section: 'a', message: 'No record of the chosen years reports on Safeguard (a).', blocks: false },
    { section: 'e', message: 'No record of the chosen years reports on Safeguard (e).', blocks: false },
    {
      section: 'g',
      message: 'No statement is chosen for Safeguard (g), though there are records.',
      blocks: false,
    },
  ])
})

test('more statements than may be chosen one by one block, however they came together', () => {
  const cited = (count: number) => [
    ...ALL_CHOSEN.filter(({ safeguard }) => safeguard !== 'c'),
    ...Array.from({ length: count }, (_, at) => aStatement({ safeguard: 'c', code: `SITES-${at}` })),
  ]
  expect(gaps({ ...complete, statements: cited(20) })).toEqual([])
  expect(gaps({ ...complete, statements: cited(21) })).toEqual([
    {
      section: 'c',
      blocks: true,
      message: 'Safeguard (c) cites 21 statements, and at most 20 are allowed: remove some.',
    },
  ])
})

test('a number that the annex does not have blocks, once for each part that asks for it', () => {
  const texts = ALL_WRITTEN.map((one) =>
    one.section === 'addressed_c' || one.section === 'risks_and_benefits'
      ? { ...one, text: '{{sites}} {{trees}}\n\n{{trees}}' }
      : one,
  )
  expect(gaps({ ...complete, texts })).toEqual([
    {
      section: 'risks_and_benefits',
      message:
        '"Risks and benefits" asks for {{trees}}, which the annex does not have: correct the key or remove it.',
      blocks: true,
    },
    {
      section: 'addressed_c',
      message:
        '"Safeguard (c): how it is addressed" asks for {{trees}}, which the annex does not have: correct the key or remove it.',
      blocks: true,
    },
  ])
})

test('braces without a whole key between them block, beside the keys that are none', () => {
  const found = (text: string) =>
    gaps({
      ...complete,
      texts: ALL_WRITTEN.map((one) => (one.section === 'grievance' ? { ...one, text } : one)),
    })
  const broken = {
    section: 'grievance',
    blocks: true,
    message: '"Grievances" has "{{" or "}}" without a whole key: insert the number again, or remove them.',
  }
  for (const text of ['{{sites', '{{sites}', 'sites}}', '{{sites\n}}', '{{{{sites}}}}', '{{a{b}}} and {{c'])
    expect(found(text), text).toEqual([broken])
  expect(found('{{{trees}}} and }}').map(({ blocks }) => blocks)).toEqual([true, true])
  for (const text of ['{sites}', '{{sites}}', '{{{sites}}}', 'a } and a {'])
    expect(found(text), text).toEqual([])
})

test('a typed number that the annex does not have is pointed out and does not block', () => {
  const written = (text: string) =>
    ALL_WRITTEN.map((one) => (one.section === 'grievance' ? { ...one, text } : one))
  expect(
    gaps({ ...complete, texts: written('Of 12,345 complaints {{sites}} came from 2 sites in 2025.') }),
  ).toEqual([
    { section: 'grievance', message: '"Grievances": 12,345 is not a number of the annex.', blocks: false },
  ])
  expect(gaps({ ...complete, texts: written('77 or 78.5 of them.\n\n77 again.') })).toEqual([
    {
      section: 'grievance',
      message: '"Grievances": 77 and 78.5 are not numbers of the annex.',
      blocks: false,
    },
  ])
})
