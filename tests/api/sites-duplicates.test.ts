import { describe, expect, test } from 'vitest'
import { withServer } from '../support/product/app.ts'
import { aSite, SITE_FIELDS } from '../support/records/factories.ts'
import { manySites } from '../support/records/many-sites.ts'
import { FULL, full } from '../support/full.ts'

const MANY = FULL ? 200_000 : 10_000

const t = withServer()

const YEARS = { project_year_start: 2021, project_year_end: 2030 }

async function duplicates(person: string, project: Record<string, unknown>) {
  const reply = await (await t.as(person)).post('/sites/duplicates', { ...YEARS, ...project })
  expect(reply.statusCode, reply.body).toBe(200)
  return (reply.json().data as { code: string }[]).map(({ code }) => code)
}

describe('[S-43] a second profile of one project', () => {
  test('is one with the same partner, municipality and project years', async () => {
    const partner = 'Samahan ng mga Mangangalaga ng Kagubatan'
    const site = await aSite(t, { name_of_partner: partner })
    const same = { name_of_partner: partner, city_id: site.city_id }
    expect(await duplicates('laguna.encoder', same)).toEqual([site.code])
    expect(
      await duplicates('laguna.encoder', { ...same, name_of_partner: ` ${partner.toUpperCase()} ` }),
    ).toEqual([site.code])
    for (const other of [
      { name_of_partner: `${partner}, Inc.` },
      { city_id: site.city_id + 1 },
      { project_year_start: 2022 },
      { project_year_end: 2031 },
    ])
      expect(await duplicates('laguna.encoder', { ...same, ...other }), JSON.stringify(other)).toEqual([])
  })

  test('is not the profile itself, nor one that is switched off, nor one of another office', async () => {
    const partner = 'Samahan ng Sierra Madre'
    const site = await aSite(t, { name_of_partner: partner })
    const off = await aSite(t, { name_of_partner: partner, deactivated_by: 'laguna.encoder' })
    const project = { name_of_partner: partner, city_id: site.city_id }
    expect(off.city_id).toBe(site.city_id)
    expect(await duplicates('laguna.encoder', project)).toEqual([site.code])
    expect(await duplicates('laguna.encoder', { ...project, site_profile_id: site.id })).toEqual([])
    expect(await duplicates('quezon.encoder', project)).toEqual([])
    expect(await duplicates('fmb.super', project)).toEqual([site.code])
  })

  test('is not asked for without a project', async () => {
    const project = { ...YEARS, name_of_partner: SITE_FIELDS.name_of_partner, city_id: 1 }
    const encoder = await t.as('laguna.encoder')
    expect((await encoder.post('/sites/duplicates', { ...project, city_id: 'x' })).statusCode).toBe(422)
    expect((await encoder.post('/sites/duplicates', {})).statusCode).toBe(422)
  })

  full.test(
    'is found by the index of one municipality, however many profiles there are',
    async () => {
      const site = await aSite(t)
      await manySites(t, site, MANY)
      const project = { name_of_partner: site.name_of_partner, city_id: site.city_id }
      const times: number[] = []
      for (let one = 0; one < 9; one += 1) {
        const start = performance.now()
        expect(await duplicates('fmb.super', project)).toContain(site.code)
        times.push(performance.now() - start)
      }
      const median = times.sort((a, b) => a - b)[4] ?? 0
      console.log(`Duplicates among ${MANY} profiles: median ${median.toFixed(1)} ms`)
      expect(median).toBeLessThan(500)
    },
    120_000,
  )
})
