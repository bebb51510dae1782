import { describe, expect, test } from 'vitest'
import type { Level } from '../../shared/access/levels.ts'
import type { SiteQueueRow } from '../../shared/sites/sites.schema.ts'
import { withServer } from '../support/product/app.ts'
import { anActivityRow, aSite } from '../support/records/factories.ts'

describe('lists', () => {
  const app = withServer()

  test('[API-05, APPROVAL-24, APPROVAL-25, APPROVAL-26] the queues of the three levels: waiting first, oldest on top, then newest submitted (S-67)', async () => {
    const day = (n: number) => new Date(Date.UTC(2031, 0, n)).toISOString()
    const quezon = { office: 'PENRO Quezon' } as const
    const at = async (level: Level, submitted: number, waiting: number) =>
      (
        await aSite(app, {
          ...quezon,
          level,
          submitted_at: day(submitted),
          waiting_since: day(waiting),
          boundary: null,
        })
      ).id
    const atPenro = [await at('PENRO', 5, 5), await at('PENRO', 2, 2)]
    const atRegion = [await at('Region', 1, 9), await at('Region', 3, 8)]
    const atFmb = [await at('FMB', 4, 12)]
    const done = (
      await aSite(app, { ...quezon, site_status: 'Approved', submitted_at: day(6), boundary: null })
    ).id
    await aSite(app, { ...quezon, site_status: 'Returned', boundary: null })
    await aSite(app, { ...quezon, deactivated_by: 'fmb.admin', boundary: null })
    const queue = async (name: string, path: string): Promise<SiteQueueRow[]> =>
      (await (await app.as(name)).get(`/sites/datatable/${path}?length=100`)).json().data
    const ids = (rows: SiteQueueRow[]) =>
      rows.filter((row) => row.office === 'PENRO Quezon').map((row) => row.id)

    const penro = await queue('quezon.approver', 'site/Submitted')
    expect(ids(penro)).toEqual([atPenro[1], atPenro[0], atFmb[0], atRegion[1], atRegion[0]])
    expect(penro.map((row) => row.waiting_since)).toEqual([day(2), day(5), null, null, null])
    expect(ids(await queue('quezon.approver', 'site')), 'the status may be left out').toEqual([
      atPenro[1],
      atPenro[0],
      done,
      atFmb[0],
      atRegion[1],
      atRegion[0],
    ])
    expect(penro.map((row) => row.record_status)).toEqual([
      'Submitted',
      'Submitted',
      'Approved',
      'Approved',
      'Approved',
    ])

    const region = await queue('r4a.approver', 'penro/Approved')
    expect(ids(region)).toEqual([atRegion[1], atRegion[0], done, atFmb[0]])
    expect(region.map((row) => row.record_status)).toEqual(['Submitted', 'Submitted', 'Approved', 'Approved'])

    const fmb = await queue('fmb.approver', 'region/Approved')
    expect(ids(fmb)).toEqual([atFmb[0], done])
    expect(fmb.map((row) => row.record_status)).toEqual(['Submitted', 'Approved'])

    expect(await queue('r4a.approver', 'penro/approved'), 'in any case (C-29)').toEqual(region)
    expect(await queue('r4a.approver', 'penro/nonsense')).toEqual([])
    expect(await queue('r9.approver', 'penro/Approved'), 'another region').toEqual([])
    const caller = await app.as('r4a.approver')
    expect((await caller.get('/sites/datatable/users/Approved')).statusCode).toBe(404)
    const sorted = await caller.get('/sites/datatable/penro/Approved?order[0][column]=code&order[0][dir]=asc')
    expect(ids(sorted.json().data).slice(0, 2), 'waiting rows stay on top of any order').toEqual(atRegion)
  })

  test('[PROFILES-47] search by status, in any case and with hyphens; open_activity=none leaves what can start one (S-47)', async () => {
    const zds = { office: 'PENRO Zamboanga del Sur', boundary: null } as const
    const approved = await aSite(app, { ...zds, site_status: 'Approved' })
    const busy = await aSite(app, { ...zds, site_status: 'Approved' })
    const again = await aSite(app, { ...zds, site_status: 'Approved' })
    await aSite(app, zds)
    await anActivityRow(app, busy)
    const levels = { penro_status: 'Approved', region_status: 'Approved', fmb_status: 'Approved' }
    await anActivityRow(app, again, {
      site_status: 'Approved',
      ...levels,
      approved_at: new Date().toISOString(),
    })
    const caller = await app.as('zds.encoder')
    const found = async (query: string) => {
      const reply = await caller.get(`/sites/search?${query}`)
      expect(reply.statusCode).toBe(200)
      return reply.json().siteProfiles.map((row: { id: number }) => row.id)
    }
    for (const status of ['approved', 'Approved', 'APPROVED'])
      expect(await found(`site_status=${status}`)).toEqual([approved.id, busy.id, again.id])
    expect(await found('site_status=save-as-draft')).toEqual([])
    expect(await found('')).toHaveLength(4)
    expect(await found('open_activity=none')).toEqual([approved.id, again.id])
    expect(await found(`site_status=approved&search=${approved.code.toLowerCase()}`)).toEqual([approved.id])
    expect(
      (await (await app.as('laguna.encoder')).get('/sites/search?open_activity=none')).json().siteProfiles,
    ).toEqual([])
  })
})
