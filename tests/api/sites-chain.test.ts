import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LEVELS } from '../../shared/access/levels.ts'
import { sentence } from '../support/oracles/worded.ts'
import { type Caller, startApp, withServer } from '../support/product/app.ts'
import { aSite, eventsOf } from '../support/records/factories.ts'
import { deliveredMails } from '../support/records/mails.ts'
import { type SiteCalls, siteCalls } from '../support/records/site-calls.ts'
import { expectClaims } from '../support/oracles/claims.ts'
import { expectStoredCounts } from '../support/oracles/stored-counts.ts'
import { FULL, full } from '../support/full.ts'

const ALREADY_ACTED_ON = sentence('acted_on')

const t = withServer()
let calls: SiteCalls
let encoder: Caller
beforeAll(async () => {
  calls = siteCalls(t)
  encoder = await t.as('laguna.encoder')
})
afterAll(async () => {
  await expectStoredCounts(t)
  if (FULL) await expectClaims(t)
})

describe('the walk through the chain (part 4.4)', () => {
  test('[APPROVAL-08, APPROVAL-18, APPROVAL-23, APPROVAL-27, PROFILES-51, API-09] returned by each level, resubmitted, approved three times', async () => {
    const { id } = await calls.created()
    const state = async () => {
      const row = await calls.rowOf(id)
      return [row.site_status, row.penro_status, row.region_status, row.fmb_status]
    }
    const resubmit = async () => {
      const edit = await encoder.patch(`/sites/${id}`, { name_of_partner: 'Samahan ng Laguna' })
      expect(edit.statusCode, edit.body).toBe(200)
      expect(edit.json().siteProfile.site_status, 'an edit alone submits nothing').toBe('Returned')
      expect((await encoder.post(`/sites/submitted/${id}`)).statusCode).toBe(200)
      expect(await state()).toEqual(['Submitted', 'Submitted', null, null])
    }

    expect((await calls.return('PENRO', id, 'Wrong municipality')).statusCode).toBe(200)
    expect(await state()).toEqual(['Returned', 'Returned', null, null])
    expect(await calls.rowOf(id)).toMatchObject({
      returned_by: 'PENRO',
      returned_reason: 'Wrong municipality',
      waiting_since: null,
    })
    await resubmit()
    expect(await calls.rowOf(id)).toMatchObject({
      returned_by: 'PENRO',
      returned_reason: 'Wrong municipality',
    })

    await calls.approve('PENRO', id)
    expect(await state()).toEqual(['Submitted', 'Approved', 'Submitted', null])
    await calls.return('Region', id, 'Boundary incomplete')
    expect(await state()).toEqual(['Returned', null, 'Returned', null])
    await resubmit()
    await calls.approve('PENRO', id)
    await calls.approve('Region', id)
    expect(await state()).toEqual(['Submitted', 'Approved', 'Approved', 'Submitted'])
    await calls.return('FMB', id, 'Agreement expired')
    expect(await state()).toEqual(['Returned', null, null, 'Returned'])
    await resubmit()
    for (const level of LEVELS) expect((await calls.approve(level, id)).statusCode).toBe(200)
    expect(await state()).toEqual(['Approved', 'Approved', 'Approved', 'Approved'])

    const { siteProfile, history } = await calls.show('laguna.encoder', id)
    expect(siteProfile).toMatchObject({ returned_by: null, returned_reason: null })
    expect(siteProfile.approved_at).not.toBeNull()
    expect(siteProfile.returned_at, 'stays after the final approval').not.toBeNull()
    expect(history.map(({ round, action, level, comment }) => [round, action, level, comment])).toEqual([
      [1, 'Submitted', null, null],
      [1, 'Returned', 'PENRO', 'Wrong municipality'],
      [2, 'Submitted', null, null],
      [2, 'Approved', 'PENRO', null],
      [2, 'Returned', 'Region', 'Boundary incomplete'],
      [3, 'Submitted', null, null],
      [3, 'Approved', 'PENRO', null],
      [3, 'Approved', 'Region', null],
      [3, 'Returned', 'FMB', 'Agreement expired'],
      [4, 'Submitted', null, null],
      [4, 'Approved', 'PENRO', null],
      [4, 'Approved', 'Region', null],
      [4, 'Approved', 'FMB', null],
    ])
    expect(await eventsOf(t, id)).toEqual([
      'Created',
      'Submitted',
      'Returned (PENRO)',
      'Updated',
      'Submitted',
      'Approved (PENRO)',
      'Returned (Region)',
      'Updated',
      'Submitted',
      'Approved (PENRO)',
      'Approved (Region)',
      'Returned (FMB)',
      'Updated',
      'Submitted',
      'Approved (PENRO)',
      'Approved (Region)',
      'Approved (FMB)',
    ])
  })

  full.test('approvers of another office or region: 404, and nothing moves', async () => {
    const { id } = await aSite(t)
    const atRegion = await aSite(t, { level: 'Region' })
    const strangers = await Promise.all(
      ['quezon.approver', 'zds.approver', 'ncr.approver'].map((name) => t.as(name)),
    )
    for (const stranger of strangers) {
      await calls.refused(id, 404, () => stranger.post(`/sites/approved/${id}`, {}))
      await calls.refused(id, 404, () => stranger.post(`/sites/returned/${id}`, { returned_reason: 'No' }))
    }
    const r9 = await t.as('r9.approver')
    await calls.refused(atRegion.id, 404, () => r9.post(`/sites/approved/${atRegion.id}`))
    await calls.refused(id, 404, () => r9.get(`/sites/${id}`))
  })

  test('[APPROVAL-20, APPROVAL-21] a return needs a comment of 1 to 1,000 characters', async () => {
    const { id } = await aSite(t)
    const approver = await t.as('laguna.approver')
    for (const body of [
      {},
      { returned_reason: '' },
      { returned_reason: '   ' },
      { returned_reason: 'x'.repeat(1001) },
    ]) {
      const reply = await calls.refused(id, 422, () => approver.post(`/sites/returned/${id}`, body))
      expect(reply.errors.returned_reason).toHaveLength(1)
    }
    const reply = await approver.post(`/sites/returned/${id}`, { returned_reason: `  ${'x'.repeat(1000)}  ` })
    expect(reply.json().siteProfile.returned_reason).toBe('x'.repeat(1000))
  })

  test('a stale screen: a decision on an older revision is refused (S-21)', async () => {
    const { id } = await aSite(t, { site_status: 'Returned' })
    const { revision } = (await calls.show('laguna.encoder', id)).siteProfile
    await encoder.patch(`/sites/${id}`, { project_year_end: 2040, revision })
    const stale = await calls.refused(id, 409, () =>
      encoder.patch(`/sites/${id}`, { project_year_end: 2035, revision }),
    )
    expect(stale).toMatchObject({ code: 'conflict', message: ALREADY_ACTED_ON })
    await calls.refused(id, 409, () => encoder.post(`/sites/submitted/${id}`, { revision }))
    await encoder.post(`/sites/submitted/${id}`, { revision: revision + 1 })
    const approver = await t.as('laguna.approver')
    await calls.refused(id, 409, () => approver.post(`/sites/approved/${id}`, { revision }))
    await calls.refused(id, 409, () =>
      approver.post(`/sites/returned/${id}`, { revision, returned_reason: 'No' }),
    )
    expect((await approver.post(`/sites/approved/${id}`, { revision: revision + 2 })).statusCode).toBe(200)
  })

  test('who encoded a profile does not approve it, unless nobody else in the office can (S-70)', async () => {
    const role = await t.db
      .selectFrom('roles')
      .selectAll()
      .where('name', '=', 'PENRO Approver')
      .executeTakeFirstOrThrow()
    const own = await aSite(t, { by: 'laguna.approver' })
    const second = await t.userId('laguna.admin')
    const before = await t.db
      .selectFrom('users')
      .select('role_id')
      .where('id', '=', second)
      .executeTakeFirstOrThrow()
    const setRole = (role_id: number) =>
      t.db.updateTable('users').set({ role_id }).where('id', '=', second).execute()
    await setRole(role.id)
    const body = await calls.refused(own.id, 403, () => calls.approve('PENRO', own.id))
    expect(body).toMatchObject({
      code: 'duties',
      message: 'You submitted this record, so another approver must act on it.',
    })
    expect((await calls.show('laguna.approver', own.id)).only_approver).toBe(false)
    await setRole(before.role_id)
    expect((await calls.show('laguna.approver', own.id)).only_approver).toBe(true)
    expect((await calls.approve('PENRO', own.id)).statusCode).toBe(200)
  })
})

