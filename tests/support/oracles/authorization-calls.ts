import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { findCrosswalk } from '../../../server/summaries/crosswalk.queries.ts'
import { hashOfToken } from '../../../server/context/sessions.ts'
import { makePasswordLink } from '../../../server/auth/password-links.ts'
import { DEMO_PASSWORD, demoEmail } from '../../../server/seed/demo-people.ts'
import { batchOne, OFFICES, principleNumber } from '../records/activity-factories.ts'
import { multipart, type TestApp } from '../product/app.ts'
import type { Caller, Place, RoleName } from './authorization-table.ts'
import { type Aim, PLACE_OF, PUBLISHED_YEAR } from './authorization-targets.ts'
import { factorCallsOf } from './factor-calls.ts'
import { instrumentCallsOf } from './instrument-calls.ts'
import { landCallsOf } from './land-calls.ts'
import { commentCallsOf } from './comment-calls.ts'
import { pointCallsOf } from './point-calls.ts'
import { translationCallsOf } from './translation-calls.ts'
import { withdrawalCallsOf } from './withdrawal-calls.ts'
import { AN_UPLOAD, aFile, kmlText, pdfBytes, placeOf, SITE_FIELDS } from '../records/factories.ts'
import { anAskingMap, geoJsonText } from '../records/other-maps.ts'
import { zipOf } from '../records/imports.ts'
import { layerInput, SOURCE } from '../records/layers.ts'
import { anIdentity } from '../records/single-sign-on.ts'
import { aPerson, regionId } from '../records/people.ts'
import { BYTES as TUS_BYTES, metadataOf } from '../product/tus.ts'

/** The demo person who makes the calls of a role; all of them in region IV-A, PENRO staff in Laguna. */
export const PERSON_OF: Record<RoleName, string> = {
  'FMB Super Administrator': 'fmb.super',
  'FMB Administrator': 'fmb.admin',
  'FMB Approver': 'fmb.approver',
  'Region Administrator': 'r4a.admin',
  'Region Approver': 'r4a.approver',
  'PENRO Administrator': 'laguna.admin',
  'PENRO Approver': 'laguna.approver',
  'PENRO Encoder': 'laguna.encoder',
  'FMB Auditor': 'fmb.auditor',
}
export const personOf = (caller: Caller): string | null =>
  caller === 'signed out' ? null : PERSON_OF[caller]

/** A request; `url` is below /api. */
export type SentCall = { url: string; payload?: object | Buffer; headers?: Record<string, string> }
export type CallBuilder = (aim: Aim, caller: Caller) => SentCall | Promise<SentCall>

const PNG = Buffer.from(
  '89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c020000000b4944415478da6364f80f00010501012718e3660000000049454e44ae426082',
  'hex',
)
/** The header of an empty shapefile. */
const SHP = Buffer.alloc(100)
SHP.writeInt32BE(9994, 0)
SHP.writeInt32BE(50, 24)
SHP.writeInt32LE(1000, 28)

const NEW_PASSWORD = 'Molave-at-Narra-2032?'
const A_NOTE = { place: { about: 'record' }, text: 'The minutes are with the partner.' }
const REASON = { deactivate_reason: 'No longer used' }

const byId =
  (path: string, payload?: object): CallBuilder =>
  ({ id }) => ({ url: path.replace(':id', String(id)), ...(payload ? { payload } : {}) })
const plain =
  (url: string, payload?: object | (() => object)): CallBuilder =>
  () => ({ url, ...(payload ? { payload: typeof payload === 'function' ? payload() : payload } : {}) })
const file =
  (kind: string, name: string, bytes: Buffer | string): CallBuilder =>
  () => ({ url: `/file/${kind}`, ...multipart(name, bytes) })

const TUS = { 'tus-resumable': '1.0.0' }
const upload =
  (kind: string, name: string): CallBuilder =>
  () => ({
    url: `/file/${kind}/uploads`,
    headers: { ...TUS, 'upload-length': '1000', 'upload-metadata': metadataOf(name) },
  })

