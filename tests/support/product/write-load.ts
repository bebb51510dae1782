import type { Database } from '../../../server/database/db.ts'
import { demoEmail, DEMO_PASSWORD } from '../../../server/seed/demo-people.ts'
import { FULL } from '../full.ts'
import { freeSquare, kmlText, pdfBytes, SITE_FIELDS } from '../records/factories.ts'

/** What the product has acknowledged so far. */
export type Acknowledged = {
  files: { id: number; sha256: string }[]
  sites: number[]
  /** decisions on profiles, with the event that the log must contain */
  decisions: { id: number; event: string }[]
  /** evidence saved: the activity, and the file that one indicator now has */
  evidence: { activity: number; file: number }[]
  batches: number[]
}

export const noAcknowledgements = (): Acknowledged => ({
  files: [],
  sites: [],
  decisions: [],
  evidence: [],
  batches: [],
})

type Json = Record<string, unknown>

/** A person of the demo bureau at a running product; calls reject once it has been killed. */
export type Person = {
  token: string
  call: <T = Json>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => Promise<T>
  upload: (kind: 'pdf' | 'kml', text: string | Buffer) => Promise<{ id: number; sha256: string }>
}

/** A rejection by the product, which is no failure of the test: two people may want the same record. */
class Refused extends Error {}

const headersOf = (token: string | null) => ({
  'x-api-key': 'demo-key',
  ...(token ? { authorization: `Bearer ${token}` } : {}),
})

async function read<T>(reply: Response): Promise<T> {
  if (reply.status >= 500) throw new Error(`${reply.url} answered ${reply.status}: ${await reply.text()}`)
  if (!reply.ok) throw new Refused(await reply.text())
  return (await reply.json()) as T
}

/** Wraps every call of a person: it may wait, count, or stop the person by throwing. */
export type CallWrapper = <T>(call: () => Promise<T>) => Promise<T>

/** Signs in, ending any other session of this person. */
export async function personAt(
  url: string,
  name: string,
  through: CallWrapper = (call) => call(),
): Promise<Person> {
  const send = <T>(token: string | null, method: string, path: string, body?: object): Promise<T> =>
    through(async () =>
      read<T>(
        await fetch(`${url}/api${path}`, {
          method,
          headers: { ...headersOf(token), ...(body ? { 'content-type': 'application/json' } : {}) },
          ...(body ? { body: JSON.stringify(body) } : {}),
        }),
      ),
    )
  const login = { email: demoEmail(name), password: DEMO_PASSWORD, force: true }
  const { token } = await send<{ token: string }>(null, 'POST', '/login', login)
  return {
    token,
    call: (method, path, body) => send(token, method, path, body),
    upload: async (kind, text) => {
      const form = new FormData()
      form.set('file', new Blob([text as BlobPart]), `load.${kind}`)
      const { data } = await through(async () =>
        read<{ data: { id: number; sha256: string } }>(
          await fetch(`${url}/api/file/${kind}`, { method: 'POST', headers: headersOf(token), body: form }),
        ),
      )
      return data
    },
  }
}

type Place = { region_id: number; province_id: number | null; city_id: number }

/** profiles that an encoder adds at the same time, all of one region */
const AT_ONCE = FULL ? 16 : 3

/** An encoder uploads the files of some profiles, and adds these at the same time, again and again. */
async function addProfiles(person: Person, place: Place, done: Acknowledged): Promise<never> {
  const upload = async (kind: 'pdf' | 'kml', content: string | Buffer) => {
    const file = await person.upload(kind, content)
    done.files.push(file)
    return file.id
  }
  const add = async (files: { agreement_id: number; map_kml_id: number }) => {
    const profile = { ...place, ...SITE_FIELDS, ...files }
    const { siteProfile } = await person.call<{ siteProfile: { id: number } }>('POST', '/sites', profile)
    done.sites.push(siteProfile.id)
  }
  for (;;) {
    const all: Parameters<typeof add>[0][] = []
    while (all.length < AT_ONCE)
      all.push({
        agreement_id: await upload('pdf', pdfBytes('agreement')),
        map_kml_id: await upload('kml', kmlText(freeSquare())),
      })
    await Promise.all(all.map(add))
  }
}

/** An approver approves, and now and then returns, the records waiting for this level. */
async function decide(person: Person, level: 'PENRO' | 'Region' | 'FMB', done: Acknowledged): Promise<never> {
  const queue = { PENRO: 'site/Submitted', Region: 'penro/Approved', FMB: 'region/Approved' }[level]
  for (let turn = 0; ; turn += 1) {
    const { data } = await person.call<{ data: { id: number; waiting_since: string | null }[] }>(
      'GET',
      `/sites/datatable/${queue}?length=20`,
    )
    for (const { id } of data.filter((row) => row.waiting_since !== null)) {
      const [path, event, body] =
        turn % 4 === 3
          ? ['returned', `Returned (${level})`, { returned_reason: 'Please draw the boundary again.' }]
          : ['approved', `Approved (${level})`, {}]
      try {
        await person.call('POST', `/sites/${path}/${id}`, body as object)
        done.decisions.push({ id, event: String(event) })
      } catch (error) {
        if (!(error instanceof Refused)) throw error
      }
    }
  }
}

