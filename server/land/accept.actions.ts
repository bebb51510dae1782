import { sql } from 'kysely'
import type { Level } from '../../shared/access/levels.ts'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import type { AcceptedFinding } from '../../shared/land/accepted-findings.ts'
import { consentComplaints } from '../../shared/land/land-words.ts'
import { FINDING } from '../../shared/land/finding-steps.ts'
import { kindNames } from '../../shared/land/land-states.ts'
import {
  acceptedWords,
  findingsOf,
  openFindings,
  openNames,
  type PlacedFinding,
  uncheckedLayers,
} from '../../shared/land/open-findings.ts'
import { no, type Verdict, yes } from '../../shared/lib/verdict.ts'
import { isFinalLevel } from '../../shared/review/review-chain.ts'
import type { Ctx } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { AppError, requireAllowed } from '../lib/errors.ts'
import { addSteps } from '../threads/threads.queries.ts'
import { acceptAtLevel, lockFindings } from './finding-steps.queries.ts'
import { listLandOfSites, showLand, type SiteLand } from './findings.queries.ts'
import { confirmInstruments } from './instruments.queries.ts'

const NOTHING: SiteLand = { layers: [], consent: 'not_known' }

/** Refuses where findings are open that an approval would have to name. */
const noneOpen = (open: readonly PlacedFinding[]): Verdict =>
  open.length === 0 ? yes : no('findings_open', { names: openNames(open) })

/** Whether each of these profiles can be approved at this level without naming a finding, by id. */
export async function listLandVerdicts(
  { db, services }: Pick<Ctx, 'db' | 'services'>,
  ids: readonly number[],
  level: Level,
): Promise<Map<number, Verdict>> {
  const land = await listLandOfSites(db, ids, services.now())
  return new Map(ids.map((id) => [id, noneOpen(openFindings(land.get(id) ?? NOTHING, level))]))
}

/**
 * How many findings of a profile this level has still to accept (null: the last one, above which nobody decides), and how
 * many a level has accepted by name. Nothing is asked of a profile on whose land nothing was ever found.
 */
export async function countFindings(
  db: Db,
  { id, has_findings = true }: { id: number; has_findings?: boolean },
  level: Level | null,
): Promise<{ open: number; accepted: number }> {
  if (!has_findings) return { open: 0, accepted: 0 }
  return db
    .selectFrom('land_findings')
    .innerJoin('land_layers', 'land_layers.id', 'land_findings.land_layer_id')
    .select([
      sql<number>`count(*) filter (where not ${level ?? 'FMB'} = any(land_findings.accepted_levels))`.as(
        'open',
      ),
      sql<number>`count(*) filter (where cardinality(land_findings.accepted_levels) > 0)`.as('accepted'),
    ])
    .where('land_findings.site_profile_id', '=', id)
    .where('land_findings.state', '<>', 'gone')
    .where('land_layers.withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow()
}

/** A named finding that is no longer there, or is no longer as the reviewer saw it, voids the approval. */
function requireAsSeen(all: readonly PlacedFinding[], accepted: readonly AcceptedFinding[]): void {
  const since = new Map(all.map(({ finding }) => [finding.id, finding.since]))
  if (accepted.some((one) => since.get(one.id) !== one.since)) throw new AppError('finding_changed')
}

const noted = (field: string, words: readonly string[]): FieldChange[] =>
  words.length > 0 ? [{ field, old: null, new: words.join('\n') }] : []

/**
 * Accepts by name what was found on the land of a profile, in the transaction of its approval: all findings that this
 * level has not accepted as they are now, and each as the reviewer saw it. The final approval confirms the instruments.
 * Returns what the log says: the accepted findings, what was not compared, and which land lacks its consent or has an
 * objection on record.
 */
export async function acceptFindings(
  ctx: Ctx,
  db: Db,
  { id, has_findings = true }: { id: number; has_findings?: boolean },
  accepted: readonly AcceptedFinding[],
  step: { round: number; level: Level; at: string },
): Promise<FieldChange[]> {
  if (has_findings) await lockFindings(db, id)
  const land = await showLand(db, id, ctx.services.now())
  requireAsSeen(findingsOf(land), accepted)
  const open = openFindings(land, step.level)
  const named = new Set(accepted.map((one) => one.id))
  requireAllowed(noneOpen(open.filter(({ finding }) => !named.has(finding.id))))

  const ids = open.map(({ finding }) => finding.id)
  await addSteps(
    db,
    FINDING.name,
    ids.map((thread_id) => ({ thread_id, action: 'Accepted' })),
    { actor: ctx.actor, ...step },
  )
  await acceptAtLevel(db, ids, step.level)
  const confirmed = isFinalLevel(step.level) ? await confirmInstruments(db, id, step.at) : []
  const { not_covered, not_checked, failed } = uncheckedLayers(land)
  return [
    ...noted('accepted_findings', open.map(acceptedWords)),
    ...noted('land_not_covered', not_covered.length > 0 ? [kindNames(not_covered)] : []),
    ...noted('land_not_checked', not_checked),
    ...noted('land_check_failed', failed),
    ...noted('consent', consentComplaints(land.layers)),
    ...confirmed,
  ]
}
