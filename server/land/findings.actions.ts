import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { MOV_MAX_BYTES } from '../../shared/files/files.schema.ts'
import { type ANSWERS, NO_OBJECTION } from '../../shared/land/findings.fields.ts'
import {
  type Finding,
  type FindingAction,
  type FindingStep,
  STEPS_MAX,
} from '../../shared/land/findings.schema.ts'
import {
  canDecideFinding,
  canExplainFinding,
  canRecordRequest,
  canReviewFindings,
} from '../../shared/sites/site-land.policy.ts'
import { featureWords } from '../../shared/land/land-states.ts'
import { FINDING, replayed } from '../../shared/land/finding-steps.ts'
import { acceptedWords, findingsOf, type PlacedFinding } from '../../shared/land/open-findings.ts'
import { answeredOnComplaint, askedOnComplaint } from '../../shared/land/request-days.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import type { Verdict } from '../../shared/lib/verdict.ts'
import type { Actor } from '../../shared/access/actor.ts'
import type { Ctx } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { deleteDraft } from '../drafts/drafts.actions.ts'
import { attachFiles } from '../uploads/files.actions.ts'
import { AppError, invalid, requireAllowed } from '../lib/errors.ts'
import type { RecordKind, ReviewedRow } from '../review/record.kind.ts'
import { isOnlyApproverOfOwn } from '../review/review.actions.ts'
import {
  acceptAtLevel,
  answerStoredRequest,
  countFindingSteps,
  insertRequest,
  lockFindings,
  placeLandFile,
  reopenFinding,
  requestOf,
} from './finding-steps.queries.ts'
import { addSteps, type NewStep } from '../threads/threads.queries.ts'
import { showLand } from './findings.queries.ts'

type FindingIds = { id: number; finding_id: number }

const PAPER = { kinds: ['pdf', 'image'], max_bytes: MOV_MAX_BYTES, field: 'file_id' } as const

async function readFinding(ctx: Pick<Ctx, 'services'>, db: Db, { id, finding_id }: FindingIds) {
  const land = await showLand(db, id, ctx.services.now())
  const found = findingsOf(land).find(({ finding }) => finding.id === finding_id)
  if (!found) throw new AppError('scope')
  return found
}

/** What a change needs: the locked profile, its finding as it is now, and how to add the step of the caller. */
type FindingChange<Row> = PlacedFinding<Finding> & {
  db: Db
  at: string
  site: Row
  /** adds the step with its file */
  add: (step: Omit<NewStep<FindingAction>, 'thread_id'>) => Promise<void>
}

/**
 * Changes a finding of a profile that the caller may see, with the profile and its findings locked; `change` returns
 * what the row of the log says. The texts are in the steps alone.
 */
const changeFinding = <Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  ids: FindingIds,
  {
    event,
    may,
    change,
  }: {
    event: 'Finding Explained' | 'Finding Accepted' | 'Finding Returned' | 'Request Recorded'
    may: (actor: Actor, site: Row) => Verdict
    change: (change: FindingChange<Row>) => Promise<FieldChange[]>
  },
): Promise<Finding> =>
  ctx.write(async (db, audit) => {
    const site = await kind.lock(db, ids.id)
    requireAllowed(may(ctx.actor, site))
    await lockFindings(db, ids.id)
    const { layer, finding } = await readFinding(ctx, db, ids)
    // what a finding waits for is never refused
    const isAwaited =
      event === 'Finding Accepted' || (event === 'Finding Explained' && finding.state === 'found')
    if (!isAwaited && (await countFindingSteps(db, finding.id)) >= STEPS_MAX)
      throw new AppError('finding_full')
    const at = ctx.services.now().toISOString()
    let step_id = 0
    const changes = await change({
      db,
      at,
      site,
      layer,
      finding,
      add: async (step) => {
        const by = { actor: ctx.actor, round: site.review_round, level: ctx.actor.access_level, at }
        ;[step_id = 0] = await addSteps(db, FINDING.name, [{ ...step, thread_id: finding.id }], by)
      },
    })
    audit(
      kind.entry(site, event, [
        { field: 'finding', old: null, new: `${featureWords(finding)} (${layer.name})` },
        ...changes,
        { field: 'step', old: null, new: String(step_id) },
      ]),
    )
    await kind.storeWarnings(db, [ids.id], ctx.services.now())
    return (await readFinding(ctx, db, ids)).finding
  })

/** Attaches a paper to its place; returns what the log says of it. */
async function attachPaper(
  ctx: Ctx,
  db: Db,
  file_id: number | null | undefined,
  of: Parameters<typeof placeLandFile>[2],
): Promise<FieldChange[]> {
  if (!file_id) return []
  const [file] = await attachFiles(db, ctx.actor, [file_id], PAPER)
  await placeLandFile(db, file_id, of)
  return [{ field: 'file', old: null, new: file?.name ?? null }]
}

