import type { Browser, Page } from 'playwright-core'
import { DEMO_PASSWORD, demoEmail } from '../../../server/seed/demo-people.ts'
import { openFreshPage } from './browser-pool.ts'

/**
 * Logs in on the login page in a separate browser, ending another session of this person; the page closes when the test
 * ends.
 */
export async function logIn(browser: Browser, url: string, name: string): Promise<Page> {
  const page = await openFreshPage(browser, { url, token: null })
  await page.goto('/login')
  await page.getByLabel('Email address').fill(demoEmail(name))
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  const takeOver = page.getByRole('button', { name: 'Log in to this device' })
  const arrived = page.waitForURL('**/dashboard')
  await Promise.race([arrived, takeOver.waitFor()])
  if (await takeOver.isVisible()) await takeOver.click()
  await arrived
  return page
}
