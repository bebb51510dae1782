import { beforeAll, describe, expect, test } from 'vitest'
import { demoEmail } from '../../server/seed/demo-people.ts'
import { DEFAULT_ROLES } from '../../shared/access/default-roles.ts'
import { FIXED_PERMISSIONS, PERMISSION_KEYS, type PermissionKey } from '../../shared/access/permissions.ts'
import type { Role, RoleRow } from '../../shared/roles/roles.schema.ts'
import { type Caller, startAppForTest, withServer } from '../support/product/app.ts'
import { aPerson, aRole, auditOf, codesOf, type NewRole, roleId } from '../support/records/people.ts'
import {
  errorsOf,
  expectRefusedCall,
  type Reply,
  statusOf,
  switchedOffAndOn,
} from '../support/oracles/replies.ts'

const ROLE_KEYS = PERMISSION_KEYS.filter((key) => key.startsWith('role_'))
const LAGUNA = { region: 'R04A', office: 'PENRO Laguna' }
const INACTIVE = 'This role is currently inactive. Please activate the account to make changes.'
const REASON = { deactivate_reason: 'No longer used' }

const t = withServer()
let superAdmin: Caller
let fmb: Caller
let region: Caller
let penro: Caller
beforeAll(async () => {
  superAdmin = await t.as('fmb.super')
  fmb = await t.as('fmb.admin')
  // Region and PENRO staff with every key, more than the default roles of their level
  const held = [...PERMISSION_KEYS]
  const ofRegion = await aRole(t, { name: 'Region Keeper', access_level: 'Region', permissions: held })
  const ofPenro = await aRole(t, { name: 'PENRO Keeper', access_level: 'PENRO', permissions: held })
  await aPerson(t, 'region.keeper', { role: ofRegion, region: 'R04A' })
  await aPerson(t, 'penro.keeper', { role: ofPenro, ...LAGUNA })
  region = await t.as('region.keeper')
  penro = await t.as('penro.keeper')
})

let made = 0
const newName = () => `Made role ${++made}`
const newRole = (more: Partial<NewRole> = {}) => aRole(t, { name: newName(), access_level: 'PENRO', ...more })

const rowOf = (id: number, app = t) =>
  app.db.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const names = async (who: Caller, query = '') =>
  ((await who.get(`/roles/datatable${query}`)).json().data as RoleRow[]).map((row) => row.name)

/** Expects this status, and that neither the role nor the log changed. */
const expectRefused = (id: number, status: number, call: () => Promise<Reply>, message?: string) =>
  expectRefusedCall(t, () => rowOf(id), { status, call, message })

/** A person at FMB with every key but one. */
async function without(key: PermissionKey): Promise<Caller> {
  const permissions = PERMISSION_KEYS.filter((one) => one !== key)
  await aPerson(t, `no.${key}`, {
    role: await aRole(t, { name: `No ${key}`, access_level: 'FMB', permissions }),
  })
  return t.as(`no.${key}`)
}

describe('the list', () => {
  test('[ROLES-29, API-06] GET roles returns roles; a search without status returns the activated ones', async () => {
    const app = await startAppForTest()
    const admin = await app.as('fmb.admin')
    const { roles, totalCount } = (await admin.get('/roles')).json()
    expect(totalCount).toBe(DEFAULT_ROLES.length)
    expect(roles).toHaveLength(DEFAULT_ROLES.length)
    expect(roles[0]).toEqual({
      id: await roleId(app, 'FMB Administrator'),
      name: 'FMB Administrator',
      access_level: 'FMB',
      kind: 'Administrator',
      hierarchy_role: 2,
      status: 'Activated',
    })

    await aRole(app, { name: 'Retired', access_level: 'PENRO', status: 'Deactivated' })
    const search = async (query: string) =>
      ((await admin.get(`/roles/search${query}`)).json().roles as RoleRow[]).map((role) => role.name)
    expect(await search('')).toHaveLength(9)
    expect(await search('')).not.toContain('Retired')
    expect(await search('?status=deactivated')).toEqual(['Retired'])
    expect(await search('?access_level=Region')).toEqual(['Region Administrator', 'Region Approver'])
    expect(await search('?search=ENCOD')).toEqual(['PENRO Encoder'])
    expect(await search('?search=%25')).toEqual([])
    expect(await statusOf(admin.get('/roles/search?access_level=X'))).toBe(422)
  })

  test('shows the own level and those below', async () => {
    const levels = async (who: Caller) =>
      [
        ...new Set(
          ((await who.get('/roles/datatable?length=100')).json().data as RoleRow[]).map(
            (row) => row.access_level,
          ),
        ),
      ].sort()
    expect(await levels(superAdmin)).toEqual(['FMB', 'PENRO', 'Region'])
    expect(await levels(await t.as('r4a.admin'))).toEqual(['PENRO', 'Region'])
    expect(await levels(penro)).toEqual(['PENRO'])
    const all = (await superAdmin.get('/roles/datatable')).json().totalCount
    expect((await penro.get('/roles/datatable')).json().totalCount).toBeLessThan(all)
    expect(await names(penro, '?length=100&search=FMB')).toEqual([])
  })
})

