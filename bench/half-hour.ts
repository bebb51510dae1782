import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { databaseOf, timed } from './bureau.ts'
import { formUploads, importFiles, layerFile, listPlaces, type Place } from './half-hour-files.ts'
import { halfHourText, type Look, type Part, type Work } from './half-hour-tables.ts'
import { addLayer, importTable, importVersion } from './half-hour-work.ts'
import { LISTS } from './operations.ts'
import { findEncoders, headersOf, logIn } from './prepare.ts'
import { API_KEY, memoryParts, type Running } from './processes.ts'
import { type Request, send, visitorAddress } from './requests.ts'

/**
 * `npm run bench -- --half-hour`: people read lists at an even pace, first alone, then beside imports of profiles,
 * uploads of forms and the comparison of all boundaries with new versions of a layer.
 */

const MINUTE_MS = 60_000
const WARM_UP_MS = 20_000
const ALONE_MINUTES = 2
/** a list is read so often, whether or not the ones before have been answered */
const READ_EVERY_MS = 150
const UPLOAD_EVERY_MS = 500
/** an import and a version begin so often, or when the one before has ended */
const IMPORT_EVERY_MS = 90_000
const VERSION_EVERY_MS = 180_000
/** as often as a monitoring system asks */
const LOOK_EVERY_MS = 15_000
const UPLOADERS = 8

type Say = (text: string) => void

/** Begins work at even moments until the end, however long each takes, and waits for all of it. */
async function atEvenMoments(
  every: number,
  end: number,
  work: (number: number, due: number) => Promise<void>,
): Promise<void> {
  const begun: Promise<void>[] = []
  const start = performance.now()
  for (let number = 0; start + number * every < end; number += 1) {
    const due = start + number * every
    await sleep(Math.max(0, due - performance.now()))
    begun.push(work(number, due))
  }
  await Promise.all(begun)
}

/** Does one piece of work after another until the end, each not before its moment. */
async function inTurn(every: number, end: number, work: (number: number) => Promise<void>): Promise<void> {
  const start = performance.now()
  for (let number = 0; Math.max(start + number * every, performance.now()) < end; number += 1) {
    await sleep(Math.max(0, start + number * every - performance.now()))
    await work(number)
  }
}

/** The lists that are read in turns; those of the staff by one person of FMB and one of an office. */
function readersOf(fmb: string, office: string): { name: string; request: () => Request }[] {
  const page = 'page=1&length=10'
  const ofStaff = (name: string, path: string, token: string) => ({
    name,
    request: () => ({ path: `${path}${page}`, headers: headersOf(token) }),
  })
  const { dashboard, 'list of profiles': profiles, 'approval queue': queue, 'public list': open } = LISTS
  return [
    ofStaff('dashboard', dashboard, fmb),
    ofStaff('list of profiles', profiles, fmb),
    ofStaff('list of profiles by partner', `${profiles}order[0][column]=name_of_partner&`, fmb),
    ofStaff('list of profiles, a common word', `${profiles}search=Reforestation&`, fmb),
    ofStaff('list of profiles of an office', profiles, office),
    ofStaff('approval queue', queue, fmb),
    {
      name: 'public list',
      request: () => ({ path: `${open}${page}`, headers: { 'x-api-key': API_KEY, ...visitorAddress() } }),
    },
  ]
}

type Reader = ReturnType<typeof readersOf>[number]

/** Milliseconds of the longest interval between two looks of the server's event loop at the clock since the last call. */
async function longestInterval(origin: string): Promise<number> {
  const text = await send(origin, { path: '/metrics' })
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]
  if (seconds === undefined) throw new Error('The metrics do not tell of the event loop.')
  return Number(seconds) * 1000
}

type Attempt = (what: string, work: () => Promise<unknown>) => Promise<void>
type Run = { product: Running; readers: readonly Reader[]; attempt: Attempt }

