import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import { FINDINGS_MAX } from '../../shared/land/accepted-findings.ts'
import { type Extent, replayed, stepOf } from '../../shared/land/finding-steps.ts'
import type { FindingStep } from '../../shared/land/findings.schema.ts'
import { accordingTo } from '../../shared/land/land-states.ts'
import type { Db } from '../database/db.ts'
import type { FoundLand, ScreenedLayer } from './screening.actions.ts'
import { type CurrentLayer, lockCurrentVersions, queueScreening } from './screening.queries.ts'

const FULL = `The profile has ${FINDINGS_MAX} findings in other layers, the most that are listed, so those of this layer cannot be.`

/** A failed comparison is tried again after ten minutes, then after four times as long each time, up to a week. */
const FIRST_PAUSE = '10 minutes'
const LONGEST_PAUSE = '7 days'

type Profile = { site_profile_id: number; map_kml_id: number }
type Compared = ScreenedLayer & { outcome: NonNullable<ScreenedLayer['outcome']> }

/**
 * Stores what a boundary meets: the findings with their steps, and which versions it was compared with. It locks the
 * profile first, so that a save and the background never both write. Nothing is stored for another map than the present
 * one, for a version that is no longer current, and where the same comparison is stored already. What remains to be
 * compared is queued.
 */
export async function storeScreenings(
  db: Db,
  { site_profile_id, map_kml_id }: Profile,
  screened: readonly ScreenedLayer[],
  at: Date,
): Promise<void> {
  if (screened.length === 0) return
  await sql`select from site_profiles where id = ${site_profile_id} for no key update`.execute(db)
  // in a statement of its own: the one that waited for the lock still sees the map from before it
  const { rows } = await sql<{ review_round: number }>`
    select review_round from site_profiles join site_boundaries on site_profile_id = site_profiles.id
    where site_profiles.id = ${site_profile_id} and site_boundaries.map_kml_id = ${map_kml_id}`.execute(db)
  const [profile] = rows
  if (!profile) return
  const done = screened.filter((one): one is Compared => one.outcome !== null)
  const current = await lockCurrentVersions(
    db,
    done.map(({ layer }) => layer.version_id),
  )
  const stored = await listDone(db, { site_profile_id, map_kml_id })
  const fresh = done.filter(({ layer }) => current.has(layer.version_id) && !stored.has(layer.version_id))
  if (fresh.length > 0) {
    const { review_round: round } = profile
    await storeFresh(db, { site_profile_id, map_kml_id, round, at }, fresh)
  }
  if (done.length < screened.length || current.size < done.length) await queueScreening(db)
}

/** The versions that this map is compared with already. */
async function listDone(db: Db, { site_profile_id, map_kml_id }: Profile): Promise<Set<number>> {
  const rows = await db
    .selectFrom('land_screenings')
    .select('land_layer_version_id')
    .where('site_profile_id', '=', site_profile_id)
    .where('map_kml_id', '=', map_kml_id)
    .where('state', '=', 'done')
    .execute()
  return new Set(rows.map(({ land_layer_version_id }) => land_layer_version_id))
}

type Writing = Profile & { round: number; at: Date }

async function storeFresh(db: Db, writing: Writing, fresh: readonly Compared[]): Promise<void> {
  const layers = fresh.map(({ layer }) => layer.layer_id)
  const { known, others } = await listKnown(db, writing.site_profile_id, layers)
  let room = FINDINGS_MAX - others
  const findings: FindingRow[] = []
  const screenings = fresh.map(({ layer, outcome }) => {
    const ofLayer = known.filter(({ land_layer_id }) => land_layer_id === layer.layer_id)
    const count = outcome.ok ? outcome.found.length : 0
    if (outcome.ok && (count === 0 || room > 0)) {
      const listed = outcome.found.slice(0, room)
      findings.push(...findingRows(layer, ofLayer, listed, writing.at))
      room -= listed.length
      return { layer, reason: null, left_out: count - listed.length }
    }
    room -= ofLayer.filter(({ state }) => state !== 'gone').length
    return { layer, reason: outcome.ok ? FULL : outcome.reason, left_out: 0 }
  })
  await saveFindings(db, writing, findings)
  await saveScreenings(db, writing, screenings)
  if (findings.some(({ action }) => action === 'Gone')) await compareLeftOut(db, writing, layers)
}

export type KnownFinding = {
  id: number
  land_layer_id: number
  feature_key: string
  feature_sha256: string | null
  feature_code: string | null
  feature_name: string | null
  state: string
  since: string
  accepted_levels: string[]
  /** the land that was found last; null while it is gone */
  geometry: BoundaryGeometry | null
  /** as it was found or changed last */
  reviewed: Extent
  steps: Pick<FindingStep, 'action' | 'level' | 'facts'>[]
}

