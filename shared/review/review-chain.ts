import { z } from 'zod/mini'
import {
  LEVELS,
  type Level,
  levelStatuses,
  STATUS_FIELDS,
  STATUS_OF,
  type StatusField,
} from '../access/levels.ts'
import { no, type Verdict, yes } from '../lib/verdict.ts'

export const SITE_STATUSES = ['Save as Draft', 'Submitted', 'Approved', 'Returned'] as const
export const SiteStatus = z.enum(SITE_STATUSES)
export type SiteStatus = z.output<typeof SiteStatus>

export const LEVEL_STATUSES = ['Submitted', 'Approved', 'Returned'] as const
export const LevelStatus = z.nullable(z.enum(LEVEL_STATUSES))
export type LevelStatus = z.output<typeof LevelStatus>

/** The fields that the chain reads and writes, as stored and sent (001 §4). */
export type Review = Record<StatusField, LevelStatus> & {
  site_status: SiteStatus
  returned_by: Level | null
}

/** Their names, in the order in which changes are listed. */
export const REVIEW_FIELDS = ['site_status', ...STATUS_FIELDS, 'returned_by'] as const

/** The order of the review; approval by the last level is final. */
export const REVIEW_CHAIN = LEVELS
export const isFinalLevel = (level: Level): boolean => level === REVIEW_CHAIN.at(-1)

/** The level that must act: the first that has not approved; null for a draft, a returned or a finished record. */
export function currentLevel(record: Review): Level | null {
  if (record.site_status !== 'Submitted') return null
  return REVIEW_CHAIN.find((level) => record[STATUS_OF[level]] !== 'Approved') ?? null
}

/** Whether this level may approve or return the record now (001 §4). */
export function canDecide(record: Review, level: Level): Verdict {
  const waiting = currentLevel(record)
  if (waiting === level) return yes
  const stillBelow = waiting !== null && REVIEW_CHAIN.indexOf(waiting) < REVIEW_CHAIN.indexOf(level)
  return stillBelow ? no('not_waiting', { level }) : no('acted_on')
}

export const NEW_REVIEW: Review = {
  site_status: 'Save as Draft',
  ...levelStatuses(() => null),
  returned_by: null,
}

/** Only the fields of the chain, whatever else the record has; the result can be saved as it is. */
export const reviewOf = (record: Review): Review => ({
  site_status: record.site_status,
  ...levelStatuses((level) => record[STATUS_OF[level]]),
  returned_by: record.returned_by,
})

/** Submits a draft or returned record to the first level and clears earlier decisions (S-72, S-73). */
export const submitted = (record: Review): Review => ({
  ...reviewOf(record),
  site_status: 'Submitted',
  ...levelStatuses((level) => (level === REVIEW_CHAIN[0] ? 'Submitted' : null)),
})

/** Approves at one level and passes the record on; the last approval is final and clears `returned_by`. */
export function approved(record: Review, level: Level): Review {
  const next = REVIEW_CHAIN[REVIEW_CHAIN.indexOf(level) + 1]
  const mine: Review = { ...reviewOf(record), [STATUS_OF[level]]: 'Approved' }
  return next
    ? { ...mine, [STATUS_OF[next]]: 'Submitted' }
    : { ...mine, site_status: 'Approved', returned_by: null }
}

/** Returns a record from any level to its encoder and clears the other levels (S-73). */
export const returned = (record: Review, level: Level): Review => ({
  ...reviewOf(record),
  site_status: 'Returned',
  ...levelStatuses((one) => (one === level ? 'Returned' : null)),
  returned_by: level,
})

/** A record whose final approval was withdrawn is back with its office, as if FMB had returned it (S-170). */
export const withdrawn = (record: Review): Review => returned(record, 'FMB')

/** A profile after the recall of its first submission: profiles have no drafts, so it is returned, by no level. */
export const RECALLED_PROFILE: Review = { ...returned(NEW_REVIEW, REVIEW_CHAIN[0]), returned_by: null }

/** A record after the recall of its first submission: a draft again, if its kind has drafts. */
export const unsubmitted = ({ startsAsDraft }: { startsAsDraft: boolean }): Review =>
  startsAsDraft ? NEW_REVIEW : RECALLED_PROFILE

/** What distinguishes a recalled record from one that was returned or never submitted. */
export type Recall = Pick<Review, 'site_status'> & { recalled_at: string | null }

/** Whether a record is with its encoder because of a recall (S-146); the next submission clears the column. */
export const isRecalled = ({ site_status, recalled_at }: Recall): boolean =>
  recalled_at !== null && (site_status === 'Returned' || site_status === 'Save as Draft')

export const isRecallable = (record: Review): Verdict =>
  currentLevel(record) === REVIEW_CHAIN[0] ? yes : no('not_recallable')

/** A recalled record gets its earlier state back: that of its last return or, if never returned, `first`. */
export const recalled = (record: Review, first: Review): Review =>
  record.returned_by ? returned(record, record.returned_by) : first

