import { describe, expect, test } from 'vitest'
import { type ConsentFacts, findingConsent } from './finding-consent.ts'

const TODAY = '2026-05-20'
const consent = (
  facts: Partial<ConsentFacts>,
  kind: Parameters<typeof findingConsent>[0] = 'ancestral_domain',
) => findingConsent(kind, { answers: [], papers: [], ...facts }, TODAY)
const paper = (issued_on: string | null, valid_until: string | null = null) => ({
  papers: [{ kind: 'fpic_memorandum' as const, issued_on, valid_until }],
})

describe('[S-161] the consent for the land of a finding', () => {
  test('is needed in an ancestral domain alone, and recorded by a paper that is issued and holds today', () => {
    expect(consent({}, 'protected_area')).toBe(null)
    expect(consent({})).toBe('missing')
    expect([consent(paper(TODAY)), consent(paper('2026-05-21')), consent(paper(null))]).toEqual([
      'recorded',
      'missing',
      'missing',
    ])
    expect([consent(paper('2020-01-01', TODAY)), consent(paper('2020-01-01', '2026-05-19'))]).toEqual([
      'recorded',
      'missing',
    ])
    const clearance = { kind: 'pamb_clearance' as const, issued_on: '2020-01-01', valid_until: null }
    expect(consent({ papers: [clearance] })).toBe('missing')
  })

  test('has an objection on record while that is the last answer of a body, in any layer and beside any paper', () => {
    const objection = { asked: 'NCIP', answer: 'objection' }
    expect(consent({ answers: [objection], ...paper(TODAY) })).toBe('objection')
    expect(consent({ answers: [objection] }, 'tenure')).toBe('objection')
    const later = { asked: 'ncip', answer: 'no objection' }
    expect(consent({ answers: [objection, later] })).toBe('missing')
    expect(consent({ answers: [later, objection] })).toBe('objection')
    expect(consent({ answers: [objection, { ...later, asked: 'Elders' }] })).toBe('objection')
  })
})
