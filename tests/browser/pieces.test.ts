import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectAccessible, leaveBrowser, takeBrowser } from '../support/browser/browser.ts'
import { pressLikeHand } from '../support/browser/on-screen.ts'
import { type PiecesServer, startPieces } from '../support/browser/pieces-server.ts'
import { DESK } from '../support/browser/browser-pool.ts'
import { FULL, full } from '../support/full.ts'

/** noon of the 20th in Manila */
const TODAY = new Date('2025-06-20T04:00:00Z')
const PHONE = { width: 360, height: 740 }

let server: PiecesServer
let page: Page

beforeAll(async () => {
  const [browser, started] = await Promise.all([takeBrowser(), startPieces()])
  server = started
  const context = await browser.newContext({ reducedMotion: 'reduce', timezoneId: 'America/Los_Angeles' })
  page = await context.newPage()
  page.setDefaultTimeout(10_000)
  await page.clock.setFixedTime(TODAY)
})

afterAll(async () => {
  await leaveBrowser()
  await server?.stop()
})

// the page stores nothing, so loading it resets it
beforeEach(async () => {
  await page.setViewportSize(DESK)
  await page.goto(server.url)
  await page.getByRole('heading', { name: 'Pieces' }).waitFor()
})

const told = async (what: string): Promise<unknown> =>
  JSON.parse((await page.getByLabel(`Told ${what}`).textContent()) ?? 'null')
const expectTold = (what: string, value: unknown) =>
  expect.poll(() => told(what), { timeout: 5000 }).toEqual(value)

const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
const type = async (label: string, text: string) => {
  await field(label).fill('')
  await field(label).pressSequentially(text)
}
const dayButton = (day: string) => page.getByRole('button', { name: day, exact: true })
/** Moves to the next control and waits until the calendar has closed. */
const leave = async () => {
  await page.keyboard.press('Tab')
  const days = page.getByRole('button', { name: /^\d+ \w+ \d{4}$/ })
  await expect.poll(() => days.count(), { timeout: 5000 }).toBe(0)
}
const whichDay = () => page.getByRole('group', { name: 'Which day do you mean?' })
const isFocused = (what: Locator) => what.evaluate((element) => document.activeElement === element)
const fitsItsWidth = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

