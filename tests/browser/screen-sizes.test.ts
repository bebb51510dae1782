import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { leaveBrowser, takeBrowser } from '../support/browser/browser.ts'
import { withSharedDemo } from '../support/browser/demo.ts'
import { button } from '../support/browser/on-screen.ts'
import {
  expectGoodAtEverySize,
  expectGoodDialog,
  expectGoodOnLaptop,
} from '../support/browser/screen-sizes.ts'
import { dialog } from '../support/browser/screen.ts'
import { full } from '../support/full.ts'

const PHONE_ONLY = '@media (min-width: 641px) { .phone { display: none } }'

/** A page without faults at any size, with this content. */
const pageWith = (content: string, style = '') => `<!doctype html>
  <html lang="en">
    <head><title>A page</title><style>${style} .fade { transition: color 400ms }</style></head>
    <body><main><h1>A page</h1><p>With a sentence.</p>${content}</main></body>
  </html>`

/** The rules in the failure of a check, each once. */
const brokenIn = (judged: Promise<void>): Promise<string[]> =>
  judged.then(
    () => [],
    ({ actual }: { actual: string[] }) => [...new Set(actual.map((fault) => fault.split(':')[0] ?? ''))],
  )

describe('a page is judged', () => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    // these pages are complete at once, so nothing is polled
    vi.setConfig({ expect: { poll: { timeout: 0 } } })
    browser = await takeBrowser()
  })
  afterAll(async () => {
    vi.resetConfig()
    await leaveBrowser()
  })
  beforeEach(async () => {
    page = await browser.newPage()
    return () => page.close()
  })

  full.test('as good when it is', async () => {
    await page.setContent(
      pageWith('<p class="phone">On phones</p><div role="dialog"><p>Open</p></div>', PHONE_ONLY),
    )
    await expectGoodAtEverySize(page)
    await expectGoodDialog(page)
  })

  type Broken = [what: string, content: string, style: string, rule: string]
  const isBrokenBy = async (_what: string, content: string, style: string, rule: string) => {
    await page.setContent(pageWith(content, style))
    expect(await brokenIn(expectGoodAtEverySize(page))).toEqual([rule])
  }
  test.each<Broken>([
    ['a nameless button that only phones show', '<button class="phone"></button>', PHONE_ONLY, 'button-name'],
  ])('as broken by %s', isBrokenBy)
  full.test.each<Broken>([
    [
      'letters that are pale only on a phone',
      '<p class="pale">Pale</p>',
      '@media (max-width: 640px) { .pale { color: #ccc } }',
      'color-contrast',
    ],
  ])('as broken by %s', isBrokenBy)

  full.test('as broken by what has the focus behind a bar that stays at the edge', async () => {
    const rows = Array.from({ length: 60 }, (_, row) => `<p><button>Open ${row}</button></p>`).join('')
    const bar = '<p class="bar">A bar</p>'
    const look = '.bar { position: fixed; bottom: 0; width: 100%; height: 80px; margin: 0; background: #fff }'
    await page.setContent(pageWith(rows + bar, look))
    const found = await brokenIn(expectGoodAtEverySize(page))
    expect(found).toContain('<button> Open 59 has the focus behind <p> A bar')
    const room = `html { scroll-padding-bottom: 100px } main { padding-bottom: 100px } ${look}`
    await page.setContent(pageWith(rows + bar, room))
    await expectGoodAtEverySize(page)
  })
})

const bureau = withSharedDemo()
const FORM = '#main form'

