import type { Level } from '../../shared/access/levels.ts'
import { reasonField } from '../../shared/activities/reason-fields.ts'
import {
  approved,
  NEW_REVIEW,
  REVIEW_CHAIN,
  type Review,
  returned,
  submitted,
} from '../../shared/review/review-chain.ts'
import { factChanges } from '../review/public-facts.queries.ts'
import type { KindFacts } from '../review/record.kind.ts'
import { auditRow, loginRow } from './demo-log.ts'
import { RETURN_COMMENTS } from './demo-names.ts'
import { type Bureau, iso, type Office, type Person } from './demo-office.ts'

/** The final state of a demo record: pending at a level, returned by one, approved, or still a draft. */
export type End = 'Draft' | `At ${Level}` | `Returned by ${Level}` | 'Approved'

export type Move = {
  action: 'Submitted' | 'Approved' | 'Returned'
  level: Level | null
  at: number
  round: number
}

export type History = { review: Review; moves: Move[]; round: number }

/**
 * Simulates the review chain from a draft to the wanted end, a few days between the moves; some records go through it
 * twice, among them those with a level in `returned_by`.
 */
export function simulateChain(
  bureau: Bureau,
  end: End,
  from: number,
  until: number,
  together: boolean,
  returned_by: Level | null = null,
): History {
  const moves: Move[] = []
  if (end === 'Draft') return { review: NEW_REVIEW, moves, round: 0 }
  const again = end === 'Approved' && bureau.random() < 0.3 ? 'Region' : returned_by
  const [what, , last] = end.split(' ')
  const wanted: Omit<Move, 'at'>[] = []
  let round = 1
  const climb = (to: number) => {
    wanted.push({ action: 'Submitted', level: null, round })
    for (const level of REVIEW_CHAIN.slice(0, to)) wanted.push({ action: 'Approved', level, round })
  }
  if (again) {
    climb(REVIEW_CHAIN.indexOf(again))
    wanted.push({ action: 'Returned', level: again, round })
    round += 1
  }
  if (what === 'Approved') climb(REVIEW_CHAIN.length)
  if (what === 'At') climb(REVIEW_CHAIN.indexOf(end.slice(3) as Level))
  if (what === 'Returned') {
    const by = last as Level
    climb(REVIEW_CHAIN.indexOf(by))
    wanted.push({ action: 'Returned', level: by, round })
  }
  const gap = (until - from) / (wanted.length + 1)
  let review = NEW_REVIEW
  wanted.forEach((move, index) => {
    // a profile is submitted when it is added; the last move is as old as the record's present state
    const between = from + gap * (index + 0.4 + bureau.random() * 0.5)
    const isLast = index === wanted.length - 1
    const at = index === 0 && together ? from : isLast ? until : between
    moves.push({ ...move, at })
    if (move.action === 'Submitted') review = submitted(review)
    else if (move.level)
      review = move.action === 'Approved' ? approved(review, move.level) : returned(review, move.level)
  })
  return { review, moves, round }
}

/** The comments of the latest return stay on a record until its final approval (S-45). */
export const isCommented = ({ review, moves }: History): boolean =>
  review.site_status !== 'Approved' && moves.some((move) => move.action === 'Returned')

/** The dates and authors that follow from the moves. */
export function datedColumns(history: History, office: Office, created: number) {
  const lastOf = (action: Move['action']) => history.moves.filter((move) => move.action === action).at(-1)?.at
  const last = history.moves.at(-1)
  const lastActor = last?.level ? office.approvers[last.level] : office.encoder
  const submittedAt = lastOf('Submitted')
  const returnedAt = lastOf('Returned')
  const done = history.review.site_status === 'Approved'
  return {
    created_at: iso(created),
    created_by: office.encoder.id,
    updated_at: iso(last?.at ?? created),
    updated_by: lastActor.id,
    submitted_at: submittedAt ? iso(submittedAt) : null,
    submitted_by: submittedAt ? office.encoder.id : null,
    returned_at: returnedAt ? iso(returnedAt) : null,
    approved_at: done && last ? iso(last.at) : null,
    waiting_since: history.review.site_status === 'Submitted' && last ? iso(last.at) : null,
    revision: Math.max(1, history.moves.length),
    review_round: history.round,
  }
}

export type DemoRecord = {
  kind: Pick<KindFacts, 'module' | 'facts'>
  id: number
  record_id: number
  code: string
}

export type Comments = { comment: string | null; comments: { principle_number: number; comment: string }[] }

/** Adds the steps and audit rows of a record's history, when all that its approval makes public is there. */
export async function addHistory(
  bureau: Bureau,
  office: Office,
  { kind, id, record_id, code }: DemoRecord,
  history: History,
  created: number,
  said: (level: Level, round: number) => Comments,
) {
  const wordsOf = (move: Move): Comments =>
    move.action === 'Returned' && move.level ? said(move.level, move.round) : { comment: null, comments: [] }
  const steps = history.moves.map((move) => {
    const person = move.level ? office.approvers[move.level] : office.encoder
    return { move, person, words: wordsOf(move) }
  })
  if (steps.length > 0)
    await bureau.db
      .insertInto('review_steps')
      .values(
        steps.map(({ move, person, words }) => ({
          record_id,
          round: move.round,
          action: move.action,
          level: move.level,
          user_id: person.id,
          user_name: person.name,
          role_name: person.role,
          at: iso(move.at),
          comment: words.comment,
          comments: JSON.stringify(words.comments),
        })),
      )
      .execute()

  const about = { auditable_type: kind.module, auditable_id: id, auditable_code: code }
  const line = (person: Person, event: string, at: number, changes: object[] = []) => [
    loginRow(person, at - 60_000),
    auditRow(person, at, { ...about, event, changes }),
  ]
  const isFinal = history.review.site_status === 'Approved'
  const facts = isFinal && kind.facts ? await factChanges(bureau.db, kind.facts, id) : []
  const rows = [
    ...line(office.encoder, 'Created', created),
    ...steps.flatMap(({ move, person, words }) => {
      const spoken = words.comment
        ? [{ field: 'returned_reason', old: null, new: words.comment }]
        : words.comments.map(({ principle_number, comment }) => ({
            field: reasonField(principle_number),
            old: null,
            new: comment,
          }))
      const event = move.level ? `${move.action} (${move.level})` : move.action
      return line(person, event, move.at, event === 'Approved (FMB)' ? facts : spoken)
    }),
  ]
  await bureau.db.insertInto('audit_logs').values(rows).execute()
}

/** A plausible comment of a reviewer. */
export const comment = (bureau: Bureau): string =>
  RETURN_COMMENTS[Math.floor(bureau.random() * RETURN_COMMENTS.length)] ?? 'Please complete the record.'
