import { sql } from 'kysely'
import { type ConsentFacts, findingConsent } from '../../shared/land/finding-consent.ts'
import type { FindingConsent, LandState } from '../../shared/land/form-findings.ts'
import type { Finding, FindingStep, LandReport, LandRequest } from '../../shared/land/findings.schema.ts'
import { FINDING } from '../../shared/land/finding-steps.ts'
import {
  accordingTo,
  type Consent,
  consentOf,
  coveredInstead,
  isCovered,
  landState,
  leftOutWords,
  type Screening,
} from '../../shared/land/land-states.ts'
import type { LayerKind } from '../../shared/land/layer-kinds.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import type { Db } from '../database/db.ts'
import { arrayOfIds } from '../database/known-plan.ts'
import { isoTime } from '../database/iso-time.ts'
import { listThreads } from '../threads/threads.queries.ts'
import { CURRENT_LAYER_ROWS, type CurrentLayer } from './screening.queries.ts'

/** A finding without what happened to it. */
type LandFinding = Omit<Finding, 'requests' | 'steps'>

/**
 * A layer with what a stored boundary meets in it. While it is not checked, or the check failed, `findings` are those of
 * the comparison before.
 */
export type LandLayer = {
  layer_id: number
  kind: LayerKind
  name: string
  according_to: string
  state: LandState
  reason: string | null
  checked_at: string | null
  findings: LandFinding[]
}

/** The land of one profile, as pages, lists, decisions on many, the log and exports read it. */
export type SiteLand = { layers: LandLayer[]; consent: Consent }

type StoredLand = {
  site_profile_id: number
  region_id: number | null
  province_id: number | null
  map_kml_id: number | null
  screenings: (Screening & {
    land_layer_id: number
    at: string
    reason: string | null
    left_out: number
  })[]
  findings: (Omit<LandFinding, 'consent'> & ConsentFacts)[]
}

/** SQL: `ConsentFacts` of a row `finding`, as names and values of a JSON object; answers are oldest first. */
const CONSENT_FACTS = sql`
  'answers', coalesce((
    select json_agg(json_build_object('asked', asked, 'answer', answer) order by answered_on, land_requests.id)
    from land_requests where land_finding_id = finding.id and answer is not null
  ), '[]'),
  'papers', coalesce((
    select json_agg(json_build_object('kind', kind, 'issued_on', issued_on, 'valid_until', valid_until))
    from land_instrument_findings join land_instruments on land_instruments.id = land_instrument_id
    where land_finding_id = finding.id and removed_at is null
  ), '[]')`

/** SQL: what is stored of the land of these profiles. Hectares and shares are numbers in JSON already. */
const storedLand = (ids: readonly number[]) => sql`
    select wanted.id as site_profile_id, region_id, province_id, site_boundaries.map_kml_id,
      coalesce((
        select json_agg(json_build_object(
          'land_layer_id', land_layer_id, 'land_layer_version_id', land_layer_version_id, 'map_kml_id', one.map_kml_id,
          'state', state, 'at', at::text, 'reason', reason, 'left_out', left_out
        )) from land_screenings as one where one.site_profile_id = wanted.id
      ), '[]') as screenings,
      coalesce((
        select json_agg(json_build_object(
          'id', finding.id, 'layer_id', layer.id, 'feature_code', feature_code, 'feature_name', feature_name,
          'overlap_ha', overlap_ha, 'share', share, 'state', state, 'since', since::text,
          'accepted_levels', accepted_levels, ${CONSENT_FACTS}
        ) order by overlap_ha desc, finding.id)
        from land_findings as finding join land_layers as layer on layer.id = finding.land_layer_id
        where finding.site_profile_id = wanted.id and state <> 'gone'
      ), '[]') as findings
    from unnest(${arrayOfIds(ids)}) as wanted (id)
    left join site_profiles on site_profiles.id = wanted.id
    left join site_boundaries on site_boundaries.site_profile_id = wanted.id`

/** The layers and what is stored of the land of profiles, as they are read in one statement. */
export type ReadLand = { layers: CurrentLayer[]; land: StoredLand[] }

/** SQL: the columns of `ReadLand`. */
export const readLand = (ids: readonly number[]) => sql`
  coalesce((select json_agg(layer) from (${CURRENT_LAYER_ROWS}) as layer), '[]') as layers,
  coalesce((select json_agg(land) from (${storedLand(ids)}) as land), '[]') as land`

const NO_BOUNDARY = 'The profile has no boundary yet that can be compared.'
const WAITING = 'The comparison with this layer has not been made yet; it runs in the background.'