describe('mails of the chain (S-75)', () => {
  test('who encoded a profile and approves for the office as well is told once', async () => {
    const { id } = await aSite(t, { level: 'FMB', by: 'laguna.approver' })
    await deliveredMails(t)
    expect((await calls.approve('FMB', id)).statusCode).toBe(200)
    const told = (await deliveredMails(t)).filter((mail) => mail.text?.includes(`/${id}\n`))
    expect(told.map((mail) => mail.to?.[0]?.address?.split('@')[0])).toEqual(['laguna.approver'])
  })

  test('each step tells those who act next, with code, partner and link', async () => {
    const app = await startApp()
    try {
      const { id, code } = await aSite(app, { name_of_partner: 'Samahan ng Mabitac' })
      const since = async () => {
        const mails = await deliveredMails(app)
        const fresh = mails.slice(seen)
        seen = mails.length
        return fresh.map((mail) => ({
          to: mail.to?.[0]?.address?.split('@')[0],
          subject: mail.subject,
          text: mail.text ?? '',
        }))
      }
      let seen = 0
      const act = async (name: string, path: string, body: object = {}) => {
        expect((await (await app.as(name)).post(`/sites/${path}/${id}`, body)).statusCode).toBe(200)
        const mails = await since()
        for (const mail of mails) {
          expect(mail.subject).toContain(code)
          expect(mail.text).toContain('Samahan ng Mabitac')
          expect(mail.text).toMatch(new RegExp(`http\\S+/${id}\\b`))
        }
        return mails.map(({ to }) => to).sort()
      }
      expect(await act('laguna.approver', 'approved')).toEqual(['r4a.approver'])
      expect(await act('r4a.approver', 'returned', { returned_reason: 'No' })).toEqual([
        'laguna.approver',
        'laguna.encoder',
      ])
      expect(await act('laguna.encoder', 'submitted')).toEqual(['laguna.approver'])
      expect(await act('laguna.approver', 'approved')).toEqual(['r4a.approver'])
      expect(await act('r4a.approver', 'approved')).toEqual(['fmb.approver', 'fmb.super'])
      expect(await act('fmb.approver', 'returned', { returned_reason: 'No' })).toEqual([
        'laguna.approver',
        'laguna.encoder',
        'r4a.approver',
      ])
      await act('laguna.encoder', 'submitted')
      await act('laguna.approver', 'approved')
      expect(await act('r4a.approver', 'approved')).toEqual(['fmb.approver', 'fmb.super'])
      expect(await act('fmb.approver', 'approved')).toEqual(['laguna.approver', 'laguna.encoder'])
    } finally {
      await app.close()
    }
  })

  test('a deactivation tells the creator, unless it was the creator', async () => {
    const app = await startApp()
    try {
      const { id } = await aSite(app)
      await (await app.as('laguna.admin')).post(`/sites/deactivate/${id}`, { deactivate_reason: 'Twice' })
      const [mail] = await deliveredMails(app)
      expect(mail?.to?.[0]?.address).toBe('laguna.encoder@bureau.example')
      expect(mail?.subject).toMatch(/deactivated/)
      const own = await aSite(app, { by: 'laguna.admin' })
      await (await app.as('laguna.admin')).post(`/sites/deactivate/${own.id}`, { deactivate_reason: 'Twice' })
      expect(await deliveredMails(app)).toHaveLength(1)
    } finally {
      await app.close()
    }
  })
})
