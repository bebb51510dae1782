import { sql } from 'kysely'
import { expect } from 'vitest'
import { readDraft } from '../../../server/land/layers.jobs.ts'
import type { Layer, LayerInput, VersionState, WholeVersion } from '../../../shared/land/layers.schema.ts'
import type { Caller, TestApp } from '../product/app.ts'
import { aFile, type Square, squareOf, upload } from './factories.ts'
import { withoutProof } from './people.ts'

let number = 0

/** The body of a layer with its consideration. */
export function layerInput(changes: Partial<LayerInput> = {}): LayerInput {
  number += 1
  return {
    kind: 'ancestral_domain',
    name: `Ancestral domains ${number}`,
    audience: 'staff',
    purpose: 'Approvers read it to see where a consent is needed.',
    effect: 'Land in it needs the consent of its community.',
    legal_base: 'Republic Act 8371.',
    not_good_for: 'Drawn at 1:50,000; no substitute for a survey of the site.',
    ...changes,
  }
}

/** Source, licence and date of a version, without its file. */
export const SOURCE = {
  source: 'NCIP, list of titles',
  licence: 'Data sharing agreement of 2025',
  source_date: '2026-03-01',
  attribution: '© NCIP 2026',
}

type Land = { code?: string | null; name?: string | null } & (Square | { geometry: unknown })

/** A GeoJSON file with a feature per piece of land: a square, or any geometry. */
export const geoJsonOf = (land: readonly Land[]): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: land.map(({ code = null, name = null, ...place }) => ({
      type: 'Feature',
      properties: { code, name },
      geometry: 'geometry' in place ? place.geometry : squareOf(place),
    })),
  })

export async function aLayer(admin: Caller, changes: Partial<LayerInput> = {}): Promise<Layer> {
  const reply = await admin.post('/land/layers', layerInput(changes))
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().layer
}

/** Uploads a layer's file and makes it a draft, which is not read yet. */
export async function aDraft(
  admin: Caller,
  layer_id: number,
  file: string | Buffer,
  { name = 'domains.geojson', ...changes }: Record<string, unknown> & { name?: string } = {},
): Promise<WholeVersion> {
  const file_id = await upload(admin, 'layer', name, file)
  const reply = await admin.post(`/land/layers/${layer_id}/versions`, { file_id, ...SOURCE, ...changes })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().version
}

export const versionOf = async (caller: Caller, id: number): Promise<WholeVersion> =>
  (await caller.get(`/land/versions/${id}`)).json().version

/** The same, read by the job. */
export async function aReadDraft(
  t: TestApp,
  admin: Caller,
  layer_id: number,
  file: string | Buffer,
  changes: Parameters<typeof aDraft>[3] = {},
): Promise<WholeVersion> {
  const { id } = await aDraft(admin, layer_id, file, changes)
  await readDraft(t.services, id)
  return versionOf(admin, id)
}

/** A layer with a current version of this land. */
export async function anImportedLayer(
  t: TestApp,
  admin: Caller,
  land: readonly Land[],
  changes: Partial<LayerInput> = {},
): Promise<Layer> {
  const { id } = await aLayer(admin, changes)
  const draft = await aReadDraft(t, admin, id, geoJsonOf(land), { covers: 'country' })
  const reply = await admin.post(`/land/versions/${draft.id}/imported`)
  expect(reply.statusCode, reply.body).toBe(200)
  return (await admin.get(`/land/layers/${id}`)).json().layer
}

/** Enters a layer directly; returns the id. */
export async function aLayerRow(t: TestApp, { withdrawn = false } = {}): Promise<number> {
  const { id } = await t.db
    .insertInto('land_layers')
    .values({
      ...layerInput({ kind: 'other' }),
      created_by: await t.userId('fmb.admin'),
      created_at: new Date().toISOString(),
      updated_at: new Date().toISOString(),
      ...(withdrawn ? { withdrawn_at: new Date().toISOString(), withdrawn_reason: 'No longer kept' } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Enters a version in this state of a layer of its own, with its file; returns the id. */
export async function aVersionRow(t: TestApp, state: VersionState): Promise<number> {
  const now = new Date().toISOString()
  const by = await t.userId('fmb.admin')
  const isImported = state === 'current' || state === 'past'
  const { id } = await t.db
    .insertInto('land_layer_versions')
    .values({
      ...SOURCE,
      land_layer_id: await aLayerRow(t),
      number: 1,
      state,
      file_name: 'domains.geojson',
      created_by: by,
      created_at: now,
      ...(isImported ? { imported_by: by, imported_at: now } : {}),
      ...(state === 'past' ? { past_at: now } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (state === 'discarded') return id
  const file_id = await aFile(t, {
    kind: 'layer',
    by: 'fmb.admin',
    attached: true,
    bytes: Buffer.from(geoJsonOf([{ code: 'A' }])),
  })
  await t.db.insertInto('land_files').values({ file_id, land_layer_version_id: id }).execute()
  return id
}

/** The rows of the log about a layer, oldest first, as event and changes without identity checks. */
export async function layerLog(t: TestApp, layer_id: number) {
  const rows = await t.db
    .selectFrom('audit_logs')
    .select([
      'event',
      'user_name',
      sql<{ field: string; old: string | null; new: string | null }[]>`field_change`.as('changes'),
    ])
    .where('auditable_type', '=', 'System')
    .where('event', 'like', 'Layer %')
    .where('auditable_id', '=', layer_id)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, changes: withoutProof(row.changes) }))
}