describe('a date', () => {
  test('[SHELL-40] typed or picked in the calendar is told as 2025-06-01', async () => {
    const typed = ['2025/06/01', '1 Jun 2025']
    for (const text of FULL ? [...typed, 'June 1, 2025', '20250601', '2025-06-01'] : typed) {
      await type('Date of visit', text)
      await expectTold('day', '2025-06-01')
      await page.keyboard.press('Tab')
      await expect.poll(() => field('Date of visit').inputValue(), { message: text }).toBe('2025-06-01')
      await field('Date of visit').fill('')
      await expectTold('day', null)
    }
    // [S-172] nothing is taken until one of the two possible days is chosen, and what was read is said in words
    for (const text of ['06/01/2025', '01-06-2025']) {
      await type('Date of visit', text)
      await whichDay().waitFor()
      await expectTold('day', null)
      await whichDay().getByRole('button', { name: '1 June 2025', exact: true }).click()
      await expectTold('day', '2025-06-01')
      await expect.poll(() => field('Date of visit').inputValue()).toBe('2025-06-01')
      await page.getByText('Read as 1 June 2025.', { exact: true }).waitFor()
    }
    for (const text of ['June 1, 2025', '2025/6/1']) {
      await type('Date of visit', text)
      await expectTold('day', '2025-06-01')
      await page.getByText('Read as 1 June 2025.', { exact: true }).waitFor()
      expect(await whichDay().count()).toBe(0)
    }
    await field('Date of visit').fill('')
    await field('Date of visit').click()
    await dayButton('1 June 2025').click()
    await expectTold('day', '2025-06-01')
    await expect.poll(() => field('Date of visit').inputValue()).toBe('2025-06-01')
  })

  test('a text that is no date tells nothing, stays, and is complained about once it is whole, entered or left', async () => {
    await type('Date of visit', '2025-06-01')
    await expectTold('day', '2025-06-01')
    await type('Date of visit', '2025/02/30')
    await expectTold('day', null)
    const sentence = page.getByText(
      'Date of visit is not a day of the calendar. Please enter a date like 2025-06-01.',
      { exact: true },
    )
    await sentence.waitFor()
    await type('Date of visit', '2025')
    await sentence.waitFor({ state: 'hidden' })
    await page.keyboard.press('Enter')
    await sentence.waitFor()
    await type('Date of visit', '2025/02/30')
    await page.keyboard.press('Tab')
    await sentence.waitFor()
    await expect.poll(() => field('Date of visit').inputValue()).toBe('2025/02/30')
    await expect.poll(() => field('Date of visit').getAttribute('aria-invalid')).toBe('true')
    if (FULL) await expectAccessible(page)

    await type('Date of visit', '20250228')
    await page.keyboard.press('Tab')
    await expectTold('day', '2025-02-28')
    await expect.poll(() => page.getByText('Please enter a date like').count()).toBe(0)
    await type('Date of visit', '')
    await expectTold('day', null)
  })

  full.test('[S-172] a range waits for the choice between two days, which a phone has room for', async () => {
    await page.setViewportSize(PHONE)
    await type('Start date', '02/06/2025')
    await whichDay().waitFor()
    await page.keyboard.press('Tab')
    const june = whichDay().getByRole('button', { name: '2 June 2025', exact: true })
    await expect.poll(() => isFocused(june)).toBe(true)
    await expectAccessible(page)
    await expect.poll(() => fitsItsWidth()).toBe(true)
    await page.keyboard.press('Tab')
    const sentence = page.getByText('Choose which day you mean: 2 June 2025 or 6 February 2025.', {
      exact: true,
    })
    expect(await sentence.count()).toBe(0)
    await page.keyboard.press('Tab')
    await sentence.waitFor()
    await expectTold('range', { start: null, end: null })
    await expect.poll(() => field('Start date').inputValue()).toBe('02/06/2025')
    await june.press('Enter')
    await expectTold('range', { start: '2025-06-02', end: null })
    await sentence.waitFor({ state: 'hidden' })
    await expect.poll(() => isFocused(field('Start date'))).toBe(true)
  })

  full.test('[SHELL-41] with time is told with hours and minutes, whichever is given first', async () => {
    await page.getByLabel('Moment of visit, time').fill('14:30')
    await expectTold('moment', null)
    await type('Moment of visit', '06/01/2025')
    await expectTold('moment', null)
    await whichDay().getByRole('button', { name: '1 June 2025', exact: true }).click()
    await expectTold('moment', '2025-06-01 14:30')
    await page.getByLabel('Moment of visit, time').fill('00:05')
    await expectTold('moment', '2025-06-01 00:05')
    await field('Moment of visit').click()
    await dayButton('2 June 2025').click()
    await expectTold('moment', '2025-06-02 00:05')
  })

  test('[SHELL-41] with a day alone the time is midnight; a complaint does not move what is pressed meanwhile', async () => {
    await type('Moment of visit', '20250601')
    await expectTold('moment', '2025-06-01 00:00')
    await type('Moment of visit', '2025/02')
    await pressLikeHand(page.getByRole('button', { name: 'Tell' }))
    await page.getByRole('dialog', { name: 'Add User Successful' }).waitFor()
    await page.getByText(/Please enter a date like 2025-06-01\.$/).waitFor()
  })
})

