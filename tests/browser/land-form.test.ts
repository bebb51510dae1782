import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { demoEmail } from '../../server/seed/demo-people.ts'
import type { Position } from '../../shared/boundary/boundary.schema.ts'
import { withDemo } from '../support/browser/demo.ts'
import { button, dialog } from '../support/browser/screen.ts'
import { full } from '../support/full.ts'
import { squareOf } from '../support/records/factories.ts'
import { aLayer, aVersion } from '../support/records/land.ts'
import { realFiles } from '../support/records/real-files.ts'

describe('the form of a profile', () => {
  const bureau = withDemo()

  const app = {
    get db() {
      return bureau.db
    },
    userId: async (name: string) => {
      const found = bureau.db.selectFrom('users').select('id').where('email', '=', demoEmail(name))
      return (await found.executeTakeFirstOrThrow()).id
    },
  }
  const withdrawAll = () =>
    sql`update land_layers set withdrawn_at = now(), withdrawn_reason = 'Tested'
      where withdrawn_at is null`.execute(bureau.db)

  full.test(
    'says what an uploaded boundary takes in, which layers were not compared, and where nothing was found',
    async () => {
      const { kml } = realFiles()
      const [, ring = ''] = /<coordinates>([^<]+)</.exec(readFileSync(kml, 'utf8')) ?? []
      const corners = ring
        .trim()
        .split(/\s+/)
        .map((corner) => corner.split(',').map(Number) as Position)
      const [west, east] = [
        Math.min(...corners.map(([lon]) => lon)),
        Math.max(...corners.map(([lon]) => lon)),
      ]
      const [south, north] = [
        Math.min(...corners.map(([, lat]) => lat)),
        Math.max(...corners.map(([, lat]) => lat)),
      ]
      const middle = (west + east) / 2
      const box = (from: number, to: number) => ({
        type: 'MultiPolygon' as const,
        coordinates: [
          [
            [
              [from, south - 0.01],
              [to, south - 0.01],
              [to, north + 0.01],
              [from, north + 0.01],
              [from, south - 0.01],
            ] as Position[],
          ],
        ],
      })
      const domains = await aLayer(app, { name: 'Ancestral domains' })
      await aVersion(app, domains, [
        { code: 'CADT R04-017', name: '<b>Tagbanua</b>', geometry: box(middle, east + 0.01) },
      ])
      const areas = await aLayer(app, { name: 'Protected areas', kind: 'protected_area' })
      await aVersion(app, areas, [{ name: 'Mount Makiling', geometry: box(east + 0.1, east + 0.2) }])
      const tangled = await aLayer(app, { name: 'Tenure', kind: 'tenure' })
      const many = Array.from({ length: 1_001 }, () => ({ geometry: box(west, east) }))
      await aVersion(app, tangled, many)

      const page = await bureau.as('laguna.encoder')
      await page.goto('/sitemap/add')
      await page.getByLabel('Location Map').setInputFiles(kml)
      const main = page.getByRole('main')
      const found = main.getByRole('alert').filter({ hasText: 'Found on this land:' })
      await found.waitFor()
      expect(await found.getByRole('listitem').allInnerTexts()).toEqual([
        expect.stringMatching(
          /^Ancestral domains: [\d,]+\.\d\d ha \(\d+ %\) lie in CADT R04-017, <b>Tagbanua<\/b>, according to NCIP, Mar 01, 2026\.$/,
        ),
      ])
      await main.getByText(/^Tenure: check failed\. More of this layer lies around/).waitFor()
      await main.getByText(/^Nothing found in: .*Protected areas \(NCIP, Mar 01, 2026\)/).waitFor()
      // what is said in words is on the map as well, with its name written on it
      const map = main.getByRole('region', { name: 'Map of the uploaded boundary' })
      await map
        .getByRole('img', { name: 'Ancestral domains: CADT R04-017, <b>Tagbanua</b>', exact: true })
        .waitFor()
      await map.getByRole('img', { name: /ha in Ancestral domains: CADT R04-017/ }).waitFor()
      await map.locator('.leaflet-tooltip:visible', { hasText: 'CADT R04-017, <b>Tagbanua</b>' }).waitFor()
      expect(await main.innerText()).not.toMatch(/no overlap/i)
      await withdrawAll()
    },
  )

  full.test(
    '[S-162] and the question before an approval say where no layer covers the place, and never that no consent is needed',
    async () => {
      await withdrawAll()
      const far = { lon: 122.9, lat: 7.8, size: 0.01 }
      const layer = await aLayer(app, { name: 'Domains of Zamboanga' })
      const version = await aVersion(app, layer, [{ code: 'CADT R09-001', geometry: squareOf(far) }])
      await sql`update land_layer_versions set covers_regions = '{13}', covers_provinces = '{}'
        where id = ${version}`.execute(bureau.db)
      const claims = /no consent is needed|consent is not needed|consent is recorded/i
      const words = (text: string) => text.replaceAll('This does not show that no consent is needed.', '')

      const page = await bureau.as('laguna.encoder')
      await page.goto('/sitemap/add')
      await page.getByLabel('Select a Province').selectOption({ label: 'Laguna' })
      await page.getByLabel('Location Map').setInputFiles(realFiles().kml)
      const main = page.getByRole('main')
      // a note, neither good news nor a warning
      const note = main.locator('[data-tone="info"]').filter({ hasText: 'Land not checked:' })
      await note
        .getByText('Domains of Zamboanga: not covered. It covers Region IX (Zamboanga Peninsula) alone.')
        .waitFor()
      expect(await main.getByText('Land checked', { exact: true }).count()).toBe(0)
      expect(words(await main.innerText())).not.toMatch(claims)

      const { id } = await bureau.db
        .selectFrom('site_profiles')
        .innerJoin('offices', 'offices.id', 'site_profiles.office_id')
        .select('site_profiles.id')
        .where('offices.name', '=', 'PENRO Laguna')
        .where('site_profiles.site_status', '=', 'Submitted')
        .where('site_profiles.penro_status', '=', 'Submitted')
        .where('site_profiles.status', '=', 'Activated')
        .orderBy('site_profiles.id')
        .executeTakeFirstOrThrow()
      const reviewer = await bureau.as('laguna.approver')
      await reviewer.goto(`/sites/approval/view/${id}`)
      const land = reviewer.getByRole('region', { name: 'Land', exact: true })
      const badge = land.getByText('Not covered', { exact: true })
      await badge.waitFor()
      expect(await badge.getAttribute('data-tone')).toBe('muted')
      await land.getByText('no layer of ancestral domains covers this place').waitFor()
      expect(words(await land.innerText())).not.toMatch(claims)
      await button(reviewer, 'Approve').click()
      const question = dialog(reviewer, 'Approve this profile?')
      await question.getByText('No layer of land covers this place: Ancestral domain.').waitFor()
      expect(words(await question.innerText())).not.toMatch(claims)
      await reviewer.keyboard.press('Escape')
      await withdrawAll()
    },
  )
})
