import { type Expression, sql, type SqlBool } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { withSharedDemo } from '../support/browser/demo.ts'
import { button, dialog, expectFocus, title } from '../support/browser/screen.ts'
import { expectGoodOnLaptop } from '../support/browser/screen-sizes.ts'
import { realFiles } from '../support/records/real-files.ts'
import { full } from '../support/full.ts'

const LAPTOP = { width: 1366, height: 768 }
const TABLET = { width: 1090, height: 768 }

/** Forms use the width of a laptop: what helps stays in view at the right, and nothing is there without content. */
describe('beside a form', () => {
  const bureau = withSharedDemo()
  const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const box = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const isRightOf = async (part: Locator, other: Locator) => {
    const [one, left] = [await box(part), await box(other)]
    return one.x >= left.x + left.width
  }
  const activityWhere = async (isWanted: Expression<SqlBool>) => {
    const { id } = await bureau.db
      .selectFrom('site_activities')
      .innerJoin('offices', 'offices.id', 'site_activities.office_id')
      .select('site_activities.id')
      .where('offices.name', '=', 'PENRO Laguna')
      .where('site_activities.status', '=', 'Activated')
      .where(isWanted)
      .orderBy('site_activities.id')
      .executeTakeFirstOrThrow()
    return id
  }

  full.test(
    'of a profile is the map, which stays in view; on a smaller screen it is below its file',
    async () => {
      const page = await bureau.as('laguna.encoder')
      await page.setViewportSize(LAPTOP)
      await page.goto('/sitemap/add')
      const map = page.getByRole('region', { name: /^Map of / })
      await map.waitFor()
      await expect.poll(() => isRightOf(map, panel(page, 'Location'))).toBe(true)
      // it is drawn into another element once it is loaded
      const rightOf = async () => {
        const { x, width } = await box(map)
        return x + width
      }
      await expect.poll(rightOf).toBeGreaterThan(LAPTOP.width - 70)
      await page.getByLabel('MOA/MOU').scrollIntoViewIfNeeded()
      const { y, height } = await box(map)
      expect(y).toBeGreaterThanOrEqual(0)
      expect(y + height).toBeLessThanOrEqual(LAPTOP.height)
      // the button is in view from the first field to the last
      await page.getByLabel('Select a Province').scrollIntoViewIfNeeded()
      const add = await box(button(page, 'Add Profile'))
      expect(add.y + add.height).toBeLessThanOrEqual(LAPTOP.height)
      await expectGoodOnLaptop(page)
      await page.setViewportSize(TABLET)
      await expect.poll(() => panel(page, 'Map').count()).toBe(0)
      await expect
        .poll(async () => (await box(map)).y)
        .toBeGreaterThan((await box(page.getByLabel('Select a Municipality'))).y)
      expect((await box(map)).x).toBeLessThan(TABLET.width / 3)
    },
  )

  full.test(
    'of a returned profile is the comment too; on a smaller screen it is above the form',
    async () => {
      const { id } = await bureau.db
        .selectFrom('site_profiles')
        .innerJoin('offices', 'offices.id', 'site_profiles.office_id')
        .select('site_profiles.id')
        .where('offices.name', '=', 'PENRO Laguna')
        .where('site_profiles.status', '=', 'Activated')
        .where('site_status', '=', 'Returned')
        .where('returned_reason', 'is not', null)
        .orderBy('site_profiles.id')
        .executeTakeFirstOrThrow()
      const page = await bureau.as('laguna.encoder')
      await page.setViewportSize(LAPTOP)
      await page.goto(`/sitemap/edit/${id}`)
      const comment = page.getByText('Comments', { exact: true })
      await comment.waitFor()
      const place = panel(page, 'Location')
      expect(await isRightOf(comment, place)).toBe(true)
      const year = page.getByLabel('Project Year End')
      const chosen = await year.inputValue()
      await year.selectOption({ index: 3 })
      const other = await year.inputValue()
      expect(other).not.toBe(chosen)
      await page.setViewportSize(TABLET)
      await expect.poll(async () => (await box(comment)).y).toBeLessThan((await box(place)).y)
      // what was typed is still there
      expect(await year.inputValue()).toBe(other)
    },
  )

  test('of a principle are the indicators, each with its evidence, and they lead to their place', async () => {
    const id = await activityWhere(sql`site_status = 'Save as Draft'`)
    const page = await bureau.as('laguna.encoder')
    await page.setViewportSize(LAPTOP)
    await page.goto(`/sites/activity/${id}/principle/1`)
    await title(page, 'Principle #1').waitFor()
    const outline = panel(page, 'Indicators')
    const steps = outline.getByRole('button')
    await steps.last().waitFor()
    const numbers = (await page.getByRole('heading', { level: 3 }).allInnerTexts()).flatMap(
      (words) => /^1\.\d+\.\d+/.exec(words) ?? [],
    )
    expect((await steps.allTextContents()).map((words) => words.split(',')[0])).toEqual(numbers)
    const withEvidence = await outline.getByRole('button', { name: /has evidence$/ }).count()
    const expectTicks = async (count: number) => {
      await page.getByText(new RegExp(`^${count} of \\d+ indicators have evidence$`)).waitFor()
      await expect.poll(() => outline.getByRole('button', { name: /has evidence$/ }).count()).toBe(count)
    }
    await expectTicks(withEvidence)
    // words are no evidence, a new file is, and one that was removed is not
    const bare = outline.getByRole('button', { name: /no evidence yet$/ }).first()
    const number = (await bare.innerText()).split(',')[0] ?? ''
    await page.getByRole('textbox', { name: `What happened, ${number}`, exact: true }).fill('Two meetings.')
    await button(page, 'Discard changes').waitFor()
    await expectTicks(withEvidence)
    const { pdf } = realFiles()
    await page.getByLabel(`Files for ${number}`, { exact: true }).setInputFiles(pdf)
    await expectTicks(withEvidence + 1)
    await page
      .getByRole('list', { name: `Evidence for ${number}`, exact: true })
      .getByRole('button', { name: /^Remove/ })
      .click()
    await expectTicks(withEvidence)
    await button(page, 'Discard changes').click()
    await dialog(page, 'Discard the changes?').getByRole('button', { name: 'Discard', exact: true }).click()
    const last = numbers.at(-1) ?? ''
    await steps.last().click()
    await expectFocus(page.getByRole('heading', { level: 3, name: new RegExp(`^${last}`) }))
    const { y } = await box(outline)
    expect(y).toBeGreaterThanOrEqual(0)
    await expectGoodOnLaptop(page)
    await page.setViewportSize(TABLET)
    await expect.poll(() => outline.count()).toBe(0)
  })

  full.test(
    'an activity that was never submitted has nothing at the right, and its cards have the whole width',
    async () => {
      const id = await activityWhere(sql`review_round = 0`)
      const page = await bureau.as('laguna.encoder')
      await page.setViewportSize(LAPTOP)
      await page.goto(`/sites/activity/${id}?from=view`)
      const cards = page.getByRole('list', { name: 'Principles' })
      await cards.waitFor()
      expect((await box(cards)).width).toBeGreaterThan(1200)

      const submitted = await activityWhere(sql`review_round > 0`)
      await page.goto(`/sites/activity/${submitted}?from=view`)
      const history = panel(page, 'Review history')
      await history.waitFor()
      expect(await isRightOf(history, cards)).toBe(true)
    },
  )
})
