import { beforeAll, describe, expect, test } from 'vitest'
import type { Office } from '../../shared/offices/offices.schema.ts'
import { type Caller, withServer } from '../support/product/app.ts'
import { errorsOf, statusOf } from '../support/oracles/replies.ts'
import { anActivityRow, aFile, aSite } from '../support/records/factories.ts'
import { full } from '../support/full.ts'
import { aPerson, auditOf, codesOf, regionId } from '../support/records/people.ts'

const t = withServer()
let fmb: Caller
beforeAll(async () => {
  fmb = await t.as('fmb.admin')
})

/** of the resulting name and address, which public pages are compared with */
const STATED = { field: 'sha256', old: null, new: expect.stringMatching(/^[0-9a-f]{64}$/) }

let made = 0
async function anOffice(region = 'R04A') {
  made += 1
  const name = `CENRO Number ${made}`
  const region_id = await regionId(t, region)
  const { id } = await t.db
    .insertInto('offices')
    .values({ region_id, name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, name, region_id }
}
const officeIdOf = async (name: string) =>
  (await t.db.selectFrom('offices').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
const nameOf = async (id: number) =>
  (await t.db.selectFrom('offices').select('name').where('id', '=', id).executeTakeFirst())?.name

test('[S-148] the list has every office with its region, users and profiles', async () => {
  const { data } = (await fmb.get('/offices/datatable?search=laguna')).json() as { data: Office[] }
  expect(data.find(({ name }) => name === 'PENRO Laguna')).toMatchObject({
    region: 'Region IV-A (CALABARZON)',
    province: 'Laguna',
    users: expect.any(Number),
    profiles: expect.any(Number),
  })
  const { totalCount } = (await fmb.get('/offices/datatable')).json()
  expect(totalCount).toBeGreaterThan(80)
})

describe('[S-148] renaming', () => {
  test('changes the name everywhere, with a row in the log', async () => {
    const { id, name } = await anOffice()
    await aPerson(t, 'renamed.encoder', { role: 'PENRO Encoder', region: 'R04A', office: name })
    const encoder = await t.as('renamed.encoder')
    const reply = await fmb.patch(`/offices/${id}`, { name: '  CENRO   Calamba ', seen_name: name })
    expect(reply.json().office).toMatchObject({ id, name: 'CENRO Calamba', users: 1 })
    expect((await encoder.get('/validate-token')).json().actor.penro).toBe('CENRO Calamba')
    expect(await auditOf(t, 'System', id)).toMatchObject([
      {
        event: 'Location Data Changed',
        auditable_code: 'CENRO Calamba',
        changes: [{ field: 'office', old: name, new: 'CENRO Calamba' }, STATED],
      },
    ])
  })

  test('refuses a name that is taken, one of another region’s province, and what is no name', async () => {
    const { id, name } = await anOffice()
    const refused = (given: string) => errorsOf(fmb.patch(`/offices/${id}`, { name: given }))
    for (const taken of ['penro LAGUNA', 'Laguna', 'PENRO Lagúna'])
      expect(await refused(taken)).toEqual({
        name: ['Another office of this region has this name. Merge the two instead.'],
      })
    expect(await refused('PENRO Palawan')).toEqual({
      name: ['Palawan is not a province of this region, so its office cannot be added here.'],
    })
    expect(await refused(' ')).toEqual({ name: ['Name is required.'] })
    expect(await refused('x')).toEqual({ name: [expect.stringContaining('at least 2')] })
    // only the capitals differ
    expect(await statusOf(fmb.patch(`/offices/${id}`, { name: name.toUpperCase() }))).toBe(200)
    expect(await statusOf(fmb.patch('/offices/999999', { name: 'CENRO Nowhere' }))).toBe(404)
  })

  test('of two at once one is told what the office is called now', async () => {
    const { id, name: seen_name } = await anOffice()
    const replies = await Promise.all(
      ['CENRO One', 'CENRO Two'].map((name) => fmb.patch(`/offices/${id}`, { name, seen_name })),
    )
    expect(codesOf(replies)).toEqual([200, 409])
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().message).toBe(
      `Another user has renamed this office to ${await nameOf(id)}. Your text is kept.`,
    )
  })
})

describe('the address of an office', () => {
  const addressOf = async (id: number) =>
    (await t.db.selectFrom('offices').select('address').where('id', '=', id).executeTakeFirstOrThrow())
      .address
  const ADDRESS = '3 Mabini St., Santa Cruz, Laguna'

  test('is entered, corrected and removed by FMB, with a row in the log for each, and the name stays', async () => {
    const { id, name } = await anOffice()
    const set = (address: string | null, seen_address: string | null) =>
      fmb.patch(`/offices/${id}`, { name, seen_name: name, address, seen_address })
    const entered = await set(`  3 Mabini  St.,\nSanta Cruz, Laguna `, null)
    expect([entered.statusCode, entered.json().office]).toMatchObject([200, { name, address: ADDRESS }])
    expect((await set('Elsewhere', ADDRESS)).json().office.address).toBe('Elsewhere')
    // renaming leaves it
    await fmb.patch(`/offices/${id}`, { name: `${name} A` })
    expect(await addressOf(id)).toBe('Elsewhere')
    await fmb.patch(`/offices/${id}`, { name, address: null, seen_address: 'Elsewhere' })
    expect(await addressOf(id)).toBeNull()
    const rows = await auditOf(t, 'System', id)
    expect(rows.map(({ event }) => event)).toEqual(rows.map(() => 'Location Data Changed'))
    expect(rows.map(({ changes }) => changes)).toEqual([
      [{ field: 'address', old: null, new: ADDRESS }, STATED],
      [{ field: 'address', old: ADDRESS, new: 'Elsewhere' }, STATED],
      [{ field: 'office', old: name, new: `${name} A` }, STATED],
      [
        { field: 'office', old: `${name} A`, new: name },
        { field: 'address', old: 'Elsewhere', new: null },
        STATED,
      ],
    ])
  })

  full.test(
    'beside it FMB says whether its files may be named; a merged office that may not takes it away',
    async () => {
      const { id, name, region_id } = await anOffice()
      const set = async (file_names_public: unknown) =>
        fmb.patch(`/offices/${id}`, { name, file_names_public } as object)
      expect((await set(true)).json().office.file_names_public).toBe(true)
      // renaming leaves it
      expect((await fmb.patch(`/offices/${id}`, { name })).json().office.file_names_public).toBe(true)
      expect((await set('yes')).json().errors).toEqual({
        file_names_public: ['Say whether names of files may be public.'],
      })
      const CHANGE = { field: 'file_names_public', old: 'false', new: 'true' }
      expect((await auditOf(t, 'System', id)).map(({ changes }) => changes)).toEqual([
        [CHANGE, STATED],
        [STATED],
      ])
      const other = await anOffice()
      expect(other.region_id).toBe(region_id)
      const merged = await fmb.post(`/offices/${other.id}/merge`, { into_id: id })
      expect(merged.json().office.file_names_public).toBe(false)
      expect((await auditOf(t, 'System', other.id)).at(-1)?.changes).toContainEqual({
        field: 'file_names_public',
        old: 'true',
        new: 'false',
      })
    },
  )

  test('is refused when too long, and of an office that is not there', async () => {
    const { id, name } = await anOffice()
    const long = await errorsOf(fmb.patch(`/offices/${id}`, { name, address: 'x'.repeat(301) }))
    expect(long).toEqual({ address: ['Address cannot exceed 300 characters.'] })
    expect(await statusOf(fmb.patch('/offices/999999', { name, address: ADDRESS }))).toBe(404)
    expect(await addressOf(id)).toBeNull()
  })

  test('of two who change it at once one wins, and the other reads what it is now', async () => {
    const { id, name } = await anOffice()
    const replies = await Promise.all(
      ['One Street', 'Two Street'].map((address) =>
        fmb.patch(`/offices/${id}`, { name, address, seen_address: null }),
      ),
    )
    expect(codesOf(replies)).toEqual([200, 409])
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().message).toBe(
      `Another user has changed the address of this office: ${await addressOf(id)}. Your text is kept.`,
    )
  })
})