/** The findings of these layers, which are locked, gone ones too, and how many the profile has in others. */
async function listKnown(db: Db, site_profile_id: number, layers: readonly number[]) {
  const { rows } = await sql<KnownFinding>`
    select id, land_layer_id, feature_key, feature_sha256, feature_code, feature_name, state, since, accepted_levels,
      geometry, coalesce((
        select json_build_object('overlap_ha', facts -> 'overlap_ha', 'share', facts -> 'share') from thread_steps
        where kind = 'finding' and thread_id = land_findings.id and action in ('Found', 'Changed', 'Restored') order by id desc limit 1
      ), json_build_object('overlap_ha', overlap_ha, 'share', share)) as reviewed, coalesce((
        select json_agg(json_build_object('action', action, 'level', level, 'facts', facts) order by id)
        from thread_steps where kind = 'finding' and thread_id = land_findings.id
      ), '[]') as steps
    from land_findings where site_profile_id = ${site_profile_id} and (
      land_layer_id = any(${layers}::integer[]) or state <> 'gone'
    )
    order by state = 'gone', id desc
    for update`.execute(db)
  const known = rows.filter(({ land_layer_id }) => layers.includes(land_layer_id))
  return { known, others: rows.length - known.length }
}

type Feature = Pick<FoundLand, 'key' | 'geometry_sha256'>

/**
 * The finding that each found feature continues: one of the same key and shape, else of the same shape, else of the same
 * key. So land keeps what was said of it when its code is corrected, and when a version goes and comes back.
 */
export function continuedFindings<Known extends Pick<KnownFinding, 'feature_key' | 'feature_sha256'>>(
  found: readonly Feature[],
  known: readonly Known[],
): Map<Feature, Known> {
  const continued = new Map<Feature, Known>()
  const left = new Set(known)
  const isSameKey = (land: Feature, one: Known) => one.feature_key === land.key
  const isSameShape = (land: Feature, one: Known) => one.feature_sha256 === land.geometry_sha256
  const isSame = (land: Feature, one: Known) => isSameKey(land, one) && isSameShape(land, one)
  for (const matches of [isSame, isSameShape, isSameKey])
    for (const land of found) {
      const one = continued.has(land) ? undefined : [...left].find((other) => matches(land, other))
      if (!one) continue
      continued.set(land, one)
      left.delete(one)
    }
  return continued
}

type FindingRow = {
  /** null of a new one */
  id: number | null
  land_layer_id: number
  land_layer_version_id: number
  feature_key: string
  feature_sha256: string | null
  feature_code: string | null
  feature_name: string | null
  /** the last extent remains with what is gone */
  overlap_ha: number
  share: number
  geometry: BoundaryGeometry | null
  state: string
  since: string
  accepted_levels: string[]
  /** null if the finding remains as it was */
  action: ReturnType<typeof stepOf>
  facts: Record<string, string | number>
}

/** Which land it is that a boundary and a feature share: the same drawing is the same land. */
const landHash = ({ coordinates }: BoundaryGeometry): string =>
  createHash('sha256').update(JSON.stringify(coordinates)).digest('hex')

/** The rows of a layer's findings after a comparison: those found now, and those that are gone. */
function findingRows(
  layer: CurrentLayer,
  known: readonly KnownFinding[],
  found: readonly FoundLand[],
  at: Date,
): FindingRow[] {
  const according_to = accordingTo(layer)
  const ofLayer = { land_layer_id: layer.layer_id, land_layer_version_id: layer.version_id }
  const continued = continuedFindings(found, known)
  const rows = found.map((land): FindingRow => {
    const { key: feature_key, code: feature_code, name: feature_name, overlap_ha, share, drawing } = land
    const before = continued.get(land) ?? null
    const hash = landHash(drawing)
    const isKnownLand = before?.steps.some(({ facts }) => facts?.before === hash)
    const action = stepOf(before && asKnown(before), land, isKnownLand)
    const facts = { overlap_ha, share, according_to, ...(action === 'Restored' ? { land: hash } : {}) }
    return {
      ...ofLayer,
      id: before?.id ?? null,
      feature_key,
      feature_sha256: land.geometry_sha256,
      feature_code,
      feature_name,
      overlap_ha,
      share,
      geometry: drawing,
      action,
      ...(action || !before ? stateAfter(before, action ?? 'Found', facts, at) : stateOf(before)),
      facts: { ...facts, ...landBefore(before) },
    }
  })
  const present = new Set(continued.values())
  const gone = known.flatMap((before): FindingRow[] => {
    const action = present.has(before) ? null : stepOf(asKnown(before), null)
    if (!action) return []
    const { id, feature_key, feature_sha256, feature_code, feature_name, reviewed } = before
    return [
      {
        ...ofLayer,
        id,
        feature_key,
        feature_sha256,
        feature_code,
        feature_name,
        ...reviewed,
        geometry: null,
        action,
        ...stateAfter(before, action, {}, at),
        facts: { according_to, ...landBefore(before) },
      },
    ]
  })
  return [...rows, ...gone]
}

const landBefore = (before: KnownFinding | null) =>
  before?.geometry ? { before: landHash(before.geometry) } : {}

const asKnown = ({ state, reviewed }: KnownFinding) => ({ isGone: state === 'gone', reviewed })

const stateOf = ({ state, since, accepted_levels }: KnownFinding) => ({ state, since, accepted_levels })

