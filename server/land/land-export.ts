import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { considerationLines } from '../../shared/land/consideration.ts'
import { CONSIDERATION } from '../../shared/land/layers.fields.ts'
import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import { expiryWords, instrumentTitle } from '../../shared/land/instruments.rules.ts'
import { LAND_STATE_WORDS } from '../../shared/land/land-states.ts'
import { answerWords, askedWords, consentWords } from '../../shared/land/land-words.ts'
import { LAYER_KINDS } from '../../shared/land/layer-kinds.ts'
import { explanationOf } from '../../shared/land/open-findings.ts'
import { manilaDay, manilaDayOf } from '../../shared/lib/dates.ts'
import { formatList } from '../../shared/lib/format.ts'
import type { Ctx } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { recordExport, sendExport } from '../http/export-reply.ts'
import type { RawExchange } from '../http/http.ts'
import { type Cell, csvStream } from '../sheets/csv.ts'
import {
  type History,
  type LandLayer,
  listHistories,
  listLandOfSites,
  type SiteLand,
} from './findings.queries.ts'
import {
  countLandRows,
  type ExportedSite,
  listConsiderations,
  listSitesOfExport,
} from './land-export.queries.ts'
import { measureTogether } from './screening.actions.ts'
import { listBoundaryShapes, listCurrentLayers } from './screening.queries.ts'
import { turnOfActor } from '../worker-processes/run-in-worker-process.ts'

const HEADER = [
  'SITES Code',
  'Name of Implementer',
  'Region',
  'Office',
  'Hectares of the boundary',
  'Hectares in ancestral domains together',
  'Layer',
  'Kind',
  'State',
  'Compared on',
  'Feature code',
  'Feature name',
  'Hectares',
  'Share of the boundary in percent',
  'State of the finding',
  'Explanation',
  'Who was asked',
  'Answer',
  'Accepted by',
  'According to',
  'Consent',
  'Instruments',
  ...Object.values(CONSIDERATION.fields).map(({ label }) => label),
  'Source, licence and date',
]

/** profiles per query; between two queries the connection is free */
const CHUNK = 200

type Found = LandLayer['findings'][number]

const NO_HISTORY: History = { steps: [], requests: [] }
const ERASED = 'These words were erased.'

function explanationCell(history: History): Cell {
  const explanation = explanationOf(history)
  return explanation && (explanation.text ?? ERASED)
}

const findingCells = (finding: Found | undefined, { steps, requests }: History): Cell[] =>
  finding
    ? [
        finding.feature_code,
        finding.feature_name,
        finding.overlap_ha,
        Number((finding.share * 100).toFixed(4)),
        LAND_STATE_WORDS[finding.state],
        explanationCell({ steps, requests }),
        requests.map(askedWords).join('; '),
        requests.map(answerWords).join('; '),
        formatList(finding.accepted_levels),
      ]
    : Array<Cell>(9).fill(null)

/** The instruments that count for a finding (S-161), each with its issuer and until when it is valid. */
const instrumentsCell = (instruments: ExportedSite['instruments'], { id }: Found, today: string): Cell =>
  instruments
    .filter(({ finding_ids }) => finding_ids.includes(id))
    .map((one) => `${instrumentTitle(one)}, ${one.issuer}: ${expiryWords(one, today)}`)
    .join('; ')

const layerCells = (layer: LandLayer): Cell[] => [
  layer.name,
  LAYER_KINDS[layer.kind].label,
  LAND_STATE_WORDS[layer.state],
  layer.checked_at && manilaDayOf(layer.checked_at),
]

const NOT_KNOWN = 'Not known'

/**
 * The hectares of a profile in all ancestral domains, where domains lie over each other once. They are computed only
 * where there are several, and not known while a layer of domains is not compared.
 */
async function hectaresInDomains({ actor }: Ctx, db: Db, id: number, { layers }: SiteLand): Promise<Cell> {
  const domains = layers.filter(({ kind }) => kind === 'ancestral_domain')
  const isKnown = domains.every(
    ({ state, reason }) => state !== 'not_checked' && state !== 'failed' && !reason,
  )
  if (!isKnown || domains.length === 0) return NOT_KNOWN
  const [first, ...others] = domains.flatMap(({ findings }) => findings)
  if (!first) return 0
  if (others.length === 0) return first.overlap_ha
  const ids = new Set(domains.map(({ layer_id }) => layer_id))
  const versions = (await listCurrentLayers(db)).filter(({ layer_id }) => ids.has(layer_id))
  const [boundary] = await listBoundaryShapes(db, [id])
  const measured =
    boundary &&
    (await measureTogether(
      db,
      JSON.parse(boundary.geometry) as BoundaryGeometry,
      versions.map(({ version_id }) => version_id),
      turnOfActor(actor),
    ))
  // another number of findings: boundary or layer has just been changed
  return measured && measured.count === others.length + 1 ? measured.hectares : NOT_KNOWN
}

/** The rows of all profiles of the caller's scope, read in short queries. */
async function* cellsOf(ctx: Ctx): AsyncGenerator<Cell[]> {
  const { actor, services } = ctx
  const { readDb: db, now } = services
  const layers = await listConsiderations(db)
  let after = 0
  for (;;) {
    const sites: ExportedSite[] = await listSitesOfExport(db, actor, { after, most: CHUNK })
    const land = await listLandOfSites(
      db,
      sites.map(({ id }) => id),
      now(),
    )
    const all = [...land.values()].flatMap(({ layers: own }) => own.flatMap(({ findings }) => findings))
    const histories = await listHistories(
      db,
      all.map(({ id }) => id),
    )
    for (const { id, code, name_of_partner, region, office, area_ha, instruments } of sites) {
      const own = land.get(id)
      if (!own) continue
      const together = await hectaresInDomains(ctx, db, id, own)
      for (const layer of own.layers) {
        const considered = layers.get(layer.layer_id)
        const found: (Found | undefined)[] = layer.findings.length > 0 ? layer.findings : [undefined]
        for (const finding of found)
          yield [
            code,
            name_of_partner,
            region,
            office,
            area_ha,
            together,
            ...layerCells(layer),
            ...findingCells(finding, (finding && histories.get(finding.id)) ?? NO_HISTORY),
            layer.according_to,
            consentWords(own.consent, own.layers),
            finding ? instrumentsCell(instruments, finding, manilaDay(now())) : null,
            ...(considered ? considerationLines(considered, considered).map(({ text }) => text) : []),
          ]
      }
    }
    const last = sites.at(-1)
    if (!last || sites.length < CHUNK) return
    after = last.id
  }
}

/**
 * Sends what the boundaries of the caller's scope meet in each layer as a CSV file, each row with the consideration of its
 * layer, what was said of each finding and the instruments that count for it. Logged before the first byte is sent (S-85).
 */
export async function exportLand(ctx: Ctx, { request, reply }: RawExchange): Promise<FastifyReply> {
  const name = `land-${manilaDay(ctx.services.now())}.csv`
  if (request.method === 'HEAD') return sendExport(reply, { name, body: Readable.from([]) })
  await recordExport(ctx, name, {}, await countLandRows(ctx.services.readDb, ctx.actor))
  return sendExport(reply, { name, body: csvStream({ header: HEADER, rows: cellsOf(ctx) }) })
}