describe('a range of dates', () => {
  test('[SHELL-38] after a start on the 1st the end picker ends on the 7th', async () => {
    await type('Start date', '2025/06/01')
    await leave()
    await field('End date').click()
    await expect.poll(() => dayButton('7 June 2025').isEnabled()).toBe(true)
    await expect.poll(() => dayButton('8 June 2025').isEnabled()).toBe(false)
    await dayButton('7 June 2025').click()
    await expectTold('range', { start: '2025-06-01', end: '2025-06-07' })
  })

  full.test('[SHELL-38] before an end on the 7th the start picker begins on the 1st', async () => {
    await type('End date', '20250607')
    await leave()
    await field('Start date').click()
    await dayButton('1 June 2025').waitFor()
    await expect.poll(() => dayButton('1 June 2025').isEnabled()).toBe(true)
    await expect.poll(() => dayButton('8 June 2025').isEnabled()).toBe(false)
    await type('Start date', '2025-05-31')
    await page.keyboard.press('Tab')
    await page
      .getByText(/^The date range can cover at most 7 days\. .* from Jun 01, 2025 to Jun 07, 2025\.$/)
      .waitFor()
    await expectTold('range', { start: null, end: '2025-06-07' })
  })

  full.test('[SHELL-39] no start after today, the day in Manila', async () => {
    await field('Start date').click()
    await expect.poll(() => dayButton('20 June 2025').isEnabled()).toBe(true)
    await expect.poll(() => dayButton('21 June 2025').isEnabled()).toBe(false)
    await type('Start date', '06/21/2025')
    // at once, without leaving the field
    await page.getByText('Start date cannot be later than today.', { exact: true }).waitFor()
    await expectTold('range', { start: null, end: null })
  })

  test('by keyboard alone', async () => {
    await field('Start date').focus()
    await page.keyboard.type('20250610')
    await page.keyboard.press('Tab')
    await expect.poll(() => isFocused(page.getByRole('button', { name: 'Clear Start date' }))).toBe(true)
    await page.keyboard.press('Tab')
    await expect.poll(() => isFocused(field('End date'))).toBe(true)
    await page.keyboard.type('06/16/2025')
    await expectTold('range', { start: '2025-06-10', end: '2025-06-16' })
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expectTold('range', { start: null, end: '2025-06-16' })
    await expect.poll(() => field('Start date').inputValue()).toBe('')
  })

  full.test('an open calendar is accessible and fits a phone', async () => {
    await page.setViewportSize(PHONE)
    await field('End date').click()
    await dayButton('20 June 2025').waitFor()
    if (FULL) await expectAccessible(page)
    await expect.poll(() => fitsItsWidth()).toBe(true)
    await page.keyboard.press('Escape')
    await dayButton('20 June 2025').waitFor({ state: 'hidden' })
  })
})

describe('several files', () => {
  const choose = (...names: string[]) =>
    page
      .getByLabel('Attachments', { exact: true })
      .setInputFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('x') })))

  test('[FILES-07] five are taken, a sixth is not', async () => {
    await choose('1.txt', '2.txt', '3.txt', '4.txt', '5.txt', '6.txt')
    await page.getByText('You can only upload up to 5 files.').waitFor()
    await expectTold('files', [])
    await choose('1.txt', '2.txt', '3.txt', '4.txt')
    await choose('5.txt')
    await expectTold('files', ['1.txt', '2.txt', '3.txt', '4.txt', '5.txt'])
    await expect.poll(() => page.getByText('You can only upload up to 5 files.').count()).toBe(0)
    await choose('6.txt')
    await page.getByText('You can only upload up to 5 files.').waitFor()
    if (FULL) await expectAccessible(page)
  })

  full.test('[FILES-01] where only PDFs are taken, what is none is refused whatever its name', async () => {
    const plans = page.getByLabel('Plans', { exact: true })
    const named = (name: string, mimeType: string) => ({ name, mimeType, buffer: Buffer.from('x') })
    await expect.poll(() => plans.getAttribute('accept')).toBe('.pdf')
    await plans.setInputFiles(named('plan.pdf', 'image/png'))
    await page.getByText('Please upload a valid PDF file.', { exact: true }).waitFor()
    await expectTold('plans', [])
    await plans.setInputFiles(named('plan.pdf', 'application/pdf'))
    await expectTold('plans', ['plan.pdf'])
  })

  test('a file is taken off by key, and its name may come again', async () => {
    await choose('plan.txt', 'map.txt')
    await page.getByRole('button', { name: 'Remove plan.txt' }).focus()
    await page.keyboard.press('Enter')
    await expectTold('files', ['map.txt'])
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.type))
      .toBe('file')
    await choose('plan.txt')
    await expectTold('files', ['map.txt', 'plan.txt'])
  })
})