/** The state after a step of the comparison; `since` always differs from before, because an acceptance names it. */
function stateAfter(
  before: KnownFinding | null,
  action: NonNullable<ReturnType<typeof stepOf>>,
  facts: FindingStep['facts'],
  at: Date,
) {
  const earliest = before ? new Date(before.since).getTime() + 1 : 0
  return {
    ...replayed([...(before?.steps ?? []), { action, level: null, facts }]),
    since: new Date(Math.max(at.getTime(), earliest)).toISOString(),
  }
}

/** Stores the findings and adds their steps. */
async function saveFindings(db: Db, writing: Writing, findings: readonly FindingRow[]): Promise<void> {
  if (findings.length === 0) return
  await sql`
    with compared as (
      select *, row_number() over () as place from json_to_recordset(${JSON.stringify(findings)}) as one (
        id integer, land_layer_id integer, land_layer_version_id integer, feature_key text, feature_sha256 text,
        feature_code text, feature_name text, overlap_ha numeric, share numeric, geometry jsonb, state text,
        since timestamptz, accepted_levels text[], action text, facts jsonb
      )
    ), changed as (
      update land_findings set land_layer_version_id = compared.land_layer_version_id,
        feature_key = compared.feature_key, feature_sha256 = compared.feature_sha256,
        feature_code = compared.feature_code, feature_name = compared.feature_name, overlap_ha = compared.overlap_ha,
        share = compared.share, geometry = compared.geometry, state = compared.state, since = compared.since,
        accepted_levels = compared.accepted_levels
      from compared where land_findings.id = compared.id
    ), added as (
      insert into land_findings (site_profile_id, land_layer_id, land_layer_version_id, feature_key, feature_sha256,
        feature_code, feature_name, overlap_ha, share, geometry, state, since, accepted_levels)
      select ${writing.site_profile_id}::integer, land_layer_id, land_layer_version_id, feature_key, feature_sha256,
        feature_code, feature_name, overlap_ha, share, geometry, state, since, accepted_levels
      from compared where id is null order by place
      returning id, land_layer_id, feature_key
    )
    insert into thread_steps (kind, thread_id, action, round, at, facts)
    select 'finding', coalesce(compared.id, added.id), action, ${writing.round}::integer, ${writing.at.toISOString()}::timestamptz, facts
    from compared left join added on compared.id is null
      and added.land_layer_id = compared.land_layer_id and added.feature_key = compared.feature_key
    where action is not null order by place`.execute(db)
}

type ScreeningRow = { layer: CurrentLayer; reason: string | null; left_out: number }

/** Stores which versions the map was compared with, and when a failed comparison is tried again. */
async function saveScreenings(
  db: Db,
  { site_profile_id, map_kml_id, at }: Writing,
  screenings: readonly ScreeningRow[],
): Promise<void> {
  const rows = screenings.map(({ layer, reason, left_out }) => ({
    land_layer_id: layer.layer_id,
    land_layer_version_id: layer.version_id,
    reason,
    left_out,
    state: reason === null ? 'done' : 'failed',
    tries: reason === null ? 0 : 1,
  }))
  const tries = sql`case
    when excluded.state = 'failed' and last.state = 'failed' and last.map_kml_id = excluded.map_kml_id
      and last.land_layer_version_id = excluded.land_layer_version_id then last.tries + 1
    else excluded.tries end`
  const pause = sql`least(interval ${sql.lit(LONGEST_PAUSE)},
    interval ${sql.lit(FIRST_PAUSE)} * power(4, least(${tries}, 10) - 1))`
  await sql`
    insert into land_screenings as last (site_profile_id, map_kml_id, at, land_layer_id, land_layer_version_id, reason,
      left_out, state, tries, next_try_at)
    select ${site_profile_id}::integer, ${map_kml_id}::integer, ${at.toISOString()}::timestamptz, land_layer_id, land_layer_version_id, reason,
      left_out, state, tries,
      case when state = 'failed' then ${at.toISOString()}::timestamptz + interval ${sql.lit(FIRST_PAUSE)} end
    from json_to_recordset(${JSON.stringify(rows)}) as one (
      land_layer_id integer, land_layer_version_id integer, reason text, left_out integer, state text, tries integer
    )
    on conflict (site_profile_id, land_layer_id) do update set
      land_layer_version_id = excluded.land_layer_version_id, map_kml_id = excluded.map_kml_id,
      state = excluded.state, at = excluded.at, reason = excluded.reason, left_out = excluded.left_out,
      tries = ${tries}, next_try_at = case when excluded.state = 'failed' then excluded.at + ${pause} end`.execute(
    db,
  )
}

/** Where findings are gone there is room for those of other layers that were left out: these are compared again. */
async function compareLeftOut(
  db: Db,
  { site_profile_id }: Writing,
  layers: readonly number[],
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('land_screenings')
    .where('site_profile_id', '=', site_profile_id)
    .where('left_out', '>', 0)
    .where('land_layer_id', 'not in', [...layers])
    .executeTakeFirst()
  if (numDeletedRows > 0n) await queueScreening(db)
}