function layerOf(layer: CurrentLayer, stored: StoredLand, today: string): LandLayer {
  const { layer_id, version_id: land_layer_version_id, kind, name } = layer
  const { map_kml_id } = stored
  const findings = stored.findings
    .filter((one) => one.layer_id === layer_id)
    .map(({ answers, papers, ...one }) => ({
      ...one,
      since: isoTime(one.since),
      consent: findingConsent(kind, { answers, papers }, today),
    }))
  const last = stored.screenings.find(({ land_layer_id }) => land_layer_id === layer_id) ?? null
  const state =
    map_kml_id === null
      ? 'not_checked'
      : landState({ land_layer_version_id, map_kml_id }, last, findings, isCovered(layer, stored))
  const isCompared = state !== 'not_checked' && state !== 'not_covered' && last !== null
  const whyNot = map_kml_id === null ? NO_BOUNDARY : state === 'not_covered' ? coveredInstead(layer) : WAITING
  return {
    layer_id,
    kind,
    name,
    according_to: accordingTo(layer),
    state,
    reason: isCompared ? reasonOf(last) : whyNot,
    checked_at: isCompared ? isoTime(last.at) : null,
    findings,
  }
}

const reasonOf = ({ reason, left_out }: StoredLand['screenings'][number]): string | null =>
  left_out > 0 ? leftOutWords(left_out) : reason

/**
 * Returns the land of these profiles by id: every layer with its state and findings, the largest first, and whether a
 * needed consent is recorded on this day. It computes no geometry.
 */
export async function listLandOfSites(
  db: Db,
  ids: readonly number[],
  now: Date,
): Promise<Map<number, SiteLand>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ReadLand>`select ${readLand(ids)}`.execute(db)
  return landOfSites(rows[0], now)
}

/** The land of profiles by id, as it was read, on this day. */
export function landOfSites(read: ReadLand | undefined, now: Date): Map<number, SiteLand> {
  const { layers, land } = read ?? { layers: [], land: [] }
  const today = manilaDay(now)
  return new Map(
    land.map((one) => {
      const results = layers.map((layer) => layerOf(layer, one, today))
      return [one.site_profile_id, { layers: results, consent: consentOf(results) }]
    }),
  )
}

/** What is on record about the consents for the land that was ever found in a profile, by layer and feature. */
export async function listConsents(
  db: Db,
  site_profile_id: number | null,
  now: Date,
): Promise<Map<string, FindingConsent | null>> {
  const { rows } = await sql<{ key: string; kind: LayerKind; facts: ConsentFacts }>`
    select layer.id || ' ' || feature_key as key, layer.kind, json_build_object(${CONSENT_FACTS}) as facts
    from land_findings as finding join land_layers as layer on layer.id = finding.land_layer_id
    where site_profile_id = ${site_profile_id} order by state <> 'gone', finding.id`.execute(db)
  return new Map(rows.map(({ key, kind, facts }) => [key, findingConsent(kind, facts, manilaDay(now))]))
}

/** The land of one profile with everything that happened to its findings, oldest step first. */
export async function showLand(db: Db, site_profile_id: number, now: Date): Promise<LandReport> {
  const land = (await listLandOfSites(db, [site_profile_id], now)).get(site_profile_id)
  if (!land) throw new Error(`The land of profile ${site_profile_id} was not read.`)
  const ids = land.layers.flatMap(({ findings }) => findings.map(({ id }) => id))
  const histories = await listHistories(db, ids)
  return {
    consent: land.consent,
    layers: land.layers.map((layer) => ({
      ...layer,
      findings: layer.findings.map((finding) => ({
        ...finding,
        ...(histories.get(finding.id) ?? { steps: [], requests: [] }),
      })),
    })),
  }
}

export type History = { steps: FindingStep[]; requests: LandRequest[] }

/** The steps and requests of these findings, oldest first. */
export async function listHistories(db: Db, ids: readonly number[]): Promise<Map<number, History>> {
  if (ids.length === 0) return new Map()
  const named = sql`case when files.id is not null then json_build_object('id', files.id, 'name', files.name) end`
  const [threads, requests] = await Promise.all([
    listThreads<{ id: number }, FindingStep>(db, FINDING.name, sql`select unnest(${ids}::integer[]) as id`),
    sql<LandRequest & { land_finding_id: number }>`
      select land_requests.land_finding_id, land_requests.id, asked, asked_on, answered_on, answer, words, revision,
        ${named} as file
      from land_requests
      left join land_files on land_request_id = land_requests.id left join files on files.id = file_id
      where land_requests.land_finding_id = any(${ids}::integer[]) order by land_requests.id`.execute(db),
  ])
  const steps = new Map(threads.map((thread) => [thread.id, thread.steps]))
  const histories = new Map(
    ids.map((id): [number, History] => [id, { steps: steps.get(id) ?? [], requests: [] }]),
  )
  for (const { land_finding_id, ...one } of requests.rows) histories.get(land_finding_id)?.requests.push(one)
  return histories
}