describe('dialogs', () => {
  const dialog = () => page.getByRole('dialog')
  const expectAtItsText = (text: string) =>
    expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(text)

  test('[SHELL-20] [S-141] a confirmation without a reason begins at its text: Enter answers nothing until a button is reached', async () => {
    const ask = page.getByRole('button', { name: 'Ask', exact: true })
    await ask.press('Enter')
    await dialog().getByText('Are you sure?').waitFor()
    await expect.poll(() => dialog().getByRole('textbox').count()).toBe(0)
    const confirm = dialog().getByRole('button', { name: 'Deactivate' })
    await expectAtItsText('Are you sure?')
    for (const key of ['Enter', 'Space', 'Enter']) await page.keyboard.press(key)
    await dialog().getByText('Are you sure?').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect.poll(() => isFocused(confirm)).toBe(true)
    await page.keyboard.press('Enter')
    await expectTold('answer', {})
    await dialog().waitFor({ state: 'hidden' })
    await expect.poll(() => isFocused(ask)).toBe(true)
  })

  full.test('[S-141] a confirmation of what cannot be undone begins at its text as well', async () => {
    await page.getByRole('button', { name: 'Ask about the end' }).press('Enter')
    const cancel = dialog().getByRole('button', { name: 'Cancel' })
    await cancel.waitFor()
    await expect.poll(() => dialog().evaluate((one) => one.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect.poll(() => isFocused(cancel)).toBe(true)
    await page.keyboard.press('Enter')
    await expectTold('answer', null)
  })

  test('[SHELL-20] a confirmation with a reason waits for one of 2 to 50 characters, by keyboard alone, and fits a phone', async () => {
    const ask = page.getByRole('button', { name: 'Ask with a reason' })
    await ask.press('Enter')
    await dialog().getByLabel('Reason').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
    const deactivate = dialog().getByRole('button', { name: 'Deactivate' })
    await page.keyboard.type(' x ')
    await expect.poll(() => deactivate.isEnabled()).toBe(false)
    await page.keyboard.type('y'.repeat(60))
    // told, not cut
    await expect.poll(() => dialog().getByLabel('Reason').inputValue()).toHaveLength(63)
    await dialog().getByText('Reason cannot exceed 50 characters.').first().waitFor()
    expect(await deactivate.isEnabled()).toBe(false)
    await dialog().getByLabel('Reason').fill('Left the office')
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size)
      if (FULL) await expectAccessible(page)
      await expect.poll(() => fitsItsWidth(), { message: `${size.width} px` }).toBe(true)
    }
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectTold('answer', { reason: 'Left the office' })
    await dialog().waitFor({ state: 'hidden' })
    await expect.poll(() => isFocused(ask)).toBe(true)
  })

  full.test('[SHELL-20] Escape and Cancel answer no', async () => {
    for (const leave of ['Escape', 'Cancel']) {
      await page.getByRole('button', { name: 'Ask with a reason' }).click()
      await dialog().getByLabel('Reason').waitFor()
      if (leave === 'Escape') await page.keyboard.press('Escape')
      else await dialog().getByRole('button', { name: 'Cancel' }).click()
      await expectTold('answer', null)
      await dialog().waitFor({ state: 'hidden' })
    }
  })

  test('[SHELL-21] an info modal names itself, tells its message and goes with OK', async () => {
    await page.getByRole('button', { name: 'Tell' }).press('Enter')
    const info = page.getByRole('dialog', { name: 'Add User Successful' })
    await info.getByText('The user was added.').waitFor()
    if (FULL) await expectAccessible(page)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('OK')
    await page.keyboard.press('Enter')
    await info.waitFor({ state: 'hidden' })
    await expectTold('answer', 'read')
  })
})

test('[SHELL-22] while a save is under way the overlay says so and holds keys and clicks back', async () => {
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.press('Enter')
  const overlay = page.getByRole('alert')
  await overlay.getByText('Please Wait...', { exact: true }).waitFor()
  await overlay
    .getByText('We are processing your request. This may take a few moments.', { exact: true })
    .waitFor()
  if (FULL) await expectAccessible(page)
  for (const key of ['Enter', 'Space', 'Tab', 'Enter']) await page.keyboard.press(key)
  const box = await save.boundingBox()
  if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  expect(await told('presses')).toBe(1)

  server.release()
  await overlay.waitFor({ state: 'hidden' })
  await save.press('Enter')
  await expectTold('presses', 2)
  server.release()
})

full.test('long work says how far it is and can be stopped', async () => {
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
  for (let step = 0; step < 2; step += 1) await page.getByRole('button', { name: 'Go on' }).click()
  const bar = page.getByRole('progressbar', { name: 'Preparing the report' })
  await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('60')
  await page.getByText('6 of 10 rows').waitFor()
  await page.getByRole('status').filter({ hasText: 'Preparing the report 50 %' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await bar.waitFor({ state: 'hidden' })
})

full.test('all pieces are accessible and fit at 1280 and 360 px', async () => {
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size)
    await expectAccessible(page)
    await expect.poll(() => fitsItsWidth(), { message: `${size.width} px` }).toBe(true)
  }
})
