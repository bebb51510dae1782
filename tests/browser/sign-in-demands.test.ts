import { describe, expect } from 'vitest'
import { full } from '../support/full.ts'
import { demoEmail } from '../../server/seed/demo-people.ts'
import { addDays } from '../../shared/lib/date-range.ts'
import { formatDay, manilaDay } from '../../shared/lib/manila-days.ts'
import { PHONE } from '../support/browser/browser-pool.ts'
import { expectAccessible } from '../support/browser/browser.ts'
import { withDemo } from '../support/browser/demo.ts'
import { title } from '../support/browser/screen.ts'

describe('what a level demands', () => {
  const bureau = withDemo()

  full.test(
    'is set by an administrator of FMB, with a day far enough ahead, and announced on every page',
    async () => {
      const page = await bureau.as('fmb.admin')
      await page.goto('/users')
      await page.getByRole('link', { name: 'Sign-in', exact: true }).click()
      await title(page, 'Sign-in').waitFor()
      const regions = page.getByRole('region', { name: 'People of the regions' })
      await regions.getByText('have a second factor.').waitFor()
      await expectAccessible(page)

      const soon = addDays(manilaDay(new Date()), 13)
      const first = addDays(soon, 1)
      await regions.getByRole('radio', { name: 'Required' }).check()
      await regions.getByLabel('Required from').fill(soon)
      await regions.getByRole('button', { name: 'Save' }).click()
      await regions.getByText(`Choose ${formatDay(first)} or later`).waitFor()
      await regions.getByLabel('Required from').fill(first)
      await regions.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved: what people of the regions need to log in.').waitFor()
      await regions.getByText('Set by Benigno Salonga').waitFor()

      const approver = await bureau.as('r4a.approver')
      await approver.goto('/dashboard')
      await approver.getByText(`From ${formatDay(first)} you need a second factor to log in`).waitFor()
      expect(await approver.getByRole('link', { name: 'Set it up now' }).getAttribute('href')).toBe(
        '/my-sign-in',
      )
      await expectAccessible(approver)
      await approver.setViewportSize(PHONE)
      expect(await approver.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        PHONE.width,
      )
    },
  )

  full.test('offered, it is asked for on the dashboard alone, and of no one who has one', async () => {
    await bureau.db
      .updateTable('factor_demands')
      .set({ demand: 'offered', required_from: null })
      .where('access_level', '=', 'PENRO')
      .execute()
    const page = await bureau.as('quezon.encoder')
    const notice = page.getByText('Protect your account with a second factor')
    await page.goto('/dashboard')
    await notice.waitFor()
    await expectAccessible(page)
    await page.goto('/sitemap')
    await title(page, 'Profiling of SITES').waitFor()
    expect(await notice.count()).toBe(0)
    await bureau.db
      .updateTable('users')
      .set({ has_factor: true })
      .where('email', '=', demoEmail('quezon.encoder'))
      .execute()
    await page.goto('/dashboard')
    await page.getByRole('heading', { level: 1, name: /^Good day/ }).waitFor()
    expect(await notice.count()).toBe(0)
  })

  full.test('an office without phones finds its way', async () => {
    const page = await bureau.as('laguna.approver')
    await page.goto('/users/sign-in/without-phones')
    await title(page, 'Second factor in an office without phones').waitFor()
    for (const name of [
      'A sheet of codes on paper',
      'A security key',
      'When a sheet, a key or a phone is lost',
    ])
      await page.getByRole('region', { name }).waitFor()
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await expectAccessible(page)
  })
})