describe('one role', () => {
  test('[ROLES-16] has every field of the specification, and how many hold it', async () => {
    const id = await roleId(t, 'PENRO Encoder')
    const { role, activated_holders } = (await fmb.get(`/roles/${id}`)).json()
    expect(role).toEqual({
      id,
      name: 'PENRO Encoder',
      access_level: 'PENRO',
      kind: 'Encoder',
      hierarchy_role: 4,
      permissions: expect.arrayContaining(['site_map_create', 'sites_activity_edit', 'dashboard_access']),
      status: 'Activated',
      deactivate_reason: null,
      deactivated_at: null,
      deactivated_by: null,
      created_at: expect.stringMatching(/Z$/),
      created_by: null,
      updated_at: expect.stringMatching(/Z$/),
      updated_by: null,
    })
    const holders = await t.db
      .selectFrom('users')
      .select('id')
      .where('role_id', '=', id)
      .where('status', '=', 'Activated')
      .execute()
    expect(activated_holders).toBe(holders.length)

    const held = await newRole()
    await aPerson(t, 'holds.still', { role: held, ...LAGUNA })
    await aPerson(t, 'holds.left', { role: held, ...LAGUNA, status: 'Deactivated' })
    expect((await fmb.get(`/roles/${held}`)).json()).toMatchObject({ holders: 2, activated_holders: 1 })
  })

  test('[ROLES-34] hierarchy_role follows the kind, else the keys; 4 when nothing maps', async () => {
    const rank = async (permissions: PermissionKey[]) =>
      ((await superAdmin.get(`/roles/${await newRole({ permissions })}`)).json().role as Role).hierarchy_role
    expect(await rank([])).toBe(4)
    expect(await rank(['user_access', 'role_show', 'site_map_create'])).toBe(4)
    expect(await rank(['site_maps_return'])).toBe(3)
    expect(await rank(['user_edit', 'site_maps_return'])).toBe(3)
    expect(await rank(['role_create'])).toBe(3)
    expect(await rank(PERMISSION_KEYS.filter((key) => key.startsWith('user_')))).toBe(2)
    const name = 'holder.of.nothing'
    await aPerson(t, name, { role: await newRole(), ...LAGUNA })
    const { user } = (await fmb.get(`/users/${await t.userId(name)}`)).json()
    expect(user.hierarchy_role).toBe(4)
  })
})

