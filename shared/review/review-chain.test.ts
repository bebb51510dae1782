import { describe, expect, test } from 'vitest'
import { worded } from '../../tests/support/oracles/worded.ts'
import { LEVELS, type Level, STATUS_FIELDS } from '../access/levels.ts'
import {
  approved,
  canDecide,
  currentLevel,
  displayStatus,
  holderOf,
  isRecallable,
  isRecalled,
  LEGAL_STATES,
  LEVEL_STATUSES,
  NEW_REVIEW,
  recalled,
  RECALLED_PROFILE,
  RECORD_STATUSES,
  recordStatus,
  recordStatusFor,
  returned,
  type Review,
  reviewLevel,
  reviewLevelLabel,
  reviewOf,
  SITE_STATUSES,
  statusNote,
  steps,
  submitted,
} from './review-chain.ts'

const rowOf = (review: Review) => [review.site_status, ...STATUS_FIELDS.map((field) => review[field])]

const record = (
  site_status: Review['site_status'],
  penro_status: Review['penro_status'] = null,
  region_status: Review['region_status'] = null,
  fmb_status: Review['fmb_status'] = null,
  returned_by: Level | null = null,
): Review => ({ site_status, penro_status, region_status, fmb_status, returned_by })

const DRAFT = record('Save as Draft')
const AT_PENRO = record('Submitted', 'Submitted')
const AT_REGION = record('Submitted', 'Approved', 'Submitted')
const AT_FMB = record('Submitted', 'Approved', 'Approved', 'Submitted')
const DONE = record('Approved', 'Approved', 'Approved', 'Approved')
const BACK_FROM = {
  PENRO: record('Returned', 'Returned', null, null, 'PENRO'),
  Region: record('Returned', null, 'Returned', null, 'Region'),
  FMB: record('Returned', null, null, 'Returned', 'FMB'),
}
const NOT_RECALLED = { recalled_at: null }
const RECALLED = { recalled_at: '2031-07-04T06:05:00.000Z' }
const ALL = [DRAFT, AT_PENRO, AT_REGION, AT_FMB, DONE, ...Object.values(BACK_FROM)]

/** Every state that moves can reach from a draft. */
function reachable(): Review[] {
  const found = new Map<string, Review>()
  const visit = (review: Review) => {
    const key = JSON.stringify(rowOf(review))
    if (found.has(key)) return
    found.set(key, review)
    if (review.site_status === 'Save as Draft' || review.site_status === 'Returned') visit(submitted(review))
    for (const level of LEVELS)
      if (canDecide(review, level).ok) {
        visit(approved(review, level))
        visit(returned(review, level))
      }
  }
  visit(DRAFT)
  return [...found.values()]
}

describe('the review chain', () => {
  test('[APPROVAL-08] reaches exactly the eight legal rows, through PENRO, Region and FMB', () => {
    const rows = reachable().map(rowOf)
    expect(rows).toHaveLength(8)
    expect(new Set(rows.map(String))).toEqual(new Set(ALL.map(rowOf).map(String)))
    expect(LEGAL_STATES).toEqual(ALL)
  })

  test('[APPROVAL-09] the review level is PENRO when penro_status is Submitted', () => {
    expect(ALL.filter((one) => currentLevel(one) === 'PENRO')).toEqual([AT_PENRO])
  })

  test('[APPROVAL-10] it is Region when PENRO has approved and region_status is empty or Submitted', () => {
    expect(ALL.filter((one) => currentLevel(one) === 'Region')).toEqual([AT_REGION])
    expect(currentLevel(record('Submitted', 'Approved', null))).toBe('Region')
  })

  test('[APPROVAL-11] it is FMB when Region has approved and fmb_status is empty or Submitted', () => {
    expect(ALL.filter((one) => currentLevel(one) === 'FMB')).toEqual([AT_FMB])
    expect(currentLevel(record('Submitted', 'Approved', 'Approved', null))).toBe('FMB')
  })

  test('[APPROVAL-18] an approval queues the record for the next level; the last one is final', () => {
    expect(approved(AT_PENRO, 'PENRO')).toEqual(AT_REGION)
    expect(approved(AT_REGION, 'Region')).toEqual(AT_FMB)
    expect(approved(AT_FMB, 'FMB')).toEqual(DONE)
  })

  test('[APPROVAL-19] nothing leads out of a finished record', () => {
    for (const level of LEVELS)
      expect(canDecide(DONE, level)).toEqual({ ok: false, why: 'state', code: 'acted_on', params: {} })
  })

  test('[APPROVAL-23] a return from any level goes back to the encoder and empties the other levels', () => {
    expect(returned(AT_PENRO, 'PENRO')).toEqual(BACK_FROM.PENRO)
    expect(returned(AT_REGION, 'Region')).toEqual(BACK_FROM.Region)
    expect(returned(AT_FMB, 'FMB')).toEqual(BACK_FROM.FMB)
  })

  test('a record submitted again goes to PENRO, whoever returned it, and keeps who returned it (S-72, S-73)', () => {
    for (const level of LEVELS)
      expect(submitted(BACK_FROM[level])).toEqual({ ...AT_PENRO, returned_by: level })
  })

  test('the final approval clears who returned it (S-45)', () => {
    expect(approved({ ...AT_FMB, returned_by: 'Region' }, 'FMB').returned_by).toBeNull()
    expect(approved({ ...AT_PENRO, returned_by: 'Region' }, 'PENRO').returned_by).toBe('Region')
  })

  test('a level below the waiting one hears that the record was acted on, one above that it is not its turn', () => {
    expect(worded(canDecide(AT_REGION, 'PENRO'))).toMatchObject({
      message: 'This record has already been acted on. Please refresh.',
    })
    expect(worded(canDecide(AT_REGION, 'FMB'))).toMatchObject({
      message: 'This record is not waiting for FMB.',
    })
    expect(canDecide(AT_REGION, 'Region')).toEqual({ ok: true })
  })

  test('a move carries the five fields of the chain and nothing else of the record', () => {
    const full = { ...AT_PENRO, id: 7, name_of_partner: 'Samahan' }
    for (const moved of [submitted(full), approved(full, 'PENRO'), returned(full, 'PENRO'), reviewOf(full)])
      expect(Object.keys(moved).sort()).toEqual(Object.keys(AT_PENRO).sort())
  })
})

