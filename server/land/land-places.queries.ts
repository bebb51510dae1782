import { sql } from 'kysely'
import { FINDING } from '../../shared/land/finding-steps.ts'
import type { FindingStep } from '../../shared/land/findings.schema.ts'
import type { InstrumentKind } from '../../shared/land/instrument-kinds.ts'
import {
  findingLabel,
  instrumentLabel,
  type LandPlace,
  type SiteLand,
} from '../../shared/sites/land-places.ts'
import type { LayerKind } from '../../shared/land/layer-kinds.ts'
import type { Db } from '../database/db.ts'
import { listThreads } from '../threads/threads.queries.ts'

const findingsOf = (db: Db, site_profile_id: number) =>
  db
    .selectFrom('land_findings')
    .innerJoin('land_layers', 'land_layers.id', 'land_findings.land_layer_id')
    .select([
      'land_findings.id',
      'land_findings.feature_code',
      'land_findings.feature_name',
      'land_layers.name as layer',
      sql<LayerKind>`land_layers.kind`.as('layer_kind'),
    ])
    .where('land_findings.site_profile_id', '=', site_profile_id)
    .orderBy('land_findings.id')

const instrumentsOf = (db: Db, site_profile_id: number) =>
  db
    .selectFrom('land_instruments')
    .select([
      'land_instruments.id',
      sql<InstrumentKind>`land_instruments.kind`.as('kind'),
      'land_instruments.other_kind',
      'land_instruments.number',
    ])
    .where('land_instruments.site_profile_id', '=', site_profile_id)
    .orderBy('land_instruments.id')

/** The findings and instruments among these places, each with its name; those that are gone or removed are left out. */
export async function listLandPlaces(
  db: Db,
  site_profile_id: number,
  places: readonly { about: string }[],
): Promise<LandPlace[]> {
  const [findings, instruments] = [
    places.some(({ about }) => about === 'finding')
      ? await findingsOf(db, site_profile_id).where('land_findings.state', '<>', 'gone').execute()
      : [],
    places.some(({ about }) => about === 'instrument')
      ? await instrumentsOf(db, site_profile_id).where('land_instruments.removed_at', 'is', null).execute()
      : [],
  ]
  return [
    ...findings.map((one) => ({
      place: { about: 'finding', land_finding_id: one.id } as const,
      label: findingLabel(one),
    })),
    ...instruments.map((one) => ({
      place: { about: 'instrument', land_instrument_id: one.id } as const,
      label: instrumentLabel(one),
    })),
  ]
}

/** What a profile has on its land, and what was ever done there. */
export async function readSiteLand(db: Db, site_profile_id: number): Promise<SiteLand> {
  const findings = await findingsOf(db, site_profile_id).execute()
  const threads = await listThreads<{ id: number }, FindingStep>(
    db,
    FINDING.name,
    sql`select id from land_findings where site_profile_id = ${site_profile_id}`,
  )
  const steps = threads.flatMap(({ id: land_finding_id, steps: own }) =>
    own.map((step) => ({ ...step, land_finding_id })),
  )
  const instruments = await instrumentsOf(db, site_profile_id)
    .select([
      'land_instruments.recorded_at',
      'land_instruments.updated_at',
      'land_instruments.confirmed_at',
      'land_instruments.removed_at',
      sql<number[]>`array(
        select land_finding_id from land_instrument_findings where land_instrument_id = land_instruments.id
      )`.as('finding_ids'),
    ])
    .execute()
  return { findings: findings.map((one) => ({ ...one, label: findingLabel(one) })), steps, instruments }
}
