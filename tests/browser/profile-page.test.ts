import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { withSharedDemo } from '../support/browser/demo.ts'
import { button, expectFocus } from '../support/browser/screen.ts'

/** The page of a profile on a laptop, which its reviewer reads all day. */
describe('the page of a profile on a laptop', () => {
  const bureau = withSharedDemo()

  const openWaiting = async (): Promise<Page> => {
    const { id } = await bureau.db
      .selectFrom('site_profiles')
      .innerJoin('offices', 'offices.id', 'site_profiles.office_id')
      .select('site_profiles.id')
      .where('offices.name', '=', 'PENRO Laguna')
      .where('site_profiles.status', '=', 'Activated')
      .where('site_profiles.penro_status', '=', 'Submitted')
      .orderBy('site_profiles.id')
      .executeTakeFirstOrThrow()
    const page = await bureau.as('laguna.approver')
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.goto(`/sites/approval/view/${id}`)
    return page
  }

  /** Each field of the profile: the upper edges of label and value, and whether a part of the label is hidden. */
  const cellsOf = (fields: Locator) =>
    fields.locator('dl').evaluate((list) =>
      [...list.children].map((pair) => {
        const [label, value] = [...pair.children] as [HTMLElement, HTMLElement]
        const { left, right, top, bottom } = label.getBoundingClientRect()
        const beside = pair.querySelector('button[data-add-point]')?.getBoundingClientRect()
        const isCovered =
          beside !== undefined && beside.left < right && beside.right > left && beside.top < bottom
        return {
          pair: Math.round(pair.getBoundingClientRect().top),
          label: Math.round(top),
          value: Math.round(value.getBoundingClientRect().top),
          isWhole: label.scrollWidth <= label.clientWidth && !isCovered,
        }
      }),
    )

  const opacity = (one: Locator) => one.evaluate((element) => getComputedStyle(element).opacity)

  test('has the cells of a row on one line, whole labels and codes, and a button for points that nobody has to find', async () => {
    const page = await openWaiting()
    const fields = page.getByRole('region', { name: 'Profile', exact: true })
    const area = button(page, 'Add point about Project Area')
    await expect.poll(() => area.isEnabled()).toBe(true)
    const cells = await cellsOf(fields)
    const rows = new Map(cells.map(({ pair }) => [pair, cells.filter((cell) => cell.pair === pair)]))
    expect(Math.max(...[...rows.values()].map(({ length }) => length))).toBeGreaterThan(2)
    for (const row of rows.values()) {
      expect(new Set(row.map(({ label }) => label)).size).toBe(1)
      expect(new Set(row.map(({ value }) => value)).size).toBe(1)
    }
    expect(cells.every(({ isWhole }) => isWhole)).toBe(true)

    const codes = page.getByRole('navigation', { name: 'Review queue' }).getByText(/^SITES-/)
    await codes.first().waitFor()
    const heights = await codes.evaluateAll((all) => all.map((code) => code.getClientRects().length))
    expect(heights.every((lines) => lines === 1)).toBe(true)

    // who has never begun a point reads the words at each place; who has finds them where the pointer is
    expect(await opacity(area)).toBe('1')
    await expect.poll(() => area.getByText('Add point').isVisible()).toBe(true)
    await area.click()
    const form = page.getByRole('form', { name: 'Point about Project Area', exact: true })
    await expectFocus(form.getByRole('radio', { name: 'Correct' }))
    const { y, height } = (await fields.getByText(/ ha$/).first().boundingBox()) ?? { y: 0, height: 0 }
    expect((await form.boundingBox())?.y).toBeGreaterThanOrEqual(y + height + 8)
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })
    await page.reload()
    await expect.poll(() => area.isEnabled()).toBe(true)
    await page.mouse.move(0, 0)
    expect(await opacity(area)).toBe('0')
    expect((await cellsOf(fields)).every(({ isWhole }) => isWhole)).toBe(true)
    // what loads above the row may move it away from under the pointer
    const hovered = async () => {
      await area.hover()
      return opacity(area)
    }
    await expect.poll(hovered).toBe('1')
    await page.mouse.move(0, 0)
    await expect.poll(() => opacity(area)).toBe('0')
    await area.focus()
    await expect.poll(() => opacity(area)).toBe('1')
  })
})
