import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { isOpenToAuditors } from '../../shared/access/endpoint.ts'
import { listWaitingFor } from '../../server/pending/waiting.queries.ts'
import { Actor } from '../../shared/access/actor.ts'
import { DEFAULT_ROLES } from '../../shared/access/default-roles.ts'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { API_KEY, type Caller, withServer } from '../support/product/app.ts'
import { callsOf } from '../support/oracles/authorization-calls.ts'
import { type Kind, OWN_OF_AUDITORS, TABLE, VIEWS } from '../support/oracles/authorization-table.ts'
import { type Aim, arrange } from '../support/oracles/authorization-targets.ts'
import { watchChanges } from '../support/oracles/changes.ts'
import { aSite } from '../support/records/factories.ts'
import { aPerson, aRole, roleId } from '../support/records/people.ts'
import { FULL } from '../support/full.ts'

const READS = 'Auditors see everything and change nothing.'

const t = withServer()
let auditor: Caller
let boss: Caller
beforeAll(async () => {
  auditor = await t.as('fmb.auditor')
  boss = await t.as('fmb.super')
}, 60_000)

type Row = {
  event: string
  auditable_id: number | null
  auditable_code: string | null
  field_change: FieldChange[]
  user_name: string | null
  role_name: string | null
}
const rows = async (): Promise<Row[]> => {
  const found = await t.db
    .selectFrom('audit_logs')
    .select(['event', 'auditable_id', 'auditable_code', 'field_change', 'user_name', 'role_name'])
    .where('auditable_type', '=', 'Auditor')
    .orderBy('id')
    .execute()
  return found as unknown as Row[]
}
/** The rows that some calls have written. */
async function rowsOf(calls: () => Promise<unknown>): Promise<Row[]> {
  const before = (await rows()).length
  await calls()
  return (await rows()).slice(before)
}
const words = ({ field_change }: Row) => field_change.map(({ field, new: now }) => `${field}: ${now}`)
const day = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
const exportOfLog = () => `/reports/audit-logs/export?startDate=${day()}&endDate=${day()}`

describe('reads what a Super Administrator of FMB reads, and changes nothing', () => {
  let aims: Map<Kind, Aim[]>
  let says: Awaited<ReturnType<typeof callsOf>>
  beforeAll(async () => {
    aims = await arrange(t)
    says = await callsOf(t)
  }, 60_000)

  const ask = async (call: string, who: 'FMB Super Administrator' | 'FMB Auditor', aim: Aim) => {
    const said = await says[call]?.(aim, who)
    if (!said) throw new Error(call)
    const { url, headers } = said
    const authorization = `Bearer ${(who === 'FMB Auditor' ? auditor : boss).token}`
    return t.app.inject({
      method: 'GET',
      url: `/api${url}`,
      headers: { 'x-api-key': API_KEY, authorization, ...headers },
    })
  }

  /** [S-159] people of the provider who are not of the bureau are shown to its administrators alone */
  const OF_ADMINISTRATORS = 'GET /users/identities'
  test('every GET of the contract but one answers both alike', async () => {
    const different: string[] = []
    const shown: string[] = []
    for (const [call, row] of Object.entries(TABLE).filter(([name]) => name.startsWith('GET ')))
      for (const kind of row.at ?? (['nothing'] as const))
        for (const aim of (aims.get(kind) ?? []).slice(0, FULL ? 12 : 1)) {
          const [hers, his] = [
            await ask(call, 'FMB Auditor', aim),
            await ask(call, 'FMB Super Administrator', aim),
          ]
          if (hers.statusCode !== his.statusCode)
            different.push(`${call}: ${hers.statusCode} instead of ${his.statusCode}`)
          if (hers.statusCode === 200) shown.push(call)
        }
    // 404: no provider is set here
    expect(new Set(different)).toEqual(new Set([`${OF_ADMINISTRATORS}: 403 instead of 404`]))
    expect(new Set(shown).size).toBeGreaterThan(80)
  }, 60_000)

  test('every other call but those of the own account and session is refused with one sentence, before its body is read', async () => {
    const watch = await watchChanges(t)
    const before = await watch.fingerprint()
    const open: string[] = []
    for (const endpoint of t.app.contract.filter(({ method }) => method !== 'GET')) {
      if (endpoint.access === 'public') continue
      const call = `${endpoint.method} ${endpoint.path}`
      if (isOpenToAuditors(endpoint)) {
        open.push(call)
        continue
      }
      const url = endpoint.path.replace(/:\w+\??/g, '1')
      const reply = await (endpoint.method === 'PATCH' ? auditor.patch(url, {}) : auditor.post(url, {}))
      expect([call, reply.statusCode, reply.json().message]).toEqual([call, 403, READS])
    }
    expect(open.sort()).toEqual([...OWN_OF_AUDITORS, ...VIEWS].sort())
    expect(await watch.fingerprint()).toBe(before)
  }, 60_000)

  test('a draft is not disclosed, and no secret is shown', async () => {
    const draft = (aims.get('activity') ?? []).find(
      ({ target }) => target.kind === 'activity' && target.state === 'DRAFT',
    )
    expect((await auditor.get(`/sites/activities/${draft?.id}`)).statusCode).toBe(404)
    const signIn = await auditor.get(`/users/${await t.userId('laguna.encoder')}/sign-in`)
    expect(signIn.statusCode).toBe(200)
    expect(signIn.body).not.toMatch(/token|secret|hash/)
  })
})

