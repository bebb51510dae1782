import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Demo } from './demo.ts'

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
export const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
/**
 * Waits until the page is at this path; a page that redirects at once, as at the end of a session, does not abort the
 * wait.
 */
export const waitForPath = (page: Page, pathname: string) =>
  expect.poll(() => new URL(page.url()).pathname).toBe(pathname)

/** Waits for this dialog and closes it by its OK. */
export async function acknowledge(page: Page, name: string): Promise<void> {
  await dialog(page, name).getByRole('button', { name: 'OK' }).click()
  await dialog(page, name).waitFor({ state: 'hidden' })
}

export const expectFocus = (element: ReturnType<typeof button>) =>
  expect.poll(() => element.evaluate((one) => one === document.activeElement)).toBe(true)

/** Goes to an address as a link of the page does, without loading the application again. */
export const navigateWithin = (page: Page, address: string) =>
  page.evaluate((to) => window.history.pushState(null, '', to), address)

/** Opens a page of this person at an address that they may read. */
export async function expectOpens(
  bureau: Demo,
  name: string,
  address: string,
  heading: string,
): Promise<Page> {
  const page = await bureau.as(name)
  await page.goto(address)
  await title(page, heading).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe(address.split('?')[0])
  return page
}
