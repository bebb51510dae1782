import { expect, test } from 'vitest'
import { pairedIndicators } from '../../shared/principles/batch-difference.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { aMov, anApprovedSite, batchOne, principleNumber } from '../support/records/activity-factories.ts'
import { withServer } from '../support/product/app.ts'

const t = withServer()

test('evidence that was added before the criteria changed is saved under the indicator that took the place of its own', async () => {
  const encoder = await t.as('laguna.encoder')
  const old = principleNumber(await batchOne(t), 1)
  const site_profile_id = await anApprovedSite(t)
  const upload_id = [await aMov(t, 'laguna.encoder')]
  const create = (sites_principle_id: number, sites_criteria_indicator_id: number) =>
    encoder.post('/sites/activities', {
      site_profile_id,
      sites_principle_id,
      criteria_means: [{ sites_criteria_indicator_id, upload_id }],
    })

  const saved = await (await t.as('fmb.super')).post('/sites/principles', {
    principle_number: 1,
    batch_number: old.batch_number,
    criteria: old.criteria.map(({ id, order, title, criteria_indicator }) => ({
      id,
      order,
      title: `${title} (2026)`,
      criteria_indicator: criteria_indicator.map(({ helper: _left, ...one }) => one),
    })),
  })
  expect(saved.statusCode, saved.body).toBe(200)

  const [mine] = old.indicators
  const refused = await create(old.id, mine)
  expect([refused.statusCode, refused.json().errors.sites_principle_id]).toEqual([
    422,
    [expect.stringMatching(/^The criteria were changed after this page was opened\. Your files are kept/)],
  ])

  // the page's request for keeping the files
  const found = await encoder.get(`/sites/principles/search?sites_criteria_indicator_id=${mine}`)
  expect(found.json().sitePrinciples).toMatchObject([{ id: old.id }])
  const newer = saved.json().sitePrinciple as SitePrinciple
  const successor =
    pairedIndicators(found.json().sitePrinciples[0] as SitePrinciple, newer).find(
      ({ before }) => before.id === mine,
    )?.after.id ?? 0
  expect(successor).not.toBe(mine)
  expect((await create(newer.id, successor)).statusCode).toBe(200)

  const unknown = await create(newer.id + 900_000, successor)
  expect(unknown.statusCode).toBe(422)
})