describe('a submission that is recalled', () => {
  test('waits for PENRO still; what any level has acted on stays where it is', () => {
    expect(ALL.filter((one) => isRecallable(one).ok)).toEqual([AT_PENRO])
    expect(isRecallable(AT_REGION)).toMatchObject({ why: 'state', code: 'not_recallable' })
  })

  test('stands where it stood before: as it was returned, or as its kind begins', () => {
    for (const level of LEVELS)
      for (const first of [NEW_REVIEW, RECALLED_PROFILE])
        expect(recalled(submitted(BACK_FROM[level]), first)).toEqual(BACK_FROM[level])
    expect(recalled(submitted(DRAFT), NEW_REVIEW)).toEqual(DRAFT)
    expect(recalled(submitted(RECALLED_PROFILE), RECALLED_PROFILE)).toEqual(RECALLED_PROFILE)
  })

  test('of a profile is editable as a returned one, which nobody returned', () => {
    expect(RECALLED_PROFILE).toEqual({ ...BACK_FROM.PENRO, returned_by: null })
    expect(
      steps({ ...RECALLED_PROFILE, ...RECALLED }).map(({ title, status, by, tone }) => [
        title,
        status,
        by,
        tone,
      ]),
    ).toEqual([['SITES', 'Recalled', null, 'empty'], ...LEVELS.map((level) => [level, null, null, 'empty'])])
  })
})

describe('[S-146] a record that was recalled', () => {
  test('is one as long as it is with its encoder', () => {
    for (const one of [DRAFT, RECALLED_PROFILE, ...Object.values(BACK_FROM)]) {
      expect(isRecalled({ ...one, ...RECALLED })).toBe(true)
      expect(isRecalled({ ...one, ...NOT_RECALLED })).toBe(false)
    }
    for (const one of [AT_PENRO, AT_REGION, AT_FMB, DONE])
      expect(isRecalled({ ...one, ...RECALLED })).toBe(false)
  })

  test('is called Recalled, whoever returned it before; a draft stays one, and says so', () => {
    const shown = (one: Review) => displayStatus({ ...one, ...RECALLED, record_status: recordStatus(one) })
    expect([RECALLED_PROFILE, ...Object.values(BACK_FROM)].map(shown)).toEqual(Array(4).fill('Recalled'))
    expect([DRAFT, AT_PENRO, AT_REGION, DONE].map(shown)).toEqual([
      'Save as Draft',
      'Submitted',
      'Approved',
      'Approved',
    ])
    expect(statusNote({ ...DRAFT, ...RECALLED })).toBe('Recalled')
    expect(statusNote({ ...DRAFT, ...NOT_RECALLED })).toBeNull()
    for (const one of Object.values(BACK_FROM)) {
      expect(steps({ ...one, ...RECALLED })[0]).toMatchObject({ status: 'Recalled', by: null })
      expect(steps({ ...one, ...NOT_RECALLED })[0]).toMatchObject({ status: 'Returned', by: one.returned_by })
    }
  })
})