/** An encoder replaces the evidence of one indicator again and again. */
async function saveEvidence(person: Person, activity: number, done: Acknowledged): Promise<never> {
  const { sitePrinciples } = await person.call<{
    sitePrinciples: { id: number; criteria: { id: number; criteria_indicator: { id: number }[] }[] }[]
  }>('GET', `/sites/activities/${activity}`)
  for (let turn = 0; ; turn += 1) {
    const principle = sitePrinciples[turn % sitePrinciples.length]
    const criteria = principle?.criteria[0]
    const indicator = criteria?.criteria_indicator[0]
    if (!principle || !criteria || !indicator) throw new Error('The batch has no indicator.')
    const file = await person.upload('pdf', pdfBytes(`evidence ${turn}`))
    done.files.push(file)
    await person.call('POST', `/sites/activities/verification/${activity}`, {
      sites_principle_id: principle.id,
      criteria_means: [
        {
          sites_criteria_id: criteria.id,
          sites_criteria_indicator_id: indicator.id,
          upload_id: [file.id],
        },
      ],
    })
    done.evidence.push({ activity, file: file.id })
  }
}

/** An administrator saves the criteria of one principle after another, each time as a new batch. */
async function saveCriteria(person: Person, done: Acknowledged): Promise<never> {
  for (let turn = 0; ; turn += 1) {
    const { sitePrinciples } = await person.call<{ sitePrinciples: Json[] }>('GET', '/sites/principles')
    const { principle_number, batch_number, criteria } = sitePrinciples[turn % sitePrinciples.length] ?? {}
    const { sitePrinciple } = await person.call<{ sitePrinciple: { batch_number: number } }>(
      'POST',
      '/sites/principles',
      { principle_number, batch_number, criteria },
    )
    done.batches.push(sitePrinciple.batch_number)
  }
}

export type LoadPlan = { place: Place; activity: number }

/** Finds a place for new profiles and an activity to edit in a demo bureau. */
export async function findPlan({ kysely: db }: Database): Promise<LoadPlan> {
  const place = await db
    .selectFrom('site_profiles')
    .innerJoin('offices', 'offices.id', 'site_profiles.office_id')
    .select(['site_profiles.region_id', 'site_profiles.province_id', 'site_profiles.city_id'])
    .where('offices.name', '=', 'PENRO Laguna')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .selectFrom('site_activities')
    .innerJoin('offices', 'offices.id', 'site_activities.office_id')
    .select('site_activities.id')
    .where('offices.name', '=', 'PENRO Quezon')
    .where('site_activities.site_status', 'in', ['Save as Draft', 'Returned'])
    .where('site_activities.status', '=', 'Activated')
    .executeTakeFirstOrThrow()
  return { place, activity: id }
}

/** How many writes of each kind have been acknowledged, and in total. */
export const countAcknowledged = (done: Acknowledged): number =>
  Object.values(done).reduce((sum, all) => sum + all.length, 0)

/**
 * Signs in six people who write, and records acknowledged writes in `done`. Each promise rejects with the error that
 * stopped its person.
 */
export async function writersAt(
  url: string,
  plan: LoadPlan,
  done: Acknowledged,
  through?: CallWrapper,
): Promise<Promise<never>[]> {
  const people = [
    'laguna.encoder',
    'laguna.approver',
    'r4a.approver',
    'fmb.approver',
    'quezon.encoder',
    'fmb.admin',
  ]
  const [encoder, penro, region, fmb, evidence, administrator] = await Promise.all(
    people.map((name) => personAt(url, name, through)),
  )
  if (!encoder || !penro || !region || !fmb || !evidence || !administrator) throw new Error('nobody there')
  return [
    addProfiles(encoder, plan.place, done),
    decide(penro, 'PENRO', done),
    decide(region, 'Region', done),
    decide(fmb, 'FMB', done),
    saveEvidence(evidence, plan.activity, done),
    saveCriteria(administrator, done),
  ]
}

/**
 * Six people write as fast as they can until the product is killed. Rejects when it answers 5xx, or breaks a connection
 * while `isKilled` is false.
 */
export async function writeUntilKilled(
  url: string,
  plan: LoadPlan,
  done: Acknowledged,
  isKilled: () => boolean,
): Promise<void> {
  const outcomes = await Promise.allSettled(
    (await writersAt(url, plan, done)).map((loop) =>
      loop.catch((error: unknown) => {
        // a connection that the kill broke is expected; any other error is not
        if (!isKilled() || /answered 5\d\d/.test(String(error))) throw error
      }),
    ),
  )
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