const idOf = async (table: 'site_profiles' | 'site_activities', site_status: 'Returned' | 'Submitted') => {
  const { id } = await bureau.db
    .selectFrom(table)
    .innerJoin('offices', 'offices.id', `${table}.office_id`)
    .select(`${table}.id`)
    .where('offices.name', '=', 'PENRO Laguna')
    .where(`${table}.status`, '=', 'Activated')
    .where(`${table}.site_status`, '=', site_status)
    .$if(site_status === 'Submitted', (all) => all.where(`${table}.penro_status`, '=', 'Submitted'))
    .orderBy(`${table}.id`)
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}
const principleId = async () => {
  const { id } = await bureau.db
    .selectFrom('site_principles')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

describe('a page of each kind is good at every size', () => {
  type Kind = { kind: string; who: string; at: () => Promise<string>; part: string }
  const isGood = async ({ who, at, part }: Kind) => {
    const page = await bureau.as(who)
    await page.goto(await at())
    await page.locator(part).first().waitFor()
    await expectGoodAtEverySize(page)
  }
  // lists are judged in pseudo-language.test.ts, where every text is longer
  full.test.each<Kind>([
    { kind: 'a list', who: 'laguna.encoder', at: async () => '/sitemap', part: '#main tbody tr' },
  ])('$kind', isGood)
  test.each<Kind>([
    { kind: 'a form', who: 'laguna.encoder', at: async () => '/sitemap/add', part: FORM },
    {
      kind: 'an approval',
      who: 'laguna.approver',
      at: async () => `/sites/approval/view/${await idOf('site_profiles', 'Submitted')}`,
      part: '[data-decision-bar]',
    },
  ])('$kind', isGood)

  full.test('a page that the public sees', async () => {
    const page = await bureau.stranger()
    await page.goto('/site/approved')
    await page.getByRole('checkbox', { name: 'Show Table' }).waitFor()
    await expectGoodAtEverySize(page)
  })
})

describe('on a laptop of 1366 × 768 no bar at the edge hides what has the focus', () => {
  type Seen = { what: string; who: string; at: () => Promise<string>; part: string }
  const isGoodOnLaptop = async ({ who, at, part }: Seen) => {
    const page = await bureau.as(who)
    await page.goto(await at())
    await page.locator(part).first().waitFor({ state: 'attached' })
    await expectGoodOnLaptop(page)
  }
  const decision: Seen = {
    what: 'deciding on a profile',
    who: 'laguna.approver',
    at: async () => `/sites/approval/view/${await idOf('site_profiles', 'Submitted')}`,
    part: '[data-decision-bar]',
  }
  const pages: Seen[] = [
    { what: 'adding a profile', who: 'laguna.encoder', at: async () => '/sitemap/add', part: FORM },
    {
      what: 'editing a profile',
      who: 'laguna.encoder',
      at: async () => `/sitemap/edit/${await idOf('site_profiles', 'Returned')}`,
      part: FORM,
    },
    {
      what: 'evidence',
      who: 'laguna.encoder',
      at: async () => `/sites/activity/${await idOf('site_activities', 'Returned')}/principle/edit/1`,
      part: '#main input[type="file"]',
    },
    {
      what: 'deciding on an activity',
      who: 'laguna.approver',
      at: async () => `/sites/activity/approval/view/${await idOf('site_activities', 'Submitted')}`,
      part: '[data-decision-bar]',
    },
    {
      what: 'editing criteria',
      who: 'fmb.admin',
      at: async () => `/sites/principle/edit/${await principleId()}`,
      part: FORM,
    },
    { what: 'a list with its head', who: 'fmb.admin', at: async () => '/audit-logs', part: '#main tbody tr' },
    { what: 'the report', who: 'fmb.admin', at: async () => '/report', part: FORM },
  ]
  test.each([decision])('$what', isGoodOnLaptop)
  full.test.each(pages)('$what', isGoodOnLaptop)

  full.test.each([
    ['Add User', '/users'],
    ['Add Role', '/roles'],
  ])('%s', async (words, address) => {
    const page = await bureau.as('fmb.admin')
    await page.goto(address)
    await button(page, words).click()
    await dialog(page, words).getByRole('button', { name: 'Cancel' }).waitFor()
    await expectGoodOnLaptop(page)
  })
})