describe('what an auditor sees is in the log as such', () => {
  test('a record with its code, in words, once a minute and also of calls at once', async () => {
    const { id } = await aSite(t, { office: 'PENRO Laguna', site_status: 'Submitted', level: 'FMB' })
    const { code } = await t.db
      .selectFrom('site_profiles')
      .select('code')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const see = () => auditor.get(`/sites/${id}`)
    const seen = await rowsOf(async () => {
      await Promise.all(Array.from({ length: 6 }, see))
      await see()
    })
    expect(seen).toMatchObject([{ event: 'Viewed', auditable_id: id, auditable_code: code }])
    expect(seen[0]).toMatchObject({ user_name: 'Zenaida Rosales', role_name: 'FMB Auditor' })
    expect(seen.flatMap(words)).toEqual(['seen: One profile'])

    // a minute later it is another view
    await sql`alter table audit_logs disable trigger user`.execute(t.db)
    await sql`update audit_logs set created_at = created_at - interval '61 seconds'
      where auditable_type = 'Auditor' and auditable_id = ${id}`.execute(t.db)
    await sql`alter table audit_logs enable trigger user`.execute(t.db)
    expect(await rowsOf(see)).toHaveLength(1)
  })

  test('a list with what it was narrowed to; another search is another row', async () => {
    const seen = await rowsOf(async () => {
      await auditor.get('/users/datatable?search=Luna&order[0][column]=email&order[0][dir]=asc')
      await auditor.get('/users/datatable?search=Luna&order[0][column]=email&order[0][dir]=asc')
      await auditor.get('/users/datatable?search=Salonga&page=2')
    })
    expect(seen).toHaveLength(2)
    expect(seen[0] && words(seen[0])).toEqual(
      expect.arrayContaining([expect.stringMatching(/^seen: /), 'search: Luna', 'order: email asc']),
    )
    expect(seen[1] && words(seen[1])).toEqual(expect.arrayContaining(['search: Salonga', 'page: 2']))
  })

  test('not the own account, names of places, counts and refusals, and not what others see', async () => {
    const quiet = ['/validate-token', '/my-profile', '/my-sign-in', '/drafts/unfinished', '/regions']
    const none = await rowsOf(async () => {
      for (const url of [...quiet, '/offices', '/sites/waiting', '/sites/choices'])
        expect([url, (await auditor.get(url)).statusCode]).toEqual([url, 200])
      for (const url of ['/sites/999999', '/roles/999999', '/users/x'])
        expect((await auditor.get(url)).statusCode).toBeGreaterThanOrEqual(400)
      await boss.get('/users/datatable')
    })
    expect(none).toEqual([])
  })

  test('an export each time, beside the usual row of exports', async () => {
    const seen = await rowsOf(async () => {
      for (const _ of [1, 2]) expect((await auditor.get(exportOfLog())).statusCode).toBe(200)
    })
    expect(seen.map(({ event }) => event)).toEqual(['Exported', 'Exported'])
    expect(seen[0] && words(seen[0])).toContain(`startDate: ${day()}`)
  })

  test('all of it is found under the module', async () => {
    const found = await boss.get(
      `/reports/datatable/audit-logs?startDate=${day()}&endDate=${day()}&search=Auditor&length=100`,
    )
    const modules = new Set(found.json().data.map((row: { auditable_type: string }) => row.auditable_type))
    expect(modules).toContain('Auditor')
  })

  test('without its row nothing is shown, neither a page nor a file', async () => {
    await sql`alter table audit_logs add constraint unlogged check (auditable_type <> 'Auditor') not valid`.execute(
      t.db,
    )
    const [page, file] = [
      await auditor.get('/roles/datatable?search=Encoder'),
      await auditor.get(exportOfLog()),
    ]
    await sql`alter table audit_logs drop constraint unlogged`.execute(t.db)
    for (const reply of [page, file]) {
      expect(reply.statusCode).toBe(500)
      expect(reply.headers['content-type']).toMatch(/^application\/json/)
      expect(reply.headers['content-disposition']).toBeUndefined()
      expect(reply.body).not.toMatch(/PENRO Encoder|Timestamp/)
    }
    expect((await auditor.get('/roles/datatable?search=Encoder')).statusCode).toBe(200)
  })
})