describe('[S-148] merging', () => {
  test('moves users, sessions, files, profiles in review and approved, activities and counts, and removes the office', async () => {
    const from = await anOffice()
    const into = await officeIdOf('PENRO Laguna')
    const user = await aPerson(t, 'merged.encoder', {
      role: 'PENRO Encoder',
      region: 'R04A',
      office: from.name,
    })
    const encoder = await t.as('merged.encoder')
    const inReview = await aSite(t, { office: 'PENRO Laguna', boundary: null })
    const approved = await aSite(t, { office: 'PENRO Laguna', site_status: 'Approved', boundary: null })
    const activity = await anActivityRow(t, approved)
    await t.db
      .updateTable('site_profiles')
      .set({ office_id: from.id })
      .where('id', 'in', [inReview.id, approved.id])
      .execute()
    const file = await aFile(t, { by: 'merged.encoder' })
    const lagunaApprover = await t.as('laguna.approver')
    expect(await statusOf(lagunaApprover.get(`/sites/${inReview.id}`))).toBe(404)

    const reply = await fmb.post(`/offices/${from.id}/merge`, { into_id: into })
    expect([reply.statusCode, reply.json().office?.name]).toEqual([200, 'PENRO Laguna'])
    expect(await nameOf(from.id)).toBeUndefined()

    // the session continues, in the other office
    const { actor } = (await encoder.get('/validate-token')).json()
    expect([actor.office_id, actor.penro]).toEqual([into, 'PENRO Laguna'])
    expect(await statusOf(encoder.get(`/file/${file}`))).toBe(200)
    for (const { id } of [inReview, approved])
      expect(await statusOf(lagunaApprover.get(`/sites/${id}`))).toBe(200)
    expect(await statusOf(lagunaApprover.get(`/sites/activities/${activity}`))).toBe(200)
    for (const table of [
      ...(['users', 'files', 'site_profiles', 'site_activities', 'approved_sites'] as const),
      ...(['approved_site_history'] as const),
    ]) {
      const left = await t.db.selectFrom(table).select('office_id').where('office_id', '=', from.id).execute()
      expect([table, left]).toEqual([table, []])
    }
    const counted = await t.db
      .selectFrom('site_profile_counts')
      .select('count')
      .where('office_id', '=', from.id)
      .where('count', '<>', 0)
      .execute()
    expect(counted).toEqual([])

    expect((await auditOf(t, 'System', from.id)).at(-1)).toMatchObject({
      event: 'Location Data Changed',
      auditable_code: from.name,
      changes: [
        { field: 'office', old: from.name, new: 'PENRO Laguna' },
        { field: 'users', new: '1' },
        { field: 'profiles', new: '2' },
        { field: 'activities', new: '1' },
        { field: 'files', new: expect.stringMatching(/^\d+$/) },
      ],
    })
    expect((await auditOf(t, 'User Management', user)).at(-1)).toMatchObject({
      event: 'Updated',
      changes: [{ field: 'penro', old: from.name, new: 'PENRO Laguna' }],
    })
  })

  test('keeps the office of a province: the other one takes it over, and those of two provinces stay apart', async () => {
    const quezon = await officeIdOf('PENRO Quezon')
    const laguna = await officeIdOf('PENRO Laguna')
    const apart = await fmb.post(`/offices/${quezon}/merge`, { into_id: laguna })
    expect([apart.statusCode, apart.json().message]).toEqual([
      409,
      'PENRO Quezon and PENRO Laguna are the offices of two provinces, so they cannot be merged.',
    ])
    const added = await anOffice()
    const { province_id } = await t.db
      .selectFrom('offices')
      .select('province_id')
      .where('id', '=', quezon)
      .executeTakeFirstOrThrow()
    expect(await statusOf(fmb.post(`/offices/${quezon}/merge`, { into_id: added.id }))).toBe(200)
    const after = await t.db
      .selectFrom('offices')
      .select('province_id')
      .where('id', '=', added.id)
      .executeTakeFirstOrThrow()
    expect(after.province_id).toBe(province_id)
  })

  test('refuses itself, an office of another region and one that is not there; of two at once one wins', async () => {
    const one = await anOffice()
    const other = await anOffice()
    const elsewhere = await anOffice('R09')
    const merge = (id: number, into_id?: number) => fmb.post(`/offices/${id}/merge`, { into_id })
    expect(await statusOf(merge(one.id, one.id))).toBe(409)
    expect((await merge(one.id, elsewhere.id)).json().message).toBe(
      'Offices of two regions cannot be merged: their records belong to their region.',
    )
    expect(await statusOf(merge(one.id, 999_999))).toBe(404)
    expect(await errorsOf(merge(one.id))).toEqual({ into_id: ['Choose the office to merge with.'] })
    const replies = await Promise.all([merge(one.id, other.id), merge(other.id, one.id)])
    expect(codesOf(replies)).toEqual([200, 404])
  })
})
