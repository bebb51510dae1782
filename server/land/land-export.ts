import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { CONSIDERATION_FIELDS, considerationLines } from '../../shared/land/consideration.ts'
import type { Finding } from '../../shared/land/findings.schema.ts'
import { LAND_STATE_WORDS } from '../../shared/land/land-states.ts'
import { consentWords } from '../../shared/land/land-words.ts'
import { LAYER_KINDS } from '../../shared/land/layer-kinds.ts'
import { manilaDay, manilaDayOf } from '../../shared/lib/dates.ts'
import { formatList } from '../../shared/lib/format.ts'
import type { Ctx } from '../context/context.ts'
import { recordExport, sendExport } from '../http/export-reply.ts'
import type { RawExchange } from '../http/http.ts'
import { type Cell, csvStream } from '../sheets/csv.ts'
import { type LandLayer, listLandOfSites } from './findings.queries.ts'
import {
  countLandRows,
  type ExportedSite,
  listConsiderations,
  listSitesOfExport,
} from './land-export.queries.ts'

const HEADER = [
  'SITES Code',
  'Name of Implementer',
  'Region',
  'Office',
  'Layer',
  'Kind',
  'State',
  'Compared on',
  'Feature code',
  'Feature name',
  'Hectares',
  'Share of the boundary in percent',
  'State of the finding',
  'Accepted by',
  'According to',
  'Consent',
  ...Object.values(CONSIDERATION_FIELDS).map(({ label }) => label),
  'Source, licence and date',
]

/** profiles per query; between two queries the connection is free */
const CHUNK = 500

type Found = Omit<Finding, 'steps' | 'requests'>

const findingCells = (finding: Found | undefined): Cell[] =>
  finding
    ? [
        finding.feature_code,
        finding.feature_name,
        finding.overlap_ha,
        Number((finding.share * 100).toFixed(4)),
        LAND_STATE_WORDS[finding.state],
        formatList(finding.accepted_levels),
      ]
    : [null, null, null, null, null, null]

const layerCells = (layer: LandLayer): Cell[] => [
  layer.name,
  LAYER_KINDS[layer.kind].label,
  LAND_STATE_WORDS[layer.state],
  layer.checked_at && manilaDayOf(layer.checked_at),
]

/** The rows of all profiles of the caller's scope, read in short queries. */
async function* cellsOf({ actor, services }: Ctx): AsyncGenerator<Cell[]> {
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
    for (const { id, code, name_of_partner, region, office } of sites) {
      const own = land.get(id)
      for (const layer of own?.layers ?? []) {
        const considered = layers.get(layer.layer_id)
        const found: (Found | undefined)[] = layer.findings.length > 0 ? layer.findings : [undefined]
        for (const finding of found)
          yield [
            code,
            name_of_partner,
            region,
            office,
            ...layerCells(layer),
            ...findingCells(finding),
            layer.according_to,
            own ? consentWords(own.consent, own.layers) : null,
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
 * layer; what people have written is not in it. Logged before the first byte is sent (S-85).
 */
export async function exportLand(ctx: Ctx, { request, reply }: RawExchange): Promise<FastifyReply> {
  const name = `land-${manilaDay(ctx.services.now())}.csv`
  if (request.method === 'HEAD') return sendExport(reply, { name, body: Readable.from([]) })
  await recordExport(ctx, name, {}, await countLandRows(ctx.services.readDb, ctx.actor))
  return sendExport(reply, { name, body: csvStream({ header: HEADER, rows: cellsOf(ctx) }) })
}