describe('adding a role', () => {
  test('[ROLES-29, API-07] returns the role with the keys in order, and writes the log', async () => {
    const reply = await fmb.post('/roles', {
      name: '  Tagasuri ng Gubat ñ 🌳 ',
      access_level: 'PENRO',
      permissions: ['dashboard_access', 'login', 'user_access', 'user_access'],
    })
    expect(reply.statusCode).toBe(200)
    expect(Object.keys(reply.json())).toEqual(['role'])
    const role = reply.json().role as Role
    expect(role).toMatchObject({
      name: 'Tagasuri ng Gubat ñ 🌳',
      kind: null,
      hierarchy_role: 4,
      permissions: ['user_access', 'dashboard_access'],
      status: 'Activated',
      created_by: 'Benigno Salonga',
    })
    expect(await auditOf(t, 'Role Management', role.id)).toEqual([
      {
        event: 'Created',
        user_email: demoEmail('fmb.admin'),
        auditable_code: role.name,
        changes: [
          { field: 'name', old: null, new: role.name },
          { field: 'access_level', old: null, new: 'PENRO' },
          { field: 'permissions', old: null, new: 'user_access, dashboard_access' },
        ],
      },
    ])
    await aPerson(t, 'tagasuri', { role: role.id, ...LAGUNA })
    const { permissions } = (await (await t.as('tagasuri')).get('/validate-token')).json()
    expect(permissions).toEqual([...FIXED_PERMISSIONS, 'user_access', 'dashboard_access'])
  })

  test('[ROLES-17, ROLES-18, ROLES-19, ROLES-20, ROLES-21] each field has its own sentence', async () => {
    const bad = (more: object) =>
      errorsOf(fmb.post('/roles', { name: newName(), access_level: 'PENRO', ...more }))
    expect(await errorsOf(fmb.post('/roles', {}))).toEqual({
      name: ['Role name is required.'],
      access_level: ['Access level is required.'],
    })
    expect(await bad({ name: '' })).toEqual({ name: ['Role name is required.'] })
    expect(await bad({ name: 'x' })).toEqual({ name: ['Role name must be at least 2 characters.'] })
    expect(await bad({ name: 'xy' })).toBeUndefined()
    expect(await bad({ name: 'x'.repeat(100) })).toBeUndefined()
    expect(await bad({ name: '🌳'.repeat(100) })).toBeUndefined()
    for (const name of ['Tagapangasiwa ng Kagubatan ñ', 'دور المراجع', '🌳🌴', '100%_ "quoted" \\']) {
      const reply = await fmb.post('/roles', { name, access_level: 'PENRO' })
      expect(reply.json().role.name).toBe(name)
      expect(await names(fmb, `?search=${encodeURIComponent(name)}`)).toEqual([name])
    }
    expect(await bad({ name: 'x'.repeat(101) })).toEqual({
      name: ['Role name cannot exceed 100 characters.'],
    })
    expect(await bad({ access_level: '' })).toEqual({ access_level: ['Access level is required.'] })
    expect(await bad({ access_level: 'X' })).toEqual({ access_level: ['Invalid access level selected'] })
    expect(await bad({ permissions: ['root'] })).toEqual({ 'permissions.0': ['Invalid permission selected'] })
    expect(await bad({ permissions: 'all' })).toEqual({ permissions: ['Permissions must be a list.'] })
  })

  test('a name is given once per level, whatever its case', async () => {
    const name = newName()
    const add = (text: string, access_level: string) => fmb.post('/roles', { name: text, access_level })
    const replies = await Promise.all([add(name, 'PENRO'), add(name.toUpperCase(), 'PENRO')])
    expect(codesOf(replies)).toEqual([200, 422])
    expect(replies.find((reply) => reply.statusCode === 422)?.json().errors).toEqual({
      name: ['The role name has already been taken.'],
    })
    expect(await statusOf(add(name, 'Region'))).toBe(200)
  })
})

