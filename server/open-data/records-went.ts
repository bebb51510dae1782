import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { addDays } from '../../shared/lib/date-range.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import {
  RECORDS_WENT_COLUMNS,
  type RecordsWent,
  recordsWentCells,
} from '../../shared/open-data/records-went.ts'
import { EN } from '../../shared/texts/en.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { sendExport } from '../http/export-reply.ts'
import type { RawExchange } from '../http/http.ts'
import { csvFile } from '../sheets/csv.ts'
import { countRecordsWent } from './records-went.queries.ts'

type Counted = { day: string; figures: Promise<RecordsWent> }
const counted = new WeakMap<Db, Counted>()

/** Yesterday in Manila, the last day that is over. */
export const lastDayCounted = ({ now }: Pick<Services, 'now'>): string => addDays(manilaDay(now()), -1)

/** Returns how records went up to yesterday; counted once a day, and the same on every instance. */
export async function recordsWent({ readDb, now }: Pick<Services, 'readDb' | 'now'>): Promise<RecordsWent> {
  const day = lastDayCounted({ now })
  const known = counted.get(readDb)
  if (known?.day === day) return known.figures
  const figures = countRecordsWent(readDb, day)
  counted.set(readDb, { day, figures })
  figures.catch(() => counted.delete(readDb))
  return figures
}

/** Sends the same as a file. */
export async function downloadRecordsWent(
  services: Services,
  { request, reply }: Pick<RawExchange, 'request' | 'reply'>,
): Promise<FastifyReply> {
  const went = await recordsWent(services)
  const etag = `W/"went-${went.last}"`
  reply.headers({ etag, 'cache-control': 'no-cache' })
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  const bytes = csvFile(
    RECORDS_WENT_COLUMNS,
    [...went.regions, { region: EN['open_data.country'], ...went.country }].map(({ region, ...of }) =>
      recordsWentCells(region, of, went),
    ),
  )
  const name = `How_Records_Went_${went.last.replaceAll('-', '')}.csv`
  if (request.method === 'HEAD') return sendExport(reply, { name, body: Readable.from([]) })
  return sendExport(reply, { name, body: Readable.from([bytes]), size: bytes.length })
}
