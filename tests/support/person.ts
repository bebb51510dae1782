import type { Browser, BrowserContext, Page } from 'playwright-core'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'

export type Person = { page: Page; context: BrowserContext }

/** Opens a browser of one's own and logs in through the login page, taking over a session left elsewhere. */
export async function logIn(
  browser: Browser,
  url: string,
  name: string,
  viewport = { width: 1280, height: 900 },
): Promise<Person> {
  const context = await browser.newContext({ viewport, acceptDownloads: true })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(`${url}/login`)
  await page.getByLabel('Email address').fill(demoEmail(name))
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  const takeOver = page.getByRole('button', { name: 'Log in to this device' })
  const arrived = page.waitForURL('**/dashboard')
  await Promise.race([arrived, takeOver.waitFor()])
  if (await takeOver.isVisible()) await takeOver.click()
  await page.waitForURL('**/dashboard')
  return { page, context }
}
