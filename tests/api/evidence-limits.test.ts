import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aMov,
  anActivity,
  anApprovedSite,
  batchOne,
  principleNumber,
} from '../support/records/activity-factories.ts'
import { startApp, type TestApp } from '../support/product/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const files = (count: number, name: (index: number) => string) =>
  Promise.all(Array.from({ length: count }, (_, index) => aMov(t, 'laguna.encoder', name(index))))

test('an indicator holds 50 files and refuses the 51st, whatever is there already (C-11)', async () => {
  const encoder = await t.as('laguna.encoder')
  const activity = await anActivity(t, 'DRAFT', { site_profile_id: await anApprovedSite(t) })
  const first = principleNumber(await batchOne(t), 1)
  const save = (upload_id: number[]) =>
    encoder.post(`/sites/activities/verification/${activity.id}`, {
      sites_principle_id: first.id,
      criteria_means: [{ sites_criteria_indicator_id: first.indicators[1], upload_id }],
    })
  const many = await files(51, (index) => `survey ${index}.pdf`)
  const tooMany = await save(many)
  expect(tooMany.statusCode).toBe(422)
  expect(Object.values(tooMany.json().errors)).toEqual([['An indicator can hold at most 50 files.']])
  expect((await save(many.slice(0, 50))).statusCode).toBe(200)
  expect((await save(many)).statusCode).toBe(422)
})

test('[FILES-14] a second file of the same name is refused in any case of its letters', async () => {
  const encoder = await t.as('laguna.encoder')
  const activity = await anActivity(t, 'DRAFT', { site_profile_id: await anApprovedSite(t) })
  const first = principleNumber(await batchOne(t), 1)
  const names = ['Plano ng Biñan.pdf', 'PLANO NG BIÑAN.PDF']
  const reply = await encoder.post(`/sites/activities/verification/${activity.id}`, {
    sites_principle_id: first.id,
    criteria_means: [
      {
        sites_criteria_indicator_id: first.indicators[1],
        upload_id: await files(2, (index) => names[index] ?? ''),
      },
    ],
  })
  expect([reply.statusCode, reply.json().errors]).toEqual([
    422,
    { upload_id: [`File ${names[1]} already exists. Please upload a file with a different name.`] },
  ])
})