/**
 * Links every account to an identity of an older provider, which may be removed or replaced, and lets one person come
 * back from the provider.
 */
async function aVisitFor(t: TestApp, user_id: number) {
  await sql`insert into oidc_identities (issuer, subject, user_id, linked_at)
    select 'https://older.example', id, id, now() from users`.execute(t.db)
  const issuer = t.services.config.oidc?.issuer ?? 'https://login.example'
  const unlinked = await anIdentity(t, { issuer, subject: 's-isabel' })
  const returned = { state: 'a-state', browser: 'a-browser' }
  await sql`insert into oidc_sign_ins
    (state_hash, browser_hash, nonce, verifier, purpose, expires_at, taken_at, identity_id, id_token)
    select ${hashOfToken(returned.state)}, ${hashOfToken(returned.browser)}, '', '', 'sign_in',
      now() + interval '1 day', now(), id, 'a-token' from oidc_identities where user_id = ${user_id}`.execute(
    t.db,
  )
  return { ...returned, unlinked }
}

/**
 * Returns, for every call of the contract, a request that fails only for a missing permission, another office or a
 * wrong state.
 */
export async function callsOf(t: TestApp): Promise<Record<string, CallBuilder>> {
  await aPerson(t, 'somebody.else', { role: 'FMB Approver' })
  const spare = { id: await t.userId('somebody.else'), email: demoEmail('somebody.else') }
  await sql`update users set password_hash = (select password_hash from users where email = ${demoEmail('fmb.admin')})
    where id = ${spare.id}`.execute(t.db)
  const link = new URL(await makePasswordLink(t.services, t.db, spare, 60))
  const token = link.searchParams.get('token')

  const first = principleNumber(await batchOne(t), 1)
  const home = await placeOf(t)
  const { id: spareOffice } = await t.db
    .insertInto('offices')
    .values({ region_id: home.region_id, name: 'CENRO Spare' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const places = new Map<Place, Awaited<ReturnType<typeof placeOf>> & { office: string; region: number }>()
  for (const [place, { office, region }] of Object.entries(PLACE_OF)) {
    const { name } = OFFICES[office]
    places.set(place as Place, {
      ...(await placeOf(t, name)),
      office: name,
      region: await regionId(t, region),
    })
  }
  const placed = (place: Place) => {
    const found = places.get(place)
    if (!found) throw new Error(place)
    return found
  }

  // separate files for each caller, so that only the call itself can be rejected
  const files = new Map<
    string,
    Record<
      'agreement_id' | 'map_kml_id' | 'asking_id' | 'mov' | 'table_id' | 'archive_id' | 'layer_id',
      number
    >
  >()
  for (const person of Object.values(PERSON_OF))
    files.set(person, {
      agreement_id: await aFile(t, { by: person }),
      map_kml_id: await aFile(t, { by: person, kind: 'kml' }),
      asking_id: await anAskingMap(t, person),
      mov: await aFile(t, { by: person }),
      table_id: await aFile(t, { by: person, kind: 'table' }),
      archive_id: await aFile(t, { by: person, kind: 'archive' }),
      layer_id: await aFile(t, { by: person, kind: 'layer' }),
    })
  const filesOf = (caller: Caller) => {
    const own = files.get(personOf(caller) ?? 'laguna.encoder')
    if (!own) throw new Error(caller)
    return own
  }

  const selfId = new Map<Caller, number>()
  for (const [role, person] of Object.entries(PERSON_OF)) selfId.set(role as RoleName, await t.userId(person))
  const idOf = ({ target, id }: Aim, caller: Caller): number =>
    target.kind === 'self' ? (selfId.get(caller) ?? spare.id) : id
  const emails = new Map(
    (await t.db.selectFrom('users').select(['id', 'email']).execute()).map((row) => [row.id, row.email]),
  )
  const user =
    (path: string, payload?: object): CallBuilder =>
    (aim, caller) => ({
      url: path.replace(':id', String(idOf(aim, caller))),
      ...(payload ? { payload } : {}),
    })
  // an export under way for each caller, so that there is progress to ask for
  const exportKeyOf = (caller: Caller) =>
    createHash('md5')
      .update(String(personOf(caller)))
      .digest('hex')
  const running = [...selfId].map(([caller, user_id]) => ({
    key: exportKeyOf(caller),
    user_id,
    rows_total: 10,
  }))
  await t.db.insertInto('report_exports').values(running).execute()
  const { lines } = await findCrosswalk(t.db)
  /** as the page of a summary shows it */
  const opened = async (id: number) => {
    const found = await t.db
      .selectFrom('summaries')
      .select(['year', 'title', 'reporting_years', 'region_ids', 'updated_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return found
  }
  const openComments = async (id: number) =>
    (await t.db.selectFrom('threads').select('id').where('summary_id', '=', id).execute()).map(
      (comment) => comment.id,
    )
  const statement = { site_activity_id: 1, sites_criteria_indicator_id: first.indicators[0] }
  const visit = await aVisitFor(t, spare.id)
  const modelName = { site: 'SiteProfile', activity: 'SiteActivities' } as Record<string, string>

  return {
    'POST /login': plain('/login', { email: spare.email, password: DEMO_PASSWORD, force: true }),
    'POST /logout': plain('/logout'),
    'POST /forgot-password': plain('/forgot-password', { email: spare.email }),
    'POST /reset-password': plain('/reset-password', {
      email: spare.email,
      token,
      password: NEW_PASSWORD,
      password_confirmation: NEW_PASSWORD,
    }),
    'POST /change-password': (_aim, caller) => ({
      url: '/change-password',
      payload: {
        email: demoEmail(personOf(caller) ?? 'fmb.admin'),
        old_password: DEMO_PASSWORD,
        password: NEW_PASSWORD,
        password_confirmation: NEW_PASSWORD,
      },
    }),
    'GET /validate-token': plain('/validate-token'),
    'GET /my-profile': plain('/my-profile'),
    'POST /sign-in/oidc/start': plain('/sign-in/oidc/start'),
    'POST /sign-in/oidc/answer': () => ({
      url: '/sign-in/oidc/answer',
      payload: { query: `state=${visit.state}&code=a`, force: true },
      headers: { cookie: `oidc_visit=${visit.browser}` },
    }),
    'GET /my-sign-in/oidc': plain('/my-sign-in/oidc'),
    'POST /my-sign-in/oidc/start': plain('/my-sign-in/oidc/start'),
    'POST /my-sign-in/oidc/unlink': plain('/my-sign-in/oidc/unlink'),
    ...(await factorCallsOf(t, { spare, people: PERSON_OF, user })),
    'GET /my-profile/mails': plain('/my-profile/mails'),
    'PATCH /my-profile/mails': plain('/my-profile/mails', { mail_choice: 'daily' }),
    'GET /my-profile/language': plain('/my-profile/language'),
    'PATCH /my-profile/language': plain('/my-profile/language', { language: 'fil' }),

    'GET /regions': plain('/regions'),
    'GET /provinces': plain('/provinces'),
    'GET /regions/provinces/:regionId': plain(`/regions/provinces/${home.region_id}`),
    'GET /cities': plain('/cities'),
    'GET /provinces/points': plain(`/provinces/points?province_id=${home.province_id}`),
    'GET /regions/cities/:regionId': plain(`/regions/cities/${home.region_id}`),
    'GET /provinces/cities/:provinceId': plain(`/provinces/cities/${home.province_id}`),
    'GET /offices': plain('/offices'),
    'GET /regions/offices/:regionId': plain(`/regions/offices/${home.region_id}`),

    'POST /file/pdf': file('pdf', 'a.pdf', pdfBytes().toString()),
    'POST /file/kml': file('kml', 'a.kml', kmlText()),
    'POST /file/csv': file('csv', 'a.csv', 'name,hectares\r\nBiñan,12.5\r\n'),
    'POST /file/image': file('image', 'a.png', PNG),
    'POST /file/shp': file('shp', 'a.shp', SHP),
    'POST /file/pdf/uploads': upload('pdf', 'a.pdf'),
    'POST /file/kml/uploads': upload('kml', 'a.kml'),
    'POST /file/csv/uploads': upload('csv', 'a.csv'),
    'POST /file/image/uploads': upload('image', 'a.png'),
    'POST /file/shp/uploads': upload('shp', 'a.shp'),
    'POST /file/table': file('table', 'a.csv', 'Region,Province\r\nRegion IX,Zamboanga del Sur\r\n'),
    'POST /file/archive': file('archive', 'a.zip', zipOf({ 'a.kml': kmlText() })),
    'POST /file/table/uploads': upload('table', 'a.xlsx'),
    'POST /file/archive/uploads': upload('archive', 'a.zip'),
    'POST /file/boundary': file('boundary', 'a.geojson', geoJsonText()),
    'POST /file/boundary/uploads': upload('boundary', 'a.gpx'),
    'POST /file/:id/boundary': (_aim, caller) => ({
      url: `/file/${filesOf(caller).asking_id}/boundary`,
      payload: { crs: 'EPSG:3123' },
    }),
    'POST /file/layer': file('layer', 'a.geojson', geoJsonText()),
    'POST /file/layer/uploads': upload('layer', 'a.zip'),
    'GET /file/uploads/:upload': ({ upload: id }) => ({ url: `/file/uploads/${id}` }),
    // all bytes are already there
    'PATCH /file/uploads/:upload': ({ upload: id }) => ({
      url: `/file/uploads/${id}`,
      payload: Buffer.alloc(0),
      headers: { ...TUS, 'content-type': TUS_BYTES, 'upload-offset': String(AN_UPLOAD.length) },
    }),
    'POST /file/uploads/:upload': ({ upload: id }) => ({ url: `/file/uploads/${id}` }),
    'POST /file/uploads/:upload/cancel': ({ upload: id }) => ({ url: `/file/uploads/${id}/cancel` }),
    'GET /file/:id': byId('/file/:id'),
    'GET /file/:id/proof': byId('/file/:id/proof'),
    'GET /file/:id/thumbnail': byId('/file/:id/thumbnail'),
    'GET /file/copies': byId('/file/copies?ids=:id'),
    'GET /file/storage': plain('/file/storage'),

    'GET /drafts/:form': plain('/drafts/site-add'),
    'POST /drafts/:form': plain('/drafts/site-edit', {
      record_id: 7,
      revision: 1,
      content: '{"province_id":""}',
    }),
    'POST /drafts/:form/discard': plain('/drafts/site-return/discard', { record_id: 7 }),
    'GET /drafts': plain('/drafts?record_id=7'),
    'GET /drafts/unfinished': plain('/drafts/unfinished'),
    'POST /drafts/discard': plain('/drafts/discard', {}),

    'GET /sites': plain('/sites'),
    'GET /sites/search': plain('/sites/search?site_status=approved'),
    'GET /sites/datatable': plain('/sites/datatable'),
    'GET /sites/waiting': plain('/sites/waiting'),
    'GET /sites/choices': plain('/sites/choices'),
    'GET /sites/datatable/:type/:status?': plain('/sites/datatable/site/Submitted'),
    'GET /sites/:id': byId('/sites/:id'),
    'GET /sites/:id/neighbours': byId('/sites/:id/neighbours'),
    'GET /sites/:id/land': byId('/sites/:id/land'),
    'GET /sites/:id/land/map': byId('/sites/:id/land/map'),
    'GET /sites/:id/changes': byId('/sites/:id/changes'),
    'GET /sites/:id/proofs/:step': byId('/sites/:id/proofs/1'),
    'GET /sites/:id/changes/boundary': byId('/sites/:id/changes/boundary'),
    'GET /sites/:id/photos': byId('/sites/:id/photos'),
    'GET /sites/:id/notes': byId('/sites/:id/notes'),
    'GET /sites/:id/notes/places': byId('/sites/:id/notes/places'),
    'GET /sites/:id/notes/people': byId('/sites/:id/notes/people?search=a'),
    'POST /sites/:id/notes': byId('/sites/:id/notes', A_NOTE),
    'POST /sites/duplicates': plain('/sites/duplicates', {
      name_of_partner: SITE_FIELDS.name_of_partner,
      city_id: home.city_id,
      project_year_start: 2021,
      project_year_end: 2030,
    }),
    'POST /sites/boundary': (_aim, caller) => ({
      url: '/sites/boundary',
      payload: { map_kml_id: filesOf(caller).map_kml_id },
    }),
    'POST /sites/audit-logs': ({ target, id }) => ({
      url: '/sites/audit-logs',
      payload: { model_name: modelName[target.kind], id },
    }),
    'POST /sites': ({ target }, caller) => {
      const { region_id, province_id, city_id } = placed(
        target.kind === 'new site' ? target.place : 'own office',
      )
      const { agreement_id, map_kml_id } = filesOf(caller)
      return {
        url: '/sites',
        payload: { ...SITE_FIELDS, region_id, province_id, city_id, agreement_id, map_kml_id },
      }
    },
    'PATCH /sites/:id': byId('/sites/:id', { name_of_partner: 'Another partner' }),
    'POST /sites/submitted/:id': byId('/sites/submitted/:id'),
    'POST /sites/recall/:id': byId('/sites/recall/:id'),
    'POST /sites/withdraw/:id': byId('/sites/withdraw/:id', REASON),
    'POST /sites/returned/:id': byId('/sites/returned/:id', { returned_reason: 'Please correct the area.' }),
    'POST /sites/activate/:id': byId('/sites/activate/:id'),
    'POST /sites/deactivate/:id': byId('/sites/deactivate/:id', REASON),

    'GET /sites/bulk': plain('/sites/bulk'),
    'GET /sites/bulk/records': plain('/sites/bulk/records?ids=1,2'),
    'POST /sites/bulk': ({ id }) => ({
      url: '/sites/bulk',
      payload: { action: 'approve', records: [{ id, revision: 1 }] },
    }),

    ...(await pointCallsOf(t)),
    ...(await commentCallsOf(t)),
    ...(await instrumentCallsOf(t)),
    ...(await withdrawalCallsOf(t, 'somebody.else')),
    ...(await landCallsOf(t)),

    'GET /imports': plain('/imports'),
    'GET /imports/template': plain('/imports/template'),
    'POST /imports': (_aim, caller) => {
      const { table_id, archive_id } = filesOf(caller)
      return { url: '/imports', payload: { table_id, archive_ids: [archive_id] } }
    },
    'GET /imports/:id': byId('/imports/:id'),
    'GET /imports/:id/findings': byId('/imports/:id/findings'),
    'GET /imports/:id/rows': byId('/imports/:id/rows'),
    'GET /imports/:id/corrections': byId('/imports/:id/corrections'),
    'POST /imports/:id/start': byId('/imports/:id/start', { rows: 1 }),
    'POST /imports/:id/leave-out': byId('/imports/:id/leave-out', { rows: [3], left_out: true }),
    'POST /imports/:id/cancel': byId('/imports/:id/cancel'),

    'GET /land/layers': plain('/land/layers'),
    'POST /land/layers': plain('/land/layers', () => layerInput()),
    'GET /land/layers/:id': byId('/land/layers/:id'),
    'PATCH /land/layers/:id': byId('/land/layers/:id', { ...layerInput({ kind: 'other' }), revision: 1 }),
    'POST /land/layers/:id/withdraw': byId('/land/layers/:id/withdraw', { reason: 'No longer kept' }),
    'POST /land/layers/:id/versions': ({ id }, caller) => ({
      url: `/land/layers/${id}/versions`,
      payload: { file_id: filesOf(caller).layer_id, ...SOURCE },
    }),
    'GET /land/layers/:id/new-findings': byId('/land/layers/:id/new-findings'),
    'GET /land/versions/:id': byId('/land/versions/:id'),
    'GET /land/versions/:id/changes': byId('/land/versions/:id/changes'),
    'GET /land/versions/:id/features': byId('/land/versions/:id/features'),
    'POST /land/versions/:id/answer': byId('/land/versions/:id/answer', { crs: 'EPSG:4326' }),
    'POST /land/versions/:id/imported': byId('/land/versions/:id/imported', {}),
    'POST /land/versions/:id/discard': byId('/land/versions/:id/discard', {}),

    'GET /sites/activities/waiting': plain('/sites/activities/waiting'),
    'GET /sites/activities/choices': plain('/sites/activities/choices'),
    'GET /sites/activities/datatable': plain('/sites/activities/datatable'),
    'GET /sites/activities/datatable/:type/:status?': plain('/sites/activities/datatable/penro/Approved'),
    'GET /sites/activities/:id': byId('/sites/activities/:id'),
    'GET /sites/activities/:id/proofs/:step': byId('/sites/activities/:id/proofs/1'),
    'GET /sites/activities/:id/changes': byId('/sites/activities/:id/changes'),
    'GET /sites/activities/:id/photos': byId('/sites/activities/:id/photos'),
    'GET /sites/activities/:id/notes': byId('/sites/activities/:id/notes'),
    'GET /sites/activities/:id/notes/places': byId('/sites/activities/:id/notes/places'),
    'GET /sites/activities/:id/notes/people': byId('/sites/activities/:id/notes/people'),
    'POST /sites/activities/:id/notes': byId('/sites/activities/:id/notes', A_NOTE),
    'POST /sites/activities': ({ id }) => ({ url: '/sites/activities', payload: { site_profile_id: id } }),
    'POST /sites/activities/verification/:id': ({ id }, caller) => ({
      url: `/sites/activities/verification/${id}`,
      payload: {
        sites_principle_id: first.id,
        criteria_means: [
          { sites_criteria_indicator_id: first.indicators[1], upload_id: [filesOf(caller).mov] },
        ],
      },
    }),
    'GET /sites/activities/:id/last-time': byId('/sites/activities/:id/last-time'),
    'POST /sites/activities/:id/reporting-year': byId('/sites/activities/:id/reporting-year', {
      reporting_year: SITE_FIELDS.project_year_start,
    }),
    'POST /sites/activities/:id/start-from-last': byId('/sites/activities/:id/start-from-last'),
    'POST /sites/activities/:id/start-from-last/undo': byId('/sites/activities/:id/start-from-last/undo'),
    'POST /sites/activities/:id/disabled/:type': ({ id }) => ({
      url: `/sites/activities/${id}/disabled/principle`,
      payload: { site_activity_id: id, id: first.id, type: 'principle', isDisabled: true },
    }),
    'POST /sites/activities/submitted/:id': byId('/sites/activities/submitted/:id'),
    'POST /sites/activities/recall/:id': byId('/sites/activities/recall/:id'),
    'POST /sites/activities/discard/:id': byId('/sites/activities/discard/:id'),
    'POST /sites/activities/approved/:id': byId('/sites/activities/approved/:id'),
    'POST /sites/activities/returned/:id': byId('/sites/activities/returned/:id', {
      returned_reason_2: 'Please add the minutes.',
    }),
    'POST /sites/activities/activate/:id': byId('/sites/activities/activate/:id'),
    'POST /sites/activities/deactivate/:id': byId('/sites/activities/deactivate/:id', REASON),

    'GET /sites/activities/bulk': plain('/sites/activities/bulk'),
    'GET /sites/activities/bulk/records': plain('/sites/activities/bulk/records?ids=1,2'),
    'POST /sites/activities/bulk': ({ id }) => ({
      url: '/sites/activities/bulk',
      payload: { action: 'approve', records: [{ id, revision: 1 }] },
    }),

    'GET /sites/principles': plain('/sites/principles'),
    'GET /sites/principles/search': plain('/sites/principles/search?principle_number=1'),
    'GET /sites/principles/:id': plain(`/sites/principles/${first.id}`),
    'GET /sites/principles/batches': plain('/sites/principles/batches?principle_number=1'),
    'POST /sites/principles': plain('/sites/principles', {
      principle_number: 1,
      batch_number: 1,
      criteria: first.criteria.map(({ sites_principle_id: _, ...criteria }) => criteria),
    }),

    'GET /crosswalk': plain('/crosswalk'),
    'GET /crosswalk/versions': plain('/crosswalk/versions'),
    'GET /crosswalk/versions/:version': plain('/crosswalk/versions/1'),
    'POST /crosswalk': plain('/crosswalk', {
      version: 1,
      lines: lines.map((line) => ({ ...line, why: `${line.why} So says the law.` })),
    }),
    'GET /summaries': plain('/summaries'),
    'POST /summaries': plain('/summaries', {
      year: 2027,
      title: 'The next summary',
      reporting_years: [2025, 2026],
      region_ids: [],
    }),
    'GET /summaries/:id': byId('/summaries/:id'),
    'POST /summaries/:id': async ({ id }) => ({
      url: `/summaries/${id}`,
      payload: { ...(await opened(id)), title: 'Another title' },
    }),
    'POST /summaries/:id/texts': byId('/summaries/:id/texts', {
      section: 'national_circumstances',
      written_at: null,
      text: 'Forests cover a quarter of the land.',
    }),
    'GET /summaries/:id/statements': byId('/summaries/:id/statements?safeguard=c'),
    'POST /summaries/:id/statements': byId('/summaries/:id/statements', {
      ...statement,
      safeguard: 'c',
      chosen: false,
    }),
    'POST /summaries/:id/freeze': async ({ id }) => ({
      url: `/summaries/${id}/freeze`,
      payload: { updated_at: (await opened(id)).updated_at, open_comments: await openComments(id) },
    }),
    'POST /summaries/:id/publish': byId('/summaries/:id/publish'),
    'POST /summaries/:id/replace': async ({ id }) => ({
      url: `/summaries/${id}/replace`,
      payload: { replaces: id },
    }),
    'POST /summaries/:id/withdraw': byId('/summaries/:id/withdraw', { reason: 'A number is wrong.' }),
    'POST /summaries/:id/discard': byId('/summaries/:id/discard'),
    'GET /summaries/:id/files/:format': byId('/summaries/:id/files/json'),
    'GET /summaries/:id/proof': byId('/summaries/:id/proof'),
    'GET /summaries/published': plain('/summaries/published'),
    'GET /summaries/published/:year': plain(`/summaries/published/${PUBLISHED_YEAR}`),

    'GET /sites/dashboard/count': plain('/sites/dashboard/count'),
    'GET /sites/activities/dashboard/datatable': plain('/sites/activities/dashboard/datatable'),
    'GET /sites/activities/dashboard/sites.csv': plain('/sites/activities/dashboard/sites.csv'),
    'GET /sites/activities/dashboard/sites.geojson': plain('/sites/activities/dashboard/sites.geojson'),
    'GET /sites/activities/dashboard/:id': byId('/sites/activities/dashboard/:id'),
    'GET /sites/dashboard/:id/proof': byId('/sites/dashboard/:id/proof'),
    'GET /sites/activities/dashboard/:id/proof': byId('/sites/activities/dashboard/:id/proof'),

    'GET /reports/datatable/dashboard': plain('/reports/datatable/dashboard'),
    'GET /reports/datatable/dashboard-records': plain('/reports/datatable/dashboard-records?shown=open'),
    'GET /reports/dashboard-figures': plain('/reports/dashboard-figures'),
    'GET /reports/dashboard-points': plain('/reports/dashboard-points'),
    'GET /reports/figure-totals': plain('/reports/figure-totals'),
    'GET /reports/export-dashboard': plain('/reports/export-dashboard?site_profile_id=1&category='),
    'GET /reports/datatable/generate-reports': plain(
      '/reports/datatable/generate-reports?accessLevel=National',
    ),
    'GET /reports/export': plain('/reports/export?downloadAs=xls'),
    'GET /reports/export/:key': (_aim, caller) => ({ url: `/reports/export/${exportKeyOf(caller)}` }),
    'GET /reports/datatable/audit-logs': plain(
      '/reports/datatable/audit-logs?startDate=2024-01-01&endDate=2024-01-02',
    ),
    'GET /reports/audit-logs/export': plain(
      '/reports/audit-logs/export?startDate=2024-01-01&endDate=2024-01-02',
    ),
    'GET /reports/audit-logs/integrity': plain('/reports/audit-logs/integrity'),
    'POST /reports/audit-logs/verification': plain('/reports/audit-logs/verification'),
    'GET /reports/audit-logs/people': plain('/reports/audit-logs/people'),
    'GET /reports/audit-logs/heads': plain('/reports/audit-logs/heads'),

    'GET /users': plain('/users'),
    'GET /users/search': plain('/users/search'),
    'GET /users/datatable': plain('/users/datatable'),
    'GET /users/offices-without-approver': plain('/users/offices-without-approver'),
    'GET /users/:id': user('/users/:id'),
    'POST /users/audit-logs': (aim, caller) => ({
      url: '/users/audit-logs',
      payload: { model_name: 'User', id: idOf(aim, caller) },
    }),
    'POST /users': ({ target, id }) => {
      if (target.kind !== 'new user') throw new Error(target.kind)
      const { region, office } = placed(target.place)
      return {
        url: '/users',
        payload: {
          first_name: 'Lualhati',
          last_name: 'Catindig',
          sex: 'Female',
          email: 'lualhati@bureau.example',
          access_level: target.level,
          role_id: id,
          ...(target.level === 'FMB' ? {} : { region_id: region }),
          ...(target.level === 'PENRO' ? { penro: office } : {}),
        },
      }
    },
    'PATCH /users/:id': user('/users/:id', { first_name: 'Lualhati' }),
    'GET /users/identities': plain('/users/identities'),
    'GET /users/:id/identity': user('/users/:id/identity'),
    'POST /users/:id/identity': user('/users/:id/identity', { identity_id: visit.unlinked }),
    'POST /users/:id/identity/unlink': user('/users/:id/identity/unlink'),
    'POST /users/activate/:id': user('/users/activate/:id'),
    'POST /users/deactivate/:id': user('/users/deactivate/:id', REASON),
    'POST /users/reset-password': (aim, caller) => ({
      url: '/users/reset-password',
      payload: { email: emails.get(idOf(aim, caller)) },
    }),

    'GET /points/templates': plain('/points/templates'),
    'POST /points/templates': plain('/points/templates', { templates: [], was: [] }),

    ...(await translationCallsOf(t, personOf, ['fmb.super', 'fmb.admin'])),

    'GET /offices/datatable': plain('/offices/datatable'),
    'PATCH /offices/:id': plain(`/offices/${spareOffice}`, { name: 'CENRO Another' }),
    'POST /offices/:id/merge': plain(`/offices/${spareOffice}/merge`, { into_id: home.office_id }),

    'GET /roles': plain('/roles'),
    'GET /roles/search': plain('/roles/search'),
    'GET /roles/datatable': plain('/roles/datatable'),
    'GET /roles/:id': byId('/roles/:id'),
    'POST /roles/audit-logs': ({ id }) => ({ url: '/roles/audit-logs', payload: { model_name: 'Role', id } }),
    'POST /roles': ({ target }) => {
      if (target.kind !== 'new role') throw new Error(target.kind)
      return {
        url: '/roles',
        payload: { name: 'A new role', access_level: target.level, permissions: target.keys },
      }
    },
    'PATCH /roles/:id': byId('/roles/:id', { name: 'Another name' }),
    'POST /roles/activate/:id': byId('/roles/activate/:id'),
    'POST /roles/deactivate/:id': byId('/roles/deactivate/:id', REASON),
  }
}
