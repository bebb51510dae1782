import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../shared/access/actor.ts'
import { mayOpen, SCREENS, type Screen, type ScreenPath, screenAt } from '../../shared/access/screens.ts'
import { PHONE } from '../support/browser/browser-pool.ts'
import { expectAccessible } from '../support/browser/browser.ts'
import { withSharedDemo } from '../support/browser/demo.ts'
import { smallFields } from '../support/browser/small-fields.ts'
import { ask, sessionOf } from '../support/product/session.ts'
import { FULL, full } from '../support/full.ts'

/** The first of them who may open a screen does. */
const PEOPLE = ['fmb.super', 'fmb.approver', 'laguna.encoder'] as const

/** a site of the encoder's office without an open activity */
const CANDIDATE = `select id from site_profiles where site_status = 'Approved' and status = 'Activated'
  and office_id = (select id from offices where name = 'PENRO Laguna')
  and id not in (select site_profile_id from site_activities where site_status <> 'Approved') order by id limit 1`
const PRINCIPLE = 'select id from site_principles order by id desc limit 1'
const OWN_ACTIVITY = `select id from site_activities where site_status = 'Returned' and status = 'Activated'
  and office_id = (select id from offices where name = 'PENRO Laguna') order by id limit 1`
/** what FMB is to decide on next */
const waitingIn = (table: 'site_profiles' | 'site_activities') =>
  `select id from ${table} where site_status = 'Submitted' and region_status = 'Approved' and status = 'Activated'
   order by id limit 1`
const APPROVED =
  'select site_activity_id as id from approved_sites where site_activity_id is not null limit 1'

/** leads to the page of its activity, or to the list */
const REDIRECT = '/sites/activity/principle/edit/$principleId'
type Shown = Exclude<ScreenPath, typeof REDIRECT>
const SHOWN = SCREENS.map(({ path }) => path).filter((path): path is Shown => path !== REDIRECT)

/** The statements that find what the variable parts of a screen's address name, in their order. */
const RECORDS: Record<Extract<Shown, `${string}$${string}`>, readonly string[]> = {
  '/site/approved/$id': [APPROVED],
  '/site/approved/$id/certificate': [APPROVED],
  '/c/$code': ['select code as id from certificates limit 1'],
  '/summary/$year': ['select year as id from summaries where published_at is not null limit 1'],
  '/summary/$year/$version': [
    'select year as id from summaries where published_at is not null limit 1',
    `select left(sha256, 12) as id from summary_documents join summaries on summaries.id = summary_id
     where published_at is not null limit 1`,
  ],
  '/sitemap/view/$id': [waitingIn('site_profiles')],
  '/sitemap/edit/$id': [
    `select id from site_profiles where site_status = 'Returned' and status = 'Activated' limit 1`,
  ],
  '/sitemap/imports/view/$id': ['select id from imports limit 1'],
  '/land/layers/$id': ['select id from land_layers limit 1'],
  '/sites/activity/$activityId': [waitingIn('site_activities')],
  '/sites/activity/approval/view/$activityId': [waitingIn('site_activities')],
  '/sites/activity/approval/$activityId/principle/$principleId': [waitingIn('site_activities'), PRINCIPLE],
  '/sites/activity/principle/$principleId': [PRINCIPLE],
  '/sites/activity/$activityId/principle/$principleId': [waitingIn('site_activities'), PRINCIPLE],
  '/sites/activity/$activityId/principle/edit/$principleId': [OWN_ACTIVITY, PRINCIPLE],
  '/sites/principle/$principleId': [PRINCIPLE],
  '/sites/principle/edit/$principleId': [PRINCIPLE],
  '/sites/approval/view/$id': [waitingIn('site_profiles')],
  '/summary/draft/$id': ['select id from summaries where frozen_at is null limit 1'],
}

describe('every screen breaks no rule of WCAG, and its fields have letters of at least 16 px on a phone', () => {
  const bureau = withSharedDemo()
  const people: { name: string; actor: Actor }[] = []

  beforeAll(async () => {
    const { product } = bureau
    for (const name of PEOPLE) {
      const authorization = `Bearer ${await sessionOf(product, name)}`
      const headers = { 'x-api-key': 'demo-key', authorization }
      const reply = await fetch(`${product.url}/api/validate-token`, { headers })
      people.push({ name, actor: ((await reply.json()) as { actor: Actor }).actor })
    }
    if (!FULL) return
    // opening a certificate issues it
    const [approved] = await ask<{ id: number }>(product, APPROVED)
    await fetch(`${product.url}/site/approved/${approved?.id}/certificate`)
    await ask(
      product,
      `insert into imports (state, table_name, created_by, ended_at, refusal)
       select 'Refused', 'Our sites.xlsx', min(id), now(), 'The table has no rows.' from users`,
    )
  })

  const idFrom = async (statement: string) => {
    const [row] = await ask<{ id: number | string }>(bureau.product, statement)
    if (!row) throw new Error(`The demo bureau has no ${statement}`)
    return String(row.id)
  }

  async function addressOf(path: Shown): Promise<string> {
    const statements: readonly string[] = path in RECORDS ? RECORDS[path as keyof typeof RECORDS] : []
    const ids = await Promise.all(statements.map(idFrom))
    const address = path.replace(/\$\w+/g, () => ids.shift() ?? '')
    // without an answer of a provider it leads to the log in page
    if (path === '/sign-in/single') return `${address}?state=none`
    return path === '/sites/activity/principle/$principleId'
      ? `${address}?site_profile_id=${await idFrom(CANDIDATE)}`
      : address
  }

  const isClean = async (path: Shown) => {
    const screen = SCREENS.find((one) => one.path === path) as Screen
    const reader = people.find(({ actor }) => mayOpen(actor, screen))
    if (!reader) throw new Error(`None of ${PEOPLE.join(', ')} may open ${path}.`)
    const page = screen.guest ? await bureau.stranger() : await bureau.as(reader.name)
    await page.goto(await addressOf(path))
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(screenAt(new URL(page.url()).pathname)?.path).toBe(path)
    await expectAccessible(page)
    // smaller letters make an iPhone zoom
    await page.setViewportSize(PHONE)
    await expect.poll(() => smallFields(page)).toEqual([])
  }

  const SHORT: readonly Shown[] = ['/roles', '/sites/activity', '/report']
  test.each(SHORT)('%s', isClean)
  // axe judges each of the 1,200 numbers of a summary twice
  full.test.each(SHOWN.filter((path) => !SHORT.includes(path)))('%s', { timeout: 240_000 }, isClean)
})