/** Reads the lists for so long, and looks at the product meanwhile; `beside` runs at the same time. */
async function measurePart(
  { product, readers, attempt }: Run,
  milliseconds: number,
  beside: (end: number) => Promise<unknown> = async () => undefined,
): Promise<Part> {
  const end = performance.now() + milliseconds
  const times = new Map<string, number[]>(readers.map(({ name }) => [name, []]))
  const looks: Look[] = []
  const look = async () => {
    const memory = memoryParts(product.pid)
    looks.push({ memory, interval: await longestInterval(product.origin) })
  }
  const own = monitorEventLoopDelay({ resolution: 10 })
  own.enable()
  await longestInterval(product.origin)
  await Promise.all([
    atEvenMoments(READ_EVERY_MS, end, (number, due) => {
      const { name, request } = readers[number % readers.length] as Reader
      return attempt(name, async () => {
        await send(product.origin, request())
        times.get(name)?.push(performance.now() - due)
      })
    }),
    inTurn(LOOK_EVERY_MS, end, () => attempt('look', look)),
    beside(end),
  ])
  await look()
  own.disable()
  return { times, looks, own: own.max / 1e6 }
}

/** What is done beside the lists, made before: the files, and the people who use them. */
async function prepareWork({ origin }: Running, database: pg.Client, minutes: number) {
  const places = await listPlaces(database)
  const filesFor = <T>(every: number, make: (places: readonly Place[], nth: number) => T): T[] =>
    Array.from({ length: Math.ceil((minutes * MINUTE_MS) / every) }, (_, nth) => make(places, nth))
  const [office, ...uploaders] = await findEncoders(origin, database, UPLOADERS + 1)
  const admin = { origin, token: await logIn(origin, 'bench2@bureau.example') }
  return {
    tables: filesFor(IMPORT_EVERY_MS, importFiles),
    versions: filesFor(VERSION_EVERY_MS, layerFile),
    upload: formUploads(uploaders),
    admin,
    layer: await addLayer(admin),
    readers: readersOf(await logIn(origin, 'bench6@bureau.example'), office?.token ?? ''),
  }
}

type Prepared = Awaited<ReturnType<typeof prepareWork>>

/** Imports, versions and uploads, each at its pace until the end; counts them. */
function doWork(
  { tables, versions, upload, admin, layer }: Prepared,
  done: Work,
  attempt: Attempt,
  say: Say,
) {
  const importNext = (nth: number) =>
    attempt('import', async () => {
      const files = tables[nth]
      if (!files) return
      await timed(say, `import of ${files.rows} profiles`, () => importTable(admin, files))
      done.imports += 1
      done.rows += files.rows
    })
  const nextVersion = (nth: number) =>
    attempt('layer', async () => {
      const file = versions[nth]
      if (!file) return
      await timed(say, 'version of a layer', () => importVersion(admin, layer, file))
      done.versions += 1
    })
  const uploadNext = (nth: number) =>
    attempt('upload', async () => {
      await send(admin.origin, upload(nth))
      done.uploads += 1
    })
  return (end: number) =>
    Promise.all([
      inTurn(IMPORT_EVERY_MS, end, importNext),
      inTurn(VERSION_EVERY_MS, end, nextVersion),
      atEvenMoments(UPLOAD_EVERY_MS, end, uploadNext),
    ])
}

/** Measures, and returns the figures as in docs/performance.md. */
export async function halfHour(
  dataDir: string,
  product: Running,
  { minutes, say }: { minutes: number; say: Say },
): Promise<string> {
  const database = new pg.Client(await databaseOf(dataDir))
  await database.connect()
  const prepared = await timed(say, 'files', () => prepareWork(product, database, minutes))
  await database.end()
  const work: Work = { imports: 0, rows: 0, uploads: 0, versions: 0, refused: 0 }
  // one refusal does not end the half hour
  const attempt: Attempt = async (what, begin) => {
    try {
      await begin()
    } catch (error) {
      work.refused += 1
      say(`  ${what}: ${String(error)}`)
    }
  }
  const run = { product, readers: prepared.readers, attempt }
  await measurePart(run, WARM_UP_MS)
  const alone = await timed(say, 'lists alone', () =>
    measurePart(run, Math.min(ALONE_MINUTES, minutes) * MINUTE_MS),
  )
  const beside = await timed(say, 'lists beside work', () =>
    measurePart(run, minutes * MINUTE_MS, doWork(prepared, work, attempt, say)),
  )
  return halfHourText({ alone, beside, work, minutes })
}