test('[S-147] who has a record that waits for a level is named as people know it', () => {
  const holders = { office: 'PENRO Laguna', region: 'Region IV-A (CALABARZON)' }
  expect(LEVELS.map((level) => holderOf(level, holders))).toEqual([
    'PENRO Laguna',
    'Region IV-A (CALABARZON)',
    'FMB',
  ])
})

describe('what screens show of the chain', () => {
  test('[APPROVAL-12] record status is Approved once PENRO has approved, else the site status', () => {
    expect(ALL.map(recordStatus)).toEqual([
      'Save as Draft',
      'Submitted',
      'Approved',
      'Approved',
      'Approved',
      'Returned',
      'Returned',
      'Returned',
    ])
  })

  test('[PROFILES-22] the statuses are the four and five of the specification', () => {
    expect(SITE_STATUSES).toEqual(['Save as Draft', 'Submitted', 'Approved', 'Returned'])
    expect(RECORD_STATUSES).toEqual(['Approved', 'Submitted', 'Returned', 'Save as Draft', 'N/A'])
    expect(LEVEL_STATUSES).toEqual(['Submitted', 'Approved', 'Returned'])
  })

  test('on approval lists it is the status of the viewer’s own level, empty read as Submitted (C-07)', () => {
    expect(LEVELS.map((level) => recordStatusFor(AT_REGION, level))).toEqual([
      'Approved',
      'Submitted',
      'Submitted',
    ])
    expect(recordStatusFor(DONE, 'FMB')).toBe('Approved')
  })

  test('an approved but unfinished record says where it is (C-06)', () => {
    expect(ALL.map((one) => statusNote({ ...one, ...NOT_RECALLED }))).toEqual([
      null,
      null,
      'Approved by PENRO, with Region',
      'Approved by PENRO, with FMB',
      null,
      null,
      null,
      null,
    ])
  })

  test('the review column names level and province, or the city where there is none (S-69)', () => {
    const laguna = { province: 'Laguna', city: 'Alaminos' }
    expect(reviewLevelLabel({ ...AT_PENRO, ...laguna })).toBe('PENRO - Laguna')
    expect(reviewLevelLabel({ ...AT_FMB, province: null, city: 'Manila' })).toBe('FMB - Manila')
    expect(reviewLevelLabel({ ...DONE, ...laguna })).toBe('FMB - Laguna')
    expect(reviewLevelLabel({ ...BACK_FROM.PENRO, ...laguna })).toBe('Laguna')
    expect(ALL.map(reviewLevel)).toEqual([null, 'PENRO', 'Region', 'FMB', 'FMB', null, null, null])
  })

  test('[APPROVAL-13] the stepper has the site with its returner, PENRO, Region and FMB, each by its level', () => {
    expect(steps({ ...BACK_FROM.Region, ...NOT_RECALLED })).toEqual([
      { title: 'SITES', status: 'Returned', by: 'Region', tone: 'returned' },
      { title: 'PENRO', status: null, by: null, tone: 'empty' },
      { title: 'Region', status: 'Returned', by: 'Region', tone: 'returned' },
      { title: 'FMB', status: null, by: null, tone: 'empty' },
    ])
    expect(
      steps({ ...AT_REGION, ...NOT_RECALLED }).map(({ status, by, tone }) => [status, by, tone]),
    ).toEqual([
      ['Submitted', null, 'done'],
      ['Approved', 'PENRO', 'done'],
      ['Submitted', 'Region', 'waiting'],
      [null, null, 'empty'],
    ])
    expect(ALL.map((one) => steps({ ...one, ...NOT_RECALLED }).map(({ tone }) => tone))).toEqual([
      ['empty', 'empty', 'empty', 'empty'],
      ['done', 'waiting', 'empty', 'empty'],
      ['done', 'done', 'waiting', 'empty'],
      ['done', 'done', 'done', 'waiting'],
      ['done', 'done', 'done', 'done'],
      ['returned', 'returned', 'empty', 'empty'],
      ['returned', 'empty', 'returned', 'empty'],
      ['returned', 'empty', 'empty', 'returned'],
    ])
    for (const level of LEVELS) {
      const said = steps({ ...BACK_FROM[level], ...NOT_RECALLED }).map(({ status, by }) =>
        status ? `${status} by ${by}` : null,
      )
      expect(said.filter(Boolean), level).toEqual([`Returned by ${level}`, `Returned by ${level}`])
    }
  })
})
