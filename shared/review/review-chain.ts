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

/** The fields the chain works on, exactly as they are stored and sent (001 §4). */
export type Review = Record<StatusField, LevelStatus> & {
  site_status: SiteStatus
  returned_by: Level | null
}

/** Their names, in the order in which they are told. */
export const REVIEW_FIELDS = ['site_status', ...STATUS_FIELDS, 'returned_by'] as const

/** Records climb in this order; approval by the last level is final. */
export const REVIEW_CHAIN = LEVELS

/** Who must act now: the first level that has not approved; null for a draft, a returned or a finished record. */
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

/** A record before its first submission. */
export const NEW_REVIEW: Review = {
  site_status: 'Save as Draft',
  ...levelStatuses(() => null),
  returned_by: null,
}

/** These fields and nothing else, whatever more the record has; so a move can be saved as it is. */
export const reviewOf = (record: Review): Review => ({
  site_status: record.site_status,
  ...levelStatuses((level) => record[STATUS_OF[level]]),
  returned_by: record.returned_by,
})

/** A draft or returned record goes to the first level; earlier decisions of the levels are emptied (S-72, S-73). */
export const submitted = (record: Review): Review => ({
  ...reviewOf(record),
  site_status: 'Submitted',
  ...levelStatuses((level) => (level === REVIEW_CHAIN[0] ? 'Submitted' : null)),
})

/** One level's approval queues the record for the next; the last level's is final and clears the comments' author. */
export function approved(record: Review, level: Level): Review {
  const next = REVIEW_CHAIN[REVIEW_CHAIN.indexOf(level) + 1]
  const mine: Review = { ...reviewOf(record), [STATUS_OF[level]]: 'Approved' }
  return next
    ? { ...mine, [STATUS_OF[next]]: 'Submitted' }
    : { ...mine, site_status: 'Approved', returned_by: null }
}

/** A return, from any level, goes all the way back to the encoder; the other levels are emptied (S-73). */
export const returned = (record: Review, level: Level): Review => ({
  ...reviewOf(record),
  site_status: 'Returned',
  ...levelStatuses((one) => (one === level ? 'Returned' : null)),
  returned_by: level,
})

/** A profile, which is never a draft, whose first submission was recalled: editable as a returned one, by no one. */
export const RECALLED_PROFILE: Review = { ...returned(NEW_REVIEW, REVIEW_CHAIN[0]), returned_by: null }

/** What distinguishes a record that was recalled from one that was returned, or never submitted. */
export type Recall = Pick<Review, 'site_status'> & { recalled_at: string | null }

/** Whether a record is with its encoder because its submission was taken back (S-146); the next one empties the column. */
export const isRecalled = ({ site_status, recalled_at }: Recall): boolean =>
  recalled_at !== null && (site_status === 'Returned' || site_status === 'Save as Draft')

/** Whether no one has acted on the submission yet. */
export const isRecallable = (record: Review): Verdict =>
  currentLevel(record) === REVIEW_CHAIN[0] ? yes : no('not_recallable')

/** A submission that is taken back is where it was before: as it was last returned or, never returned, at `first`. */
export const recalled = (record: Review, first: Review): Review =>
  record.returned_by ? returned(record, record.returned_by) : first

/** The level named in the review column: finished rows keep "FMB" (001 §4, S-69); null before submission. */
export function reviewLevel(record: Review): Level | null {
  return record.site_status === 'Approved' ? 'FMB' : currentLevel(record)
}

/** "PENRO - Laguna": the review level, a dash, the province, or the city where there is no province (S-69). */
export function reviewLevelLabel(record: Review & { province: string | null; city: string }): string {
  const level = reviewLevel(record)
  const place = record.province ?? record.city
  return level ? `${level} - ${place}` : place
}

/** The office and the region of a record. */
export type Holders = { office: string; region: string }

/** Who has a record that waits for this level, as the stepper names them: "PENRO Laguna", a region, "FMB" (S-147). */
export const holderOf = (level: Level, { office, region }: Holders): string =>
  ({ PENRO: office, Region: region, FMB: 'FMB' })[level]

export const RECORD_STATUSES = ['Approved', 'Submitted', 'Returned', 'Save as Draft', 'N/A'] as const
export const RecordStatus = z.enum(RECORD_STATUSES)
export type RecordStatus = z.output<typeof RecordStatus>

/** Record status on the encoder's lists: Approved once PENRO has approved, else site_status (C-06). */
export const recordStatus = (record: Review): RecordStatus =>
  record.penro_status === 'Approved' ? 'Approved' : record.site_status

export const DISPLAY_STATUSES = [...RECORD_STATUSES, 'Recalled'] as const
/** How a record status is called on screens and in lists; on the wire it keeps the specification's word. */
export type DisplayStatus = (typeof DISPLAY_STATUSES)[number]

/** "Recalled" of a record that no level returned last (S-146); an activity that is a draft again is called one. */
export const displayStatus = (record: Recall & { record_status: RecordStatus }): DisplayStatus =>
  isRecalled(record) && record.site_status === 'Returned' ? 'Recalled' : record.record_status

/** Record status on approval lists: the status of the viewer's own level, empty read as Submitted (C-07). */
export const recordStatusFor = (record: Review, level: Level): RecordStatus =>
  record[STATUS_OF[level]] ?? 'Submitted'

/** What a status does not say: which level has an approved record (C-06), that a draft was recalled; else null. */
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

/** What the stepper says of a record that was recalled and is no draft: no level has anything to say. */
const stepsRecalled: Step[] = [
  { title: 'SITES', status: 'Recalled', by: null, tone: 'empty' },
  ...REVIEW_CHAIN.map((title): Step => ({ title, status: null, by: null, tone: 'empty' })),
]

/** The steps of the stepper: the site with its returner, then every level (001 §4, part 4.1). */
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

/** A record that these many levels have approved, and that waits for the next one. */
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
 * The legal states of a record that was never returned before (part 4.1): a draft, one that waits for each level, a
 * finished one, one that each level returned. The database holds the same as a named check.
 */
export const LEGAL_STATES: readonly Review[] = [
  NEW_REVIEW,
  ...REVIEW_CHAIN.map((_level, approvals) => approvedBy(approvals)),
  approvedBy(REVIEW_CHAIN.length),
  ...REVIEW_CHAIN.map((level) => returned(NEW_REVIEW, level)),
]
