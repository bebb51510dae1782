import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_PASSWORD } from '../server/seed/demo-people.ts'
import type { FileKind } from '../shared/files/files.schema.ts'
import type { Import } from '../shared/imports/imports.schema.ts'
import type { Layer, LayerInput, VersionChanges, WholeVersion } from '../shared/land/layers.schema.ts'
import type { ImportFiles } from './half-hour-files.ts'
import { fileUploadOf, headersOf } from './prepare.ts'
import { sendForJson } from './requests.ts'

/** What an administrator of FMB does in the half hour, as the pages do it: import profiles, and versions of a layer. */

/** The product, and the administrator. */
export type At = { origin: string; token: string }

const IMPORT_LOOKED_AT_MS = 1_000
const LAYER_LOOKED_AT_MS = 5_000

const LAYER: LayerInput = {
  kind: 'protected_area',
  name: 'Land of the half hour',
  audience: 'staff',
  purpose: 'Approvers read it to see what lies in a site.',
  effect: 'Land in it needs a clearance.',
  legal_base: 'Republic Act 7586.',
  not_good_for: 'No substitute for a survey of the site.',
}
const SOURCE = {
  source: 'The bench',
  licence: 'Open',
  source_date: '2026-03-01',
  attribution: 'The bench',
  covers: 'country',
}

const read = <T>({ origin, token }: At, path: string): Promise<T> =>
  sendForJson(origin, { path: `/api${path}`, headers: headersOf(token) })

const post = <T>({ origin, token }: At, path: string, body: object): Promise<T> =>
  sendForJson(origin, { method: 'POST', path: `/api${path}`, headers: headersOf(token), body })

async function upload(at: At, kind: FileKind, name: string, content: string | Buffer): Promise<number> {
  type Reply = { data: { id: number } }
  return (await sendForJson<Reply>(at.origin, fileUploadOf(at.token, kind, name, content))).data.id
}

/** Says once more who the caller is, as the page asks before what counts. */
const prove = (at: At) => post(at, '/my-sign-in/proof', { password: DEMO_PASSWORD })

/** Reads until something is so, and returns it. */
async function readUntil<T>(every: number, look: () => Promise<T>, isSo: (seen: T) => boolean): Promise<T> {
  for (;;) {
    const seen = await look()
    if (isSo(seen)) return seen
    await sleep(every)
  }
}

/** Imports a table: its check, the question who the caller is, and all of its rows. */
export async function importTable(at: At, { rows, table, archive }: ImportFiles): Promise<void> {
  const table_id = await upload(at, 'table', 'profiles.xlsx', table)
  const archive_ids = [await upload(at, 'archive', 'files.zip', archive)]
  const { id } = (await post<{ import: Import }>(at, '/imports', { table_id, archive_ids })).import
  const look = async () => (await read<{ import: Import }>(at, `/imports/${id}`)).import
  const checked = await readUntil(IMPORT_LOOKED_AT_MS, look, ({ state }) => state !== 'Uploaded')
  if (checked.rows.Good !== rows)
    throw new Error(`Import ${id} is not as expected: ${JSON.stringify(checked)}`)
  await prove(at)
  await post(at, `/imports/${id}/start`, { rows })
  const ended = await readUntil(IMPORT_LOOKED_AT_MS, look, ({ state }) => state !== 'Importing')
  if (ended.rows.Imported !== rows) throw new Error(`Import ${id} ended with ${JSON.stringify(ended)}`)
}

export const addLayer = async (at: At): Promise<number> =>
  (await post<{ layer: Layer }>(at, '/land/layers', LAYER)).layer.id

/** Makes a file the current version of a layer; returns when every boundary of the country is compared with it. */
export async function importVersion(at: At, layer_id: number, file: string): Promise<void> {
  const file_id = await upload(at, 'layer', 'land.geojson', file)
  type Reply = { version: WholeVersion }
  const added = await post<Reply>(at, `/land/layers/${layer_id}/versions`, { file_id, ...SOURCE })
  const place = `/land/versions/${added.version.id}`
  const { version } = await readUntil(
    IMPORT_LOOKED_AT_MS,
    () => read<Reply>(at, place),
    (seen) => seen.version.state !== 'reading',
  )
  if (version.state !== 'read') throw new Error(`The layer was not read: ${JSON.stringify(version)}`)
  const { changes } = await read<{ changes: VersionChanges }>(at, `${place}/changes`)
  await prove(at)
  await post(at, `${place}/imported`, { gone: changes.counts.gone, far: version.far_count })
  const { layer } = await readUntil(
    LAYER_LOOKED_AT_MS,
    () => read<{ layer: Layer }>(at, `/land/layers/${layer_id}`),
    (seen) => seen.layer.not_checked === 0,
  )
  if (layer.failed > 0) throw new Error(`${layer.failed} boundaries could not be compared.`)
}