describe('the role', () => {
  const keys = DEFAULT_ROLES.find(({ kind }) => kind === 'Auditor')?.permissions ?? []

  test('is neither given further keys nor moved; it can be renamed, and no new role is of its kind', async () => {
    const id = await roleId(t, 'FMB Auditor')
    for (const change of [
      { permissions: [...keys, 'user_edit'] },
      { permissions: keys.slice(1) },
      { access_level: 'Region' },
    ]) {
      const reply = await boss.patch(`/roles/${id}`, change)
      expect([reply.statusCode, reply.json().message]).toEqual([
        409,
        'The Auditor role keeps its access level and its permissions.',
      ])
    }
    const renamed = await boss.patch(`/roles/${id}`, { name: 'Commission on Audit' })
    expect(renamed.json().role).toMatchObject({ kind: 'Auditor', hierarchy_role: 5, permissions: [...keys] })
    expect((await boss.patch(`/roles/${id}`, { name: 'FMB Auditor' })).statusCode).toBe(200)
    const copy = await boss.post('/roles', {
      name: 'Second auditor',
      access_level: 'FMB',
      permissions: keys,
      kind: 'Auditor',
    })
    expect([copy.statusCode, copy.json().role?.kind ?? null]).toEqual([200, null])
    await expect(aRole(t, { name: 'Odd', access_level: 'PENRO', kind: 'Auditor' })).rejects.toThrow(
      'roles_auditor_check',
    )
  })

  test('is given, and its people changed, by administrators of FMB alone', async () => {
    const role = await aRole(t, {
      name: 'Accounts',
      access_level: 'FMB',
      permissions: ['user_create', 'user_edit', 'user_access', 'user_show', 'role_access'],
    })
    await aPerson(t, 'fmb.accounts', { role })
    const accounts = await t.as('fmb.accounts')
    const role_id = await roleId(t, 'FMB Auditor')
    const person = {
      first_name: 'Ligaya',
      last_name: 'Ramos',
      sex: 'Female',
      email: 'ligaya@bureau.example',
      access_level: 'FMB',
      role_id,
    }
    const refused = await accounts.post('/users', person)
    expect([refused.statusCode, refused.json().message]).toEqual([403, 'You cannot assign this role.'])
    const edited = await accounts.patch(`/users/${await t.userId('fmb.auditor')}`, { first_name: 'Other' })
    expect([edited.statusCode, edited.json().message]).toEqual([
      403,
      'Only FMB administrators can change the account of an auditor.',
    ])
    expect((await (await t.as('fmb.admin')).post('/users', person)).statusCode).toBe(200)
  })

  test('switched off, it reads nothing and still changes nothing', async () => {
    await sql`update roles set status = 'Deactivated', deactivate_reason = 'Audit', deactivated_at = now()
      where kind = 'Auditor'`.execute(t.db)
    const [list, draft] = [
      await auditor.get('/offices/datatable'),
      await auditor.post('/drafts/site', { content: {} }),
    ]
    await sql`update roles set status = 'Activated', deactivate_reason = null, deactivated_at = null
      where kind = 'Auditor'`.execute(t.db)
    expect([list.statusCode, list.json().message]).toEqual([
      403,
      'Your role FMB Auditor is switched off: Audit. Please ask your administrator.',
    ])
    expect([draft.statusCode, draft.json().message]).toEqual([403, READS])
  })

  test('holds from the next call of a person who becomes an auditor while signed in', async () => {
    const id = await aPerson(t, 'fmb.second', { role: 'FMB Administrator' })
    const second = await t.as('fmb.second')
    const rename = () => second.patch('/offices/999999', { name: 'Another' })
    expect((await rename()).statusCode).toBe(404)
    expect((await boss.patch(`/users/${id}`, { role_id: await roleId(t, 'FMB Auditor') })).statusCode).toBe(
      200,
    )
    const reply = await rename()
    expect([reply.statusCode, reply.json().message]).toEqual([403, READS])
    expect(await rowsOf(() => second.get('/offices/datatable'))).toHaveLength(1)
  })

  test('gives nothing to decide, so no mail about waiting records', async () => {
    const actor = Actor.parse((await auditor.get('/validate-token')).json().actor)
    expect(await listWaitingFor(t.db, actor, 10)).toMatchObject({ count: 0, records: [] })
  })
})