/** The level in the review column: finished records keep "FMB" (001 §4, S-69); null before submission. */
export function reviewLevel(record: Review): Level | null {
  return record.site_status === 'Approved' ? 'FMB' : currentLevel(record)
}

/** "PENRO - Laguna": the review level and the province, or the city if there is no province (S-69). */
export function reviewLevelLabel(record: Review & { province: string | null; city: string }): string {
  const level = reviewLevel(record)
  const place = record.province ?? record.city
  return level ? `${level} - ${place}` : place
}

export type Holders = { office: string; region: string }

/** The name of a level in the stepper: "PENRO Laguna", a region, "FMB" (S-147). */
export const holderOf = (level: Level, { office, region }: Holders): string =>
  ({ PENRO: office, Region: region, FMB: 'FMB' })[level]

export const RECORD_STATUSES = ['Approved', 'Submitted', 'Returned', 'Save as Draft', 'N/A'] as const
export const RecordStatus = z.enum(RECORD_STATUSES)
export type RecordStatus = z.output<typeof RecordStatus>

/** The record status in encoders' lists: Approved once PENRO has approved, otherwise site_status (C-06). */
export const recordStatus = (record: Review): RecordStatus =>
  record.penro_status === 'Approved' ? 'Approved' : record.site_status

export const DISPLAY_STATUSES = [...RECORD_STATUSES, 'Recalled'] as const
/** The record status on screens and in lists; the API keeps the specification's word. */
export type DisplayStatus = (typeof DISPLAY_STATUSES)[number]

/** "Recalled" for a record that no level returned last (S-146); an activity that is a draft again stays a draft. */
export const displayStatus = (record: Recall & { record_status: RecordStatus }): DisplayStatus =>
  isRecalled(record) && record.site_status === 'Returned' ? 'Recalled' : record.record_status

/** The record status in approval lists: that of the viewer's own level, Submitted if empty (C-07). */
export const recordStatusFor = (record: Review, level: Level): RecordStatus =>
  record[STATUS_OF[level]] ?? 'Submitted'

/** A note next to the status: the level of a record approved by PENRO (C-06), or that a draft was recalled. */
export function statusNote(record: Review & Recall): string | null {
  if (record.site_status === 'Save as Draft') return isRecalled(record) ? 'Recalled' : null
  const level = currentLevel(record)
  return level && level !== 'PENRO' ? `Approved by PENRO, with ${level}` : null
}

export type Step = {
  title: 'SITES' | Level
  status: SiteStatus | NonNullable<LevelStatus> | 'Recalled' | null
  by: Level | null
  tone: 'waiting' | 'done' | 'returned' | 'empty'
}

const tone = (status: Step['status']): Step['tone'] => {
  if (status === 'Returned') return 'returned'
  if (status === 'Approved') return 'done'
  return status === 'Submitted' ? 'waiting' : 'empty'
}

/** The steps of a recalled record that is not a draft; the levels have no status. */
const stepsRecalled: Step[] = [
  { title: 'SITES', status: 'Recalled', by: null, tone: 'empty' },
  ...REVIEW_CHAIN.map((title): Step => ({ title, status: null, by: null, tone: 'empty' })),
]

/** The steps of the stepper: the site with the level that returned it, then every level (001 §4, part 4.1). */
export function steps(record: Review & Recall): Step[] {
  if (record.site_status === 'Returned' && isRecalled(record)) return stepsRecalled
  const site: Step = {
    title: 'SITES',
    status: record.site_status,
    by: record.site_status === 'Returned' ? record.returned_by : null,
    tone: record.site_status === 'Submitted' ? 'done' : tone(record.site_status),
  }
  return [
    site,
    ...REVIEW_CHAIN.map((level) => {
      const status = record[STATUS_OF[level]]
      return { title: level, status, by: status ? level : null, tone: tone(status) }
    }),
  ]
}

/** A record that this many levels have approved and that is at the next one. */
const approvedBy = (approvals: number): Review => ({
  site_status: approvals === REVIEW_CHAIN.length ? 'Approved' : 'Submitted',
  ...levelStatuses((level) => {
    const place = REVIEW_CHAIN.indexOf(level)
    if (place < approvals) return 'Approved'
    return place === approvals ? 'Submitted' : null
  }),
  returned_by: null,
})

/**
 * The legal states of a record that was never returned before (part 4.1): a draft, one at each level, a finished one,
 * one returned by each level. A named check in the database allows the same states.
 */
export const LEGAL_STATES: readonly Review[] = [
  NEW_REVIEW,
  ...REVIEW_CHAIN.map((_level, approvals) => approvedBy(approvals)),
  approvedBy(REVIEW_CHAIN.length),
  ...REVIEW_CHAIN.map((level) => returned(NEW_REVIEW, level)),
]
