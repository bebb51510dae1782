import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectNoFaults, readyForAxe } from '../support/browser/browser.ts'
import { withSharedDemo } from '../support/browser/demo.ts'
import { ownPlace } from '../support/browser/places.ts'
import { expectFocus, button, dialog } from '../support/browser/screen.ts'
import { expectAccessible } from '../support/browser/browser.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { manyWaiting } from '../support/records/many-waiting.ts'
import { FULL, full } from '../support/full.ts'

const QUEUE = '/sites/approval'
const LAPTOP = { width: 1366, height: 768 }
const PHONE = { width: 360, height: 740 }

/** The rows or cards of a list that are wholly in the first screen. */
const wholeRows = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('main table[role="table"] tbody tr')]
    return rows.filter((row) => {
      const { top, bottom, height } = row.getBoundingClientRect()
      return height > 0 && top >= 0 && bottom <= window.innerHeight
    }).length
  })

/** Expects no faults in the open window at this size; at others it is not there. */
async function expectGoodWindow(page: Page): Promise<void> {
  await readyForAxe(page)
  await expectNoFaults(page, { part: '[role="dialog"]' })
}

/** People with hundreds of records see them: dense on a laptop, on the first screen of a phone. */
describe('lists', () => {
  const bureau = withSharedDemo()
  beforeAll(async () => {
    const { office } = await ownPlace(bureau, 'lists', ['encoder', 'approver'])
    await manyWaiting(bureau, 'PENRO Laguna', { count: 14, marked: 2, at: office })
  })
  const rows = (page: Page) => page.locator('main tbody tr[data-opens]')
  const at = async (name: string, address: string, size: typeof PHONE) => {
    const page = await bureau.as(name)
    await page.setViewportSize(size)
    await page.goto(address)
    await page.locator('main table[role="table"] tbody tr td[data-label]').first().waitFor()
    return page
  }
  const searchOf = (page: Page) => new URL(page.url()).search

  const NINE_ROWS = 'on a laptop %s sees nine rows of %s at once'
  const showsNineRows = async (name: string, address: string) => {
    const page = await at(name, address, LAPTOP)
    await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(9)
    const heights = await rows(page).evaluateAll((all) =>
      all.map((row) => row.getBoundingClientRect().height).sort((one, other) => one - other),
    )
    expect(heights[0]).toBeGreaterThanOrEqual(40)
    expect(heights[Math.floor(heights.length / 2)]).toBeLessThanOrEqual(46)
  }
  test.each([['lists.approver', QUEUE]])(NINE_ROWS, showsNineRows)
  full.test.each([['r4a.approver', QUEUE]])(NINE_ROWS, showsNineRows)

  full.test(
    'a tick puts the bar over the head of the list and moves no row; the bar stays in view, on a phone at the lower edge',
    async () => {
      const page = await at('lists.approver', QUEUE, LAPTOP)
      const first = rows(page).first()
      const bar = page.getByRole('region', { name: 'Decide on several' })
      const topOf = () => first.evaluate((row) => row.getBoundingClientRect().top + window.scrollY)
      for (const size of [LAPTOP, PHONE]) {
        await page.setViewportSize(size)
        // the filters of a phone are behind a button, and the rows higher, once the page is drawn for it
        await button(page, size === PHONE ? 'Filters' : 'More filters').waitFor()
        await page.evaluate(() => window.scrollTo(0, 0))
        const before = await topOf()
        await first.getByRole('checkbox').check()
        await bar.getByText('1 profile ticked').waitFor()
        await expectAccessible(page, { part: '[aria-label="Decide on several"]' })
        expect(await topOf()).toBe(before)
        await page.evaluate(() => window.scrollTo(0, 300))
        const seen = await bar.evaluate((one) => {
          const { top, bottom } = one.getBoundingClientRect()
          return { isWhole: top >= 0 && bottom <= window.innerHeight, isLow: bottom === window.innerHeight }
        })
        expect(seen).toEqual({ isWhole: true, isLow: size === PHONE })
        if (FULL) await expectGoodAtEverySize(page)
        await page.setViewportSize(size)
        await button(page, 'Untick all').click()
        await expect.poll(topOf).toBe(before)
      }
    },
  )

  test('rarely used filters are behind a button that counts the active ones', async () => {
    const page = await at('lists.approver', QUEUE, LAPTOP)
    const round = page.getByRole('combobox', { name: 'Round' })
    await expect.poll(() => round.count()).toBe(0)
    await button(page, 'More filters').click()
    await round.selectOption('1')
    await expect.poll(() => searchOf(page)).toBe('?round=1')
    if (FULL) await expectGoodWindow(page)
    await page.keyboard.press('Escape')
    await round.waitFor({ state: 'detached' })
    await expectFocus(button(page, 'More filters (1)'))
    await button(page, 'Clear filters').click()
    await button(page, 'More filters').waitFor()
  })

  test('the space between two words of a search stays, however slowly they are typed', async () => {
    const page = await at('laguna.approver', QUEUE, LAPTOP)
    const search = page.getByLabel('Search Profiling of SITES Approval')
    await search.pressSequentially('Laguna ')
    await expect.poll(() => searchOf(page)).toBe('?search=Laguna')
    await search.pressSequentially('lake')
    await expect.poll(() => search.inputValue()).toBe('Laguna lake')
    await expect.poll(() => searchOf(page)).toBe('?search=Laguna+lake')
    await button(page, 'Clear search').click()
    await expect.poll(() => search.inputValue()).toBe('')
  })

  test('on a phone the filters are one button: the focus goes in and returns, Escape changes nothing, Apply narrows the list', async () => {
    const page = await at('lists.approver', QUEUE, PHONE)
    await expect.poll(() => page.getByRole('combobox', { name: 'Age', exact: true }).count()).toBe(0)
    const sheet = dialog(page, 'Filters')
    await button(page, 'Filters').click()
    await expect.poll(() => sheet.evaluate((one) => one.contains(document.activeElement))).toBe(true)
    await sheet.getByLabel('Warnings').selectOption('with')
    if (FULL) await expectGoodWindow(page)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await expectFocus(button(page, 'Filters'))
    expect(searchOf(page)).toBe('')

    await button(page, 'Filters').click()
    await sheet.getByLabel('Warnings').selectOption('with')
    await sheet.getByLabel('Round').selectOption('1')
    const lists: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.includes('/datatable')) lists.push(request.url())
    })
    await sheet.getByRole('button', { name: 'Apply' }).click()
    await expectFocus(button(page, 'Filters (2)'))
    await expect.poll(() => searchOf(page)).toBe('?warnings=with&round=1')
    await rows(page).first().getByRole('list', { name: 'Warnings' }).waitFor()
    expect(lists).toHaveLength(1)
    await button(page, 'Filters (2)').click()
    await sheet.getByRole('button', { name: 'Clear filters' }).click()
    await expectFocus(button(page, 'Filters'))
    expect(searchOf(page)).toBe('')
  })

  test('on a phone a list is sorted by a choice beside its filters', async () => {
    const page = await at('lists.approver', QUEUE, PHONE)
    const sort = page.getByLabel('Sort by')
    await expect.poll(() => sort.locator('option:checked').innerText()).toBe('Longest waiting first')
    await sort.selectOption({ label: 'SITES Code, Z to A' })
    await expect.poll(() => searchOf(page)).toBe('?sort=code&dir=desc')
    const codes = () => rows(page).locator('[data-card="lead"]').allInnerTexts()
    await expect
      .poll(async () => {
        const found = await codes()
        return found.length > 1 && found.join() === found.toSorted().toReversed().join()
      })
      .toBe(true)
    await sort.selectOption({ label: 'Longest waiting first' })
    await expect.poll(() => sort.inputValue()).toBe('waiting_since asc')
  })

  const LISTS = [
    ['lists.approver', QUEUE],
    ['laguna.encoder', '/sitemap'],
    ['laguna.encoder', '/sites/activity/datatable'],
    ['laguna.approver', '/sites/activity/approval'],
    ['fmb.admin', '/users'],
    ['fmb.admin', '/roles'],
    ['fmb.admin', '/users/offices'],
  ] as const
  const showsCard = async (name: string, address: string) => {
    const page = await at(name, address, PHONE)
    await expect.poll(() => wholeRows(page), { message: address }).toBeGreaterThanOrEqual(1)
    await page.getByLabel('Sort by').waitFor()
    if (FULL) await expectGoodAtEverySize(page)
  }
  full.test.each(LISTS)('on a phone the first screen of %s at %s has a record', showsCard)

  test('on a phone the first screen of the public list has a site, and its filters are a sheet that Escape closes', async () => {
    const page = await bureau.stranger(PHONE)
    await page.goto('/site/approved')
    await page.locator('main tbody tr').first().waitFor()
    await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(1)
    const grade = page.getByLabel('Grade', { exact: true })
    await expect.poll(() => grade.isVisible()).toBe(false)
    await button(page, 'Filters').click()
    await grade.selectOption('Not Compliant')
    await expect.poll(() => searchOf(page)).toContain('principle_grade=Not')
    await page.keyboard.press('Escape')
    await expect.poll(() => grade.isVisible()).toBe(false)
    await expectFocus(button(page, 'Filters (1)'))
    await page.getByRole('columnheader').getByRole('link', { name: 'Province' }).click()
    await expect.poll(() => searchOf(page)).toContain('province')
  })
})