describe('editing', () => {
  test('[ROLES-29] [S-119] changes what is named and tells what came and went; holders have the new keys on their next call', async () => {
    const id = await newRole({ name: 'Before', permissions: ['site_maps_approval', 'user_access'] })
    await aPerson(t, 'holder.one', { role: id, ...LAGUNA })
    const holder = await t.as('holder.one')
    expect(await statusOf(holder.get('/users'))).toBe(200)
    const reply = await fmb.patch(`/roles/${id}`, {
      name: 'After',
      permissions: ['site_maps_approval', 'dashboard_access'],
    })
    expect(reply.statusCode).toBe(200)
    expect(reply.json().role).toMatchObject({ name: 'After', updated_by: 'Benigno Salonga' })
    expect(await statusOf(holder.get('/users'))).toBe(403)
    expect(await auditOf(t, 'Role Management', id)).toMatchObject([
      {
        event: 'Updated',
        auditable_code: 'After',
        changes: [
          { field: 'name', old: 'Before', new: 'After' },
          { field: 'permissions_added', old: null, new: 'dashboard_access' },
          { field: 'permissions_removed', old: null, new: 'user_access' },
        ],
      },
    ])
    expect((await fmb.patch(`/roles/${id}`, {})).json().role.permissions).toEqual([
      'site_maps_approval',
      'dashboard_access',
    ])
    expect((await fmb.patch(`/roles/${id}`, { permissions: [] })).json().role.permissions).toEqual([])
    expect(await errorsOf(fmb.patch(`/roles/${id}`, { name: null, permissions: null }))).toMatchObject({
      name: ['Role name is required.'],
      permissions: ['Permissions must be a list.'],
    })
    expect(await errorsOf(fmb.patch(`/roles/${id}`, { name: 'penro encoder' }))).toEqual({
      name: ['The role name has already been taken.'],
    })
  })

  test('who may edit a role loads what the form starts from, also without role_show', async () => {
    const editor = await without('role_show')
    const id = await newRole()
    const { role } = (await editor.get(`/roles/${id}`)).json()
    const patch = { name: newName(), updated_at: role.updated_at }
    expect(await statusOf(editor.patch(`/roles/${id}`, patch))).toBe(200)
    await expectRefused(id, 403, () => editor.post('/roles/audit-logs', { model_name: 'Role', id }))
    expect(await statusOf(editor.get(`/roles/${await roleId(t, 'FMB Super Administrator')}`))).toBe(403)
    const off = await editor.get(`/roles/${await newRole({ status: 'Deactivated' })}`)
    expect([off.statusCode, off.json().message]).toEqual([409, INACTIVE])
  })

  test('adds only keys one holds, and not to the own role', async () => {
    const id = await newRole({ permissions: ['site_map_create'] })
    await expectRefused(id, 403, () =>
      fmb.patch(`/roles/${id}`, { permissions: ['site_map_create', 'site_map_edit'] }),
    )
    expect(
      await statusOf(fmb.patch(`/roles/${id}`, { permissions: ['site_map_create', 'audit_access'] })),
    ).toBe(200)
    const own = await roleId(t, 'FMB Administrator')
    await expectRefused(own, 403, () => fmb.patch(`/roles/${own}`, { name: newName() }))
    await expectRefused(own, 403, () => fmb.post(`/roles/deactivate/${own}`, REASON))
    expect(await statusOf(superAdmin.patch(`/roles/${own}`, { name: 'FMB Administrator' }))).toBe(200)
  })

  test('[ROLES-28] a deactivated role is not edited', async () => {
    const id = await newRole({ status: 'Deactivated' })
    await expectRefused(id, 409, () => fmb.patch(`/roles/${id}`, { name: newName() }), INACTIVE)
  })

  test('the access level of a role with holders stays', async () => {
    const id = await newRole()
    expect((await fmb.patch(`/roles/${id}`, { access_level: 'Region' })).json().role.access_level).toBe(
      'Region',
    )
    await aPerson(t, 'left.holder', { role: id, region: 'R09', status: 'Deactivated' })
    const sentence = 'The access level of a role with holders cannot be changed.'
    await expectRefused(id, 409, () => fmb.patch(`/roles/${id}`, { access_level: 'PENRO' }), sentence)
    expect(await errorsOf(fmb.patch(`/roles/${id}`, { access_level: 'PENRO' }))).toEqual({
      access_level: [sentence],
    })
    expect(await statusOf(fmb.patch(`/roles/${id}`, { access_level: 'Region' }))).toBe(200)
  })

  test('two tabs: the one that saw an older state is told so', async () => {
    const id = await newRole()
    const { updated_at } = (await fmb.get(`/roles/${id}`)).json().role
    const replies = await Promise.all(
      [1, 2, 3].map(() => fmb.patch(`/roles/${id}`, { name: newName(), updated_at })),
    )
    expect(codesOf(replies)).toEqual([200, 409, 409])
    const before = (await fmb.get(`/roles/${id}`)).json().role as Role
    await superAdmin.patch(`/roles/${id}`, { name: 'Keeper of maps', permissions: ['site_map_create'] })
    const refusal = await fmb.patch(`/roles/${id}`, { name: newName(), updated_at })
    expect([refusal.statusCode, refusal.json().code]).toEqual([409, 'conflict'])
    // [S-144] who saved first, when and what
    const { first_name, last_name } = (await superAdmin.get('/my-profile')).json().user
    expect(refusal.json().saved_before).toMatchObject({
      by: `${first_name} ${last_name}`,
      fields: [
        { field: 'name', old: before.name, new: 'Keeper of maps' },
        { field: 'permissions_added', new: 'site_map_create' },
      ],
    })
    const now = (await fmb.get(`/roles/${id}`)).json().role as Role
    expect(now.name).toBe('Keeper of maps')
    expect(await statusOf(fmb.patch(`/roles/${id}`, { name: newName(), updated_at: now.updated_at }))).toBe(
      200,
    )
  })

  test('the Super Administrator role keeps everything but its name', async () => {
    const id = await roleId(t, 'FMB Super Administrator')
    const keeps = 'The Super Administrator role keeps its access level and every permission.'
    await expectRefused(id, 403, () => fmb.patch(`/roles/${id}`, { name: 'Mine now' }))
    await expectRefused(id, 409, () => superAdmin.patch(`/roles/${id}`, { permissions: [] }), keeps)
    await expectRefused(id, 409, () => superAdmin.patch(`/roles/${id}`, { access_level: 'PENRO' }), keeps)
    await expectRefused(
      id,
      409,
      () => superAdmin.post(`/roles/deactivate/${id}`, REASON),
      'The Super Administrator role cannot be deactivated.',
    )
    await expectRefused(id, 403, () => fmb.post(`/roles/deactivate/${id}`, REASON))
    const renamed = await superAdmin.patch(`/roles/${id}`, { name: 'FMB Super Administrator' })
    expect(renamed.json().role).toMatchObject({ hierarchy_role: 1, permissions: PERMISSION_KEYS })
  })
})