/** The office explains a finding in words, with a paper if there is one; every acceptance before is void. */
export const explainFinding = <Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  ids: FindingIds,
  { text, file_id }: { text: string; file_id?: number | null | undefined },
): Promise<Finding> =>
  changeFinding(ctx, kind, ids, {
    event: 'Finding Explained',
    may: canExplainFinding,
    change: async ({ db, at, finding, add }) => {
      const file = await attachPaper(ctx, db, file_id, {
        site_profile_id: ids.id,
        land_finding_id: finding.id,
      })
      await add({ action: 'Explained', text, file_id: file_id ?? null })
      await reopenFinding(db, finding.id, { state: 'explained', since: at })
      await deleteDraft(ctx, db, 'finding-explain', finding.id)
      return file
    },
  })

/**
 * The level whose turn it is accepts a finding of an approved profile as it saw it, or returns it to the office, which
 * explains it again.
 */
export const decideFinding = <Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  ids: FindingIds,
  {
    since,
    decision,
    text,
  }: { since: string; decision: 'accept' | 'return'; text?: string | null | undefined },
): Promise<Finding> =>
  changeFinding(ctx, kind, ids, {
    event: decision === 'accept' ? 'Finding Accepted' : 'Finding Returned',
    may: canReviewFindings,
    change: async ({ db, at, site, layer, finding, add }) => {
      const isOnly = await isOnlyApproverOfOwn(ctx, db, kind, site)
      if (finding.since !== since) throw new AppError('finding_changed')
      requireAllowed(canDecideFinding(ctx.actor, site, finding, isOnly))
      if (decision === 'accept') {
        await add({ action: 'Accepted' })
        await acceptAtLevel(db, [finding.id], ctx.actor.access_level)
        return [{ field: 'accepted_findings', old: null, new: acceptedWords({ layer, finding }) }]
      }
      if (!text) throw invalid({ text: ['What is to be done is required.'] })
      await add({ action: 'Returned', text })
      await reopenFinding(db, finding.id, { state: 'found', since: at })
      return []
    },
  })

/** Records that a body was asked about a finding. */
export const recordRequest = <Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  ids: FindingIds,
  { asked, asked_on }: { asked: string; asked_on: string },
): Promise<Finding> =>
  changeFinding(ctx, kind, ids, {
    event: 'Request Recorded',
    may: canRecordRequest,
    change: async ({ db, at, finding, add }) => {
      const complaint = askedOnComplaint(asked_on, manilaDay(ctx.services.now()))
      if (complaint !== null) throw invalid({ asked_on: [complaint] })
      const request = await insertRequest(db, finding.id, {
        asked,
        asked_on,
        recorded_by: ctx.actor.id,
        recorded_at: at,
      })
      await add({ action: 'Asked', facts: { request, asked, on: asked_on } })
      await deleteDraft(ctx, db, 'finding-ask', finding.id)
      return [
        { field: 'asked', old: null, new: asked },
        { field: 'asked_on', old: null, new: asked_on },
      ]
    },
  })

type AnswerInput = {
  answered_on: string
  answer: (typeof ANSWERS)[number]
  words?: string | null | undefined
  file_id?: number | null | undefined
  revision: number
}

/** Records the answer of a body that was asked, once; one with conditions or an objection voids every acceptance before. */
export const recordAnswer = <Row extends ReviewedRow>(
  ctx: Ctx,
  kind: RecordKind<Row>,
  { request_id, ...ids }: FindingIds & { request_id: number },
  { answered_on, answer, words, file_id, revision }: AnswerInput,
): Promise<Finding> =>
  changeFinding(ctx, kind, ids, {
    event: 'Request Recorded',
    may: canRecordRequest,
    change: async ({ db, at, finding, add }) => {
      const request = requestOf(finding, request_id)
      if (!request) throw new AppError('scope')
      if (request.answer !== null) throw new AppError('request_answered')
      const complaint = answeredOnComplaint(answered_on, request, manilaDay(ctx.services.now()))
      if (complaint !== null) throw invalid({ answered_on: [complaint] })
      const text = words || null
      if (!(await answerStoredRequest(db, request_id, { answered_on, answer, words: text, revision })))
        throw new AppError('request_answered')
      const file = await attachPaper(ctx, db, file_id, {
        site_profile_id: ids.id,
        land_request_id: request_id,
      })
      const facts: FindingStep['facts'] = {
        request: request_id,
        asked: request.asked,
        on: answered_on,
        answer,
      }
      await add({ action: 'Answered', text, file_id: file_id ?? null, facts })
      if (answer !== NO_OBJECTION) {
        const { state } = replayed([...finding.steps, { action: 'Answered', level: null, facts }])
        await reopenFinding(db, finding.id, { state: state === 'explained' ? state : 'found', since: at })
      }
      await deleteDraft(ctx, db, 'finding-answer', request_id)
      return [
        { field: 'asked', old: null, new: request.asked },
        { field: 'answered_on', old: null, new: answered_on },
        { field: 'answer', old: null, new: answer },
        ...file,
      ]
    },
  })
