import type { Locator, Page, Request } from 'playwright-core'
import { dialog } from './screen.ts'

/** A server error with a code, which is not retried; a retry would take three seconds. */
const SERVER_FAULT = JSON.stringify({ code: 'internal', message: 'The database has gone away.' })

export const button = (place: Page | Locator, name: string) =>
  place.getByRole('button', { name, exact: true })

/** A text field or a choice by its accessible name. */
export const field = (place: Page | Locator, name: string) =>
  place.getByRole('textbox', { name, exact: true }).or(place.getByRole('combobox', { name, exact: true }))

/** The options of a choice, without its placeholder. */
export const optionsOf = (place: Page | Locator, name: string) =>
  field(place, name)
    .locator('option')
    .evaluateAll((all) => all.flatMap((one) => (one.getAttribute('value') ? [one.textContent] : [])))

/** The choices on a page whose selected text does not fit. */
export const cutChoices = (page: Page) =>
  page.locator('main select, [role="dialog"] select').evaluateAll((all) =>
    (all as HTMLSelectElement[]).flatMap((select) => {
      const style = getComputedStyle(select)
      const context = document.createElement('canvas').getContext('2d')
      if (!context || select.offsetWidth === 0) return []
      context.font = style.font
      const words = select.selectedOptions[0]?.text ?? ''
      // the arrow that the browser draws overlaps the text
      const arrow = style.appearance === 'none' ? 0 : 20
      const room =
        select.clientWidth -
        Number.parseFloat(style.paddingLeft) -
        Number.parseFloat(style.paddingRight) -
        arrow
      return context.measureText(words).width > room ? [words] : []
    }),
  )

/** The messages under the fields, in the order of the page. */
export const fieldErrors = (place: Locator) => place.locator('.mantine-InputWrapper-error').allTextContents()

/** The text of the focused element. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    return at?.getAttribute('aria-label') ?? at?.textContent ?? ''
  })

export const hasFocus = (place: Locator) =>
  place.evaluateAll((all) => all.some((one) => one === document.activeElement))

export async function tabTo(wanted: Locator): Promise<void> {
  const { keyboard } = wanted.page()
  for (let presses = 0; presses < 80; presses += 1) {
    if (await hasFocus(wanted)) return
    await keyboard.press('Tab')
  }
  throw new Error(`The focus never reached ${wanted.toString()}.`)
}

/** Presses and releases the mouse with a repaint in between, as a person does. */
export async function pressLikeHand(wanted: Locator): Promise<void> {
  const page = wanted.page()
  // to the middle: a bar fixed to the edge may cover it
  await wanted.evaluate((one) => one.scrollIntoView({ block: 'center' }))
  await wanted.hover()
  await page.mouse.down()
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await page.mouse.up()
}

/** Two clicks as fast as a person makes them. */
export async function clickTwice(wanted: Locator): Promise<void> {
  // waits until it is at rest: a page that is loading may move it away under the pointer
  await wanted.click({ trial: true })
  const box = await wanted.boundingBox()
  if (!box) throw new Error(`${wanted.toString()} is not to be seen.`)
  const page = wanted.page()
  await wanted.click({ delay: 40 })
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 80)))
  // where the first click was, whatever is there now; `mouse.click` would start with a first click again
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
}

/** Presses a button of the dialog with this title and waits until the dialog is gone. */
export async function answerDialog(page: Page, title: string, label: string): Promise<void> {
  await button(dialog(page, title), label).click()
  await dialog(page, title).waitFor({ state: 'detached' })
}

/** Waits for this text in the dialog with this title and closes it by its OK. */
export async function acknowledgeMessage(page: Page, title: string, text: string): Promise<void> {
  await dialog(page, title).getByText(text, { exact: true }).waitFor()
  await answerDialog(page, title, 'OK')
}

/** Records every request of this method and path from now on. */
export function watch(page: Page, method: string, pathname: RegExp): Request[] {
  const seen: Request[] = []
  page.on('request', (request) => {
    if (request.method() === method && pathname.test(new URL(request.url()).pathname)) seen.push(request)
  })
  return seen
}

/** Makes the server fail at calls of this method and path. */
export const failAt = (page: Page, method: string, pathname: RegExp) =>
  page.route(
    (url) => pathname.test(url.pathname),
    (route) =>
      route.request().method() === method
        ? route.fulfill({ status: 500, contentType: 'application/json', body: SERVER_FAULT })
        : route.fallback(),
  )

/** Runs `act` while calls of this path are held back, then releases them. */
export async function whileBlocked(page: Page, pathname: RegExp, act: () => Promise<unknown>): Promise<void> {
  let letGo: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(
    (url) => pathname.test(url.pathname),
    async (route) => {
      await gate
      await route.fallback()
    },
  )
  try {
    await act()
  } finally {
    letGo()
  }
}