describe('the status toggle', () => {
  test('[ROLES-27, ROLES-29, API-08] off with a reason, on again; holders keep the five fixed permissions', async () => {
    const id = await newRole({ permissions: ['user_access'] })
    await aPerson(t, 'switched.holder', { role: id, ...LAGUNA })
    const holder = await t.as('switched.holder')
    const held = async () => (await holder.get('/validate-token')).json().permissions
    expect(await held()).toEqual([...FIXED_PERMISSIONS, 'user_access'])

    const off = await fmb.post(`/roles/deactivate/${id}`, REASON)
    expect(off.statusCode).toBe(200)
    expect(Object.keys(off.json())).toEqual(['role'])
    expect(off.json().role).toMatchObject({
      status: 'Deactivated',
      deactivate_reason: 'No longer used',
      deactivated_by: 'Benigno Salonga',
      deactivated_at: expect.stringMatching(/Z$/),
    })
    expect(await held()).toEqual([...FIXED_PERMISSIONS])
    expect(await statusOf(holder.get('/users'))).toBe(403)

    const on = await fmb.post(`/roles/activate/${id}`)
    expect(Object.keys(on.json())).toEqual(['role'])
    expect(on.json().role).toMatchObject({
      status: 'Activated',
      deactivate_reason: null,
      deactivated_at: null,
      deactivated_by: null,
    })
    expect(await held()).toEqual([...FIXED_PERMISSIONS, 'user_access'])
    expect(
      (await auditOf(t, 'Role Management', id)).map(({ event, changes }) => ({ event, changes })),
    ).toEqual(switchedOffAndOn('No longer used'))
  })
})

test('[API-11] the View of a role is written once a minute, for whoever may see it', async () => {
  const id = await newRole({ access_level: 'Region' })
  const view = (who: Caller, more: object = {}) =>
    who.post('/roles/audit-logs', { model_name: 'Role', id, ...more })
  await Promise.all([1, 2, 3].map(() => view(fmb)))
  await view(region, { event: 'View' })
  expect((await auditOf(t, 'Role Management', id)).map((row) => [row.event, row.user_email])).toEqual([
    ['View', demoEmail('fmb.admin')],
    ['View', demoEmail('region.keeper')],
  ])
  expect(await statusOf(view(penro))).toBe(404)
  expect(await statusOf(view(fmb, { model_name: 'User' }))).toBe(422)
  expect(await statusOf(view(fmb, { event: 'Updated' }))).toBe(422)
})

test('[CONSTANTS-10] a bureau starts with the nine default roles and their permissions', async () => {
  const app = await startAppForTest()
  const admin = await app.as('fmb.super')
  const { roles } = (await admin.get('/roles?length=100')).json()
  expect(roles.map((role: RoleRow) => [role.name, role.kind, role.hierarchy_role])).toEqual([
    ['FMB Administrator', 'Administrator', 2],
    ['FMB Approver', 'Approver', 3],
    ['FMB Auditor', 'Auditor', 5],
    ['FMB Super Administrator', 'Super Administrator', 1],
    ['PENRO Administrator', 'Administrator', 2],
    ['PENRO Approver', 'Approver', 3],
    ['PENRO Encoder', 'Encoder', 4],
    ['Region Administrator', 'Administrator', 2],
    ['Region Approver', 'Approver', 3],
  ])
  const keysOf = async (name: string) =>
    (await admin.get(`/roles/${await roleId(app, name)}`)).json().role.permissions
  expect(await keysOf('FMB Super Administrator')).toEqual(PERMISSION_KEYS)
  expect((await keysOf('FMB Administrator')).filter((key: PermissionKey) => ROLE_KEYS.includes(key))).toEqual(
    ROLE_KEYS,
  )
  expect(
    (await keysOf('Region Administrator')).filter((key: PermissionKey) => ROLE_KEYS.includes(key)),
  ).toEqual(['role_show', 'role_access'])
})
