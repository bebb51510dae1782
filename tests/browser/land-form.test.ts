import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { demoEmail } from '../../server/seed/demo-people.ts'
import type { Position } from '../../shared/boundary/boundary.schema.ts'
import { withDemo } from '../support/browser/demo.ts'
import { full } from '../support/full.ts'
import { aLayer, aVersion } from '../support/records/land.ts'
import { realFiles } from '../support/records/real-files.ts'

describe('the form of a profile', () => {
  const bureau = withDemo()

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
      const userId = async (name: string) => {
        const found = bureau.db.selectFrom('users').select('id').where('email', '=', demoEmail(name))
        return (await found.executeTakeFirstOrThrow()).id
      }
      const app = { db: bureau.db, userId }
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
      await sql`update land_layers set withdrawn_at = now(), withdrawn_reason = 'Tested'`.execute(bureau.db)
    },
  )
})
