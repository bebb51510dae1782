import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leaveBrowser, takeBrowser } from '../support/browser/browser.ts'
import { DESK } from '../support/browser/browser-pool.ts'
import { type PiecesServer, startPieces } from '../support/browser/pieces-server.ts'
import { picture } from '../support/browser/pictures.ts'
import {
  borderContrast,
  differencePercent,
  partsOf,
  type Pixels,
  pixelsOf,
  textContrast,
} from '../support/browser/pixels.ts'
import { FULL, full } from '../support/full.ts'

/** Percent of the pixels of a state, most of which are its label and the room around it. */
const SEEN_PERCENT = 1

let server: PiecesServer
let page: Page

beforeAll(async () => {
  const [browser, started] = await Promise.all([takeBrowser(), startPieces()])
  server = started
  page = await (await browser.newContext({ reducedMotion: 'reduce', viewport: DESK })).newPage()
  page.setDefaultTimeout(10_000)
  await page.goto(`${server.url}#states`)
  await page.getByRole('heading', { name: 'States' }).waitFor()
})

afterAll(async () => {
  await leaveBrowser()
  await server?.stop()
})

// a dark scheme also shows what keeps the colours of the page
const SCHEMES: readonly ('light' | 'dark')[] = FULL ? ['light', 'dark'] : ['dark']

describe.each(SCHEMES)('in forced colours, %s', (colorScheme) => {
  beforeAll(() => page.emulateMedia({ forcedColors: 'active', colorScheme }))

  const state = (name: string) => page.locator(`[data-state="${name}"]`)
  /** Each state as it looks, cut out of one picture of them all. */
  let looks: Promise<Map<string, Pixels>> | null = null
  const look = async (name: string) => {
    looks ??= partsOf(page.locator('#states'), 'data-state')
    const found = (await looks).get(name)
    if (!found) throw new Error(`There is no state ${name}.`)
    return found
  }
  const expectDifferent = async (one: string, other: string) =>
    expect(differencePercent(await look(one), await look(other)), `${one}, ${other}`).toBeGreaterThan(
      SEEN_PERCENT,
    )
  const paper = async () => (await pixelsOf(page.getByRole('heading', { name: 'States' }))).at(0, 0)
  const expectShape = async (part: Locator, what: string) =>
    expect(borderContrast(await pixelsOf(part), await paper()), `border of ${what}`).toBeGreaterThan(3)
  const expectText = async (part: Locator, what: string) =>
    expect(textContrast(await pixelsOf(part)), `text of ${what}`).toBeGreaterThan(4.5)

  test.each([
    ['checkbox off', 'checkbox on'],
    ['checkbox off', 'checkbox partly'],
    ['checkbox on', 'checkbox partly'],
    ['checkbox off disabled', 'checkbox on disabled'],
    ['radio off', 'radio on'],
    ['radio off disabled', 'radio on disabled'],
    ['switch off', 'switch on'],
    ['switch off disabled', 'switch on disabled'],
    ['public switch off', 'public switch on'],
    ['tab other', 'tab page'],
    ['approval tab other', 'approval tab page'],
    ['part other', 'part page'],
    ['public page other', 'public page page'],
    ['progress 30', 'progress 60'],
  ])('%s is not like %s', expectDifferent)

  test.each([
    ['checkbox off', 'checkbox off disabled'],
    ['checkbox on', 'checkbox on disabled'],
    ['radio on', 'radio on disabled'],
    ['switch off', 'switch off disabled'],
    ['switch on', 'switch on disabled'],
    ['switch on with a reason', 'switch on disabled with a reason'],
    ['button filled', 'button filled disabled'],
    ['button default', 'button default disabled'],
    ['public button', 'public button disabled'],
    ['field', 'field disabled'],
  ])('%s does not look %s', expectDifferent)

  test('the current page of a list is not like another', async () => {
    const [current, other] = await Promise.all(
      ['Page 2', 'Page 3'].map((name) => pixelsOf(page.getByRole('button', { name, exact: true }))),
    )
    if (current && other) expect(differencePercent(current, other)).toBeGreaterThan(30)
  })

  full.test('the grades and badges keep their shape and text, and no grade looks like another', async () => {
    const grades = page.locator('[data-state^="grade "]')
    const names = await grades.evaluateAll((all) => all.map((one) => one.getAttribute('data-state') ?? ''))
    expect(names).toHaveLength(4)
    for (const name of names)
      for (const mark of await state(name).locator('span').all()) {
        await expectShape(mark, name)
        await expectText(mark, name)
      }
    for (const [place, name] of names.entries())
      for (const other of names.slice(place + 1))
        expect(differencePercent(await look(name), await look(other)), `${name}, ${other}`).toBeGreaterThan(4)
    for (const badge of await page.locator(':is([data-state^="badge "], [data-state="pill"]) > *').all()) {
      await expectShape(badge, 'badge')
      await expectText(badge, 'badge')
    }
  })

  full.test('the steps of a review, the bars of a chart and the focus can be seen', async () => {
    await picture(page, `forced-colours-${colorScheme}`)
    for (const step of await page.getByRole('list', { name: 'Review steps' }).getByRole('listitem').all()) {
      await expectShape(step, 'a step')
      await expectShape(step.locator('span').first(), "a step's mark")
      await expectText(step.locator('span').first(), "a step's mark")
    }
    const swatches = await page.locator('#states ul svg').all()
    expect(swatches).toHaveLength(5)
    const looks = await Promise.all(swatches.map(pixelsOf))
    for (const [place, one] of looks.entries()) {
      expect(borderContrast(one, await paper()), `swatch ${place}`).toBeGreaterThan(3)
      for (const other of looks.slice(place + 1)) expect(differencePercent(one, other)).toBeGreaterThan(4)
    }
    const bar = await pixelsOf(page.locator('#states svg:has(text)'))
    expect(borderContrast(bar, await paper()), 'the bar').toBeGreaterThan(3)
    for (const name of ['button default', 'checkbox on', 'switch on', 'tab page', 'public button']) {
      const before = await pixelsOf(state(name))
      await state(name).locator('button, input, a').first().focus()
      expect(differencePercent(await pixelsOf(state(name)), before), `focus of ${name}`).toBeGreaterThan(3)
    }
  })
})
