import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { demoEmail } from '../../server/seed/demo-people.ts'
import { CODE_SIGNS } from '../../shared/factors/codes.ts'
import { DESK, PHONE } from '../support/browser/browser-pool.ts'
import { expectAccessible } from '../support/browser/browser.ts'
import { withDemo } from '../support/browser/demo.ts'
import { button, dialog, title, waitForPath } from '../support/browser/screen.ts'
import { ask } from '../support/product/session.ts'
import { full } from '../support/full.ts'

const SIGNS = new RegExp(`[${CODE_SIGNS}]{4} [${CODE_SIGNS}]{4}`)

describe('a lost second factor', () => {
  const bureau = withDemo()

  /** Gives a person an authenticator app and an own computer. */
  const withApp = async (name: string) => {
    const email = demoEmail(name)
    await ask(
      bureau.product,
      `insert into app_factors (user_id, secret, confirmed_at)
       select id, '\\x00', now() from users where email = $1 on conflict do nothing`,
      [email],
    )
    await ask(
      bureau.product,
      `insert into own_computers (user_id, token_hash, device, network_address, expires_at)
       select id, sha256(email::bytea), 'Firefox on Windows', '10.0.0.7', now() + interval '20 days'
       from users where email = $1 on conflict do nothing`,
      [email],
    )
    await ask(bureau.product, 'update users set has_factor = true, factor_reset_at = null where email = $1', [
      email,
    ])
  }
  const endsOf = (name: string) =>
    ask<{ ended_by: string | null }>(
      bureau.product,
      'select ended_by from reset_codes join users on users.id = user_id where email = $1 order by reset_codes.id',
      [demoEmail(name)],
    )
  const goodAtBothWidths = async (page: Page) => {
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size)
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
    }
  }
  const openUser = async (page: Page, name: string) => {
    await page.goto(`/users?search=${name}`)
    await page.getByText(demoEmail(name)).first().click()
    return page.getByRole('region', { name: 'Sign-in' })
  }

  full.test(
    'an administrator sees factor, session and computers, forgets a computer, and issues a code whose signs are shown once',
    async () => {
      await withApp('quezon.encoder')
      const person = await bureau.as('quezon.encoder')
      await person.goto('/dashboard')
      await button(person, /PENRO Encoder - Katrina!/).waitFor()
      await ask(
        bureau.product,
        `update sessions set network_address = '10.0.0.9', user_agent = $2
       from users where users.id = user_id and email = $1`,
        [
          demoEmail('quezon.encoder'),
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36',
        ],
      )

      const page = await bureau.as('r4a.admin')
      const panel = await openUser(page, 'quezon.encoder')
      await panel.getByText('Authenticator app', { exact: true }).waitFor()
      await panel.getByText('Chrome on Windows, network 10.0.0.9').waitFor()
      await panel.getByText('Firefox on Windows, network 10.0.0.7').waitFor()
      await goodAtBothWidths(page)

      await panel.getByRole('button', { name: 'Forget this computer', exact: true }).click()
      await dialog(page, 'Forget this computer?')
        .getByRole('button', { name: 'Forget this computer' })
        .click()
      await panel.getByText('Firefox on Windows').waitFor({ state: 'hidden' })

      await panel.getByRole('button', { name: 'Issue reset code', exact: true }).click()
      const question = dialog(page, 'Issue a reset code for Katrina Luna?')
      await question.getByText('Issue it only when Katrina Luna is in front of you.').waitFor()
      await goodAtBothWidths(page)
      await question.getByRole('button', { name: 'Cancel' }).click()
      await question.waitFor({ state: 'hidden' })
      expect(await endsOf('quezon.encoder')).toEqual([])

      await panel.getByRole('button', { name: 'Issue reset code', exact: true }).click()
      await question.getByRole('button', { name: 'Issue reset code' }).click()
      const shown = dialog(page, 'Reset code for Katrina Luna')
      await shown.getByText(SIGNS).waitFor()
      await shown.getByText('Read them out to Katrina Luna now. They are not shown again.').waitFor()
      await goodAtBothWidths(page)
      const signs = SIGNS.exec((await shown.textContent()) ?? '')?.[0] ?? ''
      await shown.getByRole('button', { name: 'I have read them out' }).click()

      await panel.getByText('A reset code is open').waitFor()
      await panel.getByText('Not logged in').waitFor()
      await page.reload()
      expect(await page.content()).not.toContain(signs)

      await person.goto('/report')
      await waitForPath(person, '/login')
    },
  )

  full.test(
    'of an administrator of FMB one issues half, sees that the other half is another one’s, who issues it',
    async () => {
      await withApp('fmb.approver')
      const page = await bureau.as('fmb.admin')
      const panel = await openUser(page, 'fmb.approver')
      await panel.getByRole('button', { name: 'Issue first half', exact: true }).click()
      const question = dialog(page, 'Issue a reset code for Corazon Dimaculangan?')
      await question.getByRole('button', { name: 'Issue first half' }).click()
      const shown = dialog(page, 'Reset code for Corazon Dimaculangan')
      await shown.getByText('These are the first four signs.', { exact: false }).waitFor()
      await shown.getByRole('button', { name: 'I have read them out' }).click()
      await panel.getByText('Half of a reset code is issued').waitFor()
      await panel.getByText(/^Benigno Salonga issued the first half on/).waitFor()
      const refused = panel.getByRole('button', { name: /^Issue second half/ })
      expect(await refused.getAttribute('aria-disabled')).toBe('true')
      expect(await refused.getAttribute('title')).toContain(
        'Another administrator must issue the second half.',
      )
      await goodAtBothWidths(page)

      const other = await bureau.as('fmb.super')
      const theirs = await openUser(other, 'fmb.approver')
      await theirs.getByRole('button', { name: 'Issue second half', exact: true }).click()
      await dialog(other, 'Issue a reset code for Corazon Dimaculangan?')
        .getByRole('button', { name: 'Issue second half' })
        .click()
      await dialog(other, 'Reset code for Corazon Dimaculangan')
        .getByText('These are the last four signs.', { exact: false })
        .waitFor()
    },
  )

  full.test('an approver finds the people of the office in the menu, and issues a code there', async () => {
    await withApp('laguna.encoder')
    const page = await bureau.as('laguna.approver')
    await page.goto('/dashboard')
    await button(page, /PENRO Approver - Honorio!/).click()
    await page.getByRole('menuitem', { name: 'Lost second factor' }).click()
    await title(page, 'Lost second factor').waitFor()
    await page.getByText('Isabel Muñoz').first().waitFor()
    await goodAtBothWidths(page)
    await button(page, 'Issue reset code for Isabel Muñoz').click()
    await dialog(page, 'Issue a reset code for Isabel Muñoz?')
      .getByRole('button', { name: 'Issue reset code' })
      .click()
    await dialog(page, 'Reset code for Isabel Muñoz')
      .getByRole('button', { name: 'I have read them out' })
      .click()
    await page.getByText(/^Reset code open until/).waitFor()
    await page.getByText('Isabel Muñoz').first().waitFor()
  })

  full.test('administrators of FMB see every code on the page of sign-in', async () => {
    const page = await bureau.as('fmb.admin')
    await page.goto('/users/sign-in')
    const list = page.getByRole('region', { name: 'Reset codes' })
    await list.getByText('Amihan Villanueva').first().waitFor()
    await list
      .getByText(/^Open until/)
      .first()
      .waitFor()
    await goodAtBothWidths(page)
  })
})
