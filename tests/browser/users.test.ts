import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { demoEmail } from '../../server/seed/demo-people.ts'
import { PERMISSION_KEYS } from '../../shared/access/permissions.ts'
import { openDemoPages } from '../support/browser/demo-pages.ts'
import {
  acknowledgeMessage,
  answerDialog,
  button,
  clickTwice,
  failAt,
  field,
  focused,
  hasFocus,
  optionsOf,
  watch,
  whileBlocked,
} from '../support/browser/on-screen.ts'
import { checkedDialog, loaded, recordScreen } from '../support/browser/record-screen.ts'
import { dialog } from '../support/browser/screen.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { ask } from '../support/product/session.ts'
import { FULL, full } from '../support/full.ts'

const CONFLICT = 'This record has already been acted on. Please refresh.'
const SERVER_FAULT = 'An unexpected error occurred on the server. Please try again later.'

describe('user management', () => {
  /** the list of these people only, which is drawn faster */
  const found = (name: string) => `/users?search=${name}`
  const desk = openDemoPages(found('laguna.encoder'))
  const { as, handTo } = desk
  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: demoEmail(name) })
  const { open, view, close, answerTwice, deactivate, ...expects } = recordScreen({
    noun: 'user',
    row,
    edit: 'Edit Profile',
    status: 'Account status',
    off: 'Deactivate this account?',
    on: { title: 'Reactivate this account?', label: 'Reactivate' },
  })
  const choices = async (page: Page, label: string) => {
    await expect.poll(() => optionsOf(page, label)).not.toEqual([])
    return optionsOf(page, label)
  }
  const userOf = async (name: string) => {
    const [user] = await ask(desk.product, 'select * from users where email = $1', [demoEmail(name)])
    return user as Record<string, unknown> | undefined
  }
  /** Adds a user of a default role to PENRO Laguna, for a separate test. */
  const addUser = async (name: string, last_name: string, role = 'PENRO Encoder') => {
    await ask(
      desk.product,
      `insert into users (first_name, last_name, sex, email, access_level, region_id, office_id, role_id)
       select 'Ramon', $1, 'Male', $2, 'PENRO', offices.region_id, offices.id, roles.id
       from offices, roles where offices.name = 'PENRO Laguna' and roles.name = $3`,
      [last_name, demoEmail(name), role],
    )
  }
  const fillPerson = async (page: Page, first: string, last: string, email: string) => {
    const form = dialog(page, 'Add User')
    await field(form, 'First Name').fill(first)
    await field(form, 'Last Name').fill(last)
    await form.getByLabel('Female').check()
    await field(form, 'Email Address').fill(email)
  }

  full.test('[USERS-02] [USERS-04] the list has its columns and comes by email address', async () => {
    const page = await as('fmb.super', '/config.json')
    const asked = watch(page, 'GET', /\/users\/datatable$/)
    await page.goto(`${desk.product.url}/users?length=40`)
    await loaded(page)
    const order = new URL(asked[0]?.url() ?? '').searchParams
    expect([order.get('order[0][column]'), order.get('order[0][dir]')]).toEqual(['email', 'asc'])
    await expect
      .poll(() => page.getByRole('columnheader').allTextContents())
      .toEqual(['Name', 'Role', 'Email Address', 'Account Status', 'Last Login', 'Actions'])
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Email Address' }).getAttribute('aria-sort'))
      .toBe('ascending')
    await expect
      .poll(() => row(page, 'left.encoder').innerText())
      .toMatch(/Paolo Reyes[\s\S]*PENRO Encoder[\s\S]*Deactivated[\s\S]*Never/)
    await expect
      .poll(() =>
        row(page, 'fmb.super')
          .getByText(/^\w{3} \d{2}, \d{4} \d{2}:\d{2} [AP]M$|^Never$/)
          .count(),
      )
      .toBe(1)
    if (FULL) await expectGoodAtEverySize(page)
  })

  full.test(
    '[USERS-05] [USERS-06] [USERS-49] the details show every field, an empty sex as Male, and the view is noted',
    async () => {
      await addUser('seen.full', 'Batungbakal')
      await addUser('seen.nosex', 'Dimasupil')
      await ask(desk.product, 'update users set sex = null where email = $1', [demoEmail('seen.nosex')])
      await ask(
        desk.product,
        `update users set middle_name = 'Dela Cruz', status = 'Deactivated', deactivate_reason = 'On study leave',
         deactivated_at = '2025-06-03T06:30:00Z', created_at = '2025-06-01T06:30:00Z', updated_at = '2025-06-02T06:30:00Z',
         last_logged_in = '2025-06-01T23:00:00Z',
         deactivated_by = (select id from users where email = $2),
         created_by = (select id from users where email = $3), updated_by = (select id from users where email = $4)
       where email = $1`,
        ['seen.full', 'fmb.admin', 'laguna.admin', 'r4a.admin'].map(demoEmail),
      )
      const page = await as('fmb.super', found('seen.'))
      const noted = watch(page, 'POST', /\/users\/audit-logs$/)
      const details = await view(page, 'seen.full')
      const fields = await details.evaluate((box) =>
        Object.fromEntries(
          [...box.querySelectorAll('dt')].map((term) => [
            term.textContent,
            term.nextElementSibling?.textContent,
          ]),
        ),
      )
      expect(fields).toEqual({
        'Reason for Deactivation': 'On study leave',
        'Date Deactivated': 'Jun 03, 2025 02:30 PM',
        'Deactivated By': 'Benigno Salonga',
        'First Name': 'Ramon',
        'Middle Name': 'Dela Cruz',
        'Last Name': 'Batungbakal',
        Sex: 'Male',
        'Email Address': demoEmail('seen.full'),
        'Access Level': 'PENRO',
        Role: 'PENRO Encoder',
        Region: 'Region IV-A (CALABARZON)',
        PENRO: 'PENRO Laguna',
        'Date Created': 'Jun 01, 2025 02:30 PM',
        'Created By': 'Gloria Peñaflor',
        'Date Updated': 'Jun 02, 2025 02:30 PM',
        'Updated By': 'Danilo Macaraeg',
        'Last Login': 'Jun 02, 2025 07:00 AM',
      })
      const toggle = details.getByRole('switch', { name: 'Account status: Deactivated' })
      await expect.poll(() => toggle.isChecked()).toBe(false)

      const { id } = (await userOf('seen.full')) ?? {}
      await expect
        .poll(() => noted.map((request) => request.postDataJSON()))
        .toEqual([{ model_name: 'User', id, event: 'View' }])
      const events = () =>
        ask(desk.product, `select user_email from audit_logs where event = 'View' and auditable_code = $1`, [
          demoEmail('seen.full'),
        ])
      await expect.poll(events).toEqual([{ user_email: demoEmail('fmb.super') }])
      if (FULL) await expectGoodAtEverySize(page)

      await close(page)
      await view(page, 'seen.nosex')
      await expect.poll(() => details.locator('div:has(> dt:text-is("Sex")) > dd').innerText()).toBe('Male')
    },
  )

  full.test(
    '[USERS-09] [USERS-18] [USERS-49] the own profile offers another password, a choice of mails and nothing else',
    async () => {
      const page = await as('fmb.super', found('fmb.super'))
      await loaded(page)
      await expect
        .poll(() =>
          row(page, 'fmb.super')
            .getByRole('button')
            .evaluateAll((all) => all.map((one) => one.getAttribute('title'))),
        )
        .toEqual(['View'])
      const offers = async (title: string) => {
        const box = dialog(page, title)
        await box.getByText('Last Login').waitFor()
        await expect
          .poll(() => box.getByRole('link', { name: 'Change password' }).getAttribute('href'))
          .toBe('/change-password')
        await expect.poll(() => box.getByRole('switch').count()).toBe(0)
        await expect
          .poll(() =>
            box
              .getByRole('button')
              .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent)),
          )
          .toEqual(['Close', 'Save mails'])
        await page.keyboard.press('Escape')
        await box.waitFor({ state: 'detached' })
      }
      const noted = watch(page, 'POST', /\/users\/audit-logs$/)
      await open(page, 'View', 'fmb.super')
      await offers('User details')
      await expect.poll(() => noted.length).toBe(1)
      await page.getByRole('button', { name: /!$/ }).click()
      await page.getByRole('menuitem', { name: 'View Profile' }).click()
      await offers('My profile')
      // the own details are logged like any user's, wherever they are opened
      await expect.poll(() => noted.length).toBe(2)
      await expect.poll(() => focused(page)).toMatch(/Super Administrator - Amihan!$/)

      await page.goto(`${desk.product.url}/roles?openProfile=true`)
      await offers('My profile')
      await expect.poll(() => page.url()).not.toContain('openProfile')
    },
  )

  full.test(
    '[S-148] a typing error makes no office: the nearest is offered, a new one confirmed, and FMB renames and merges it',
    async () => {
      const page = await as('fmb.super', found('bayani'))
      await button(page, 'Add User').click()
      const form = dialog(page, 'Add User')
      await fillPerson(page, 'Bayani', 'Lakandula', 'bayani@bureau.example')
      await field(form, 'Access Level').selectOption('PENRO')
      await choices(page, 'Role')
      await field(form, 'Role').selectOption({ label: 'PENRO Encoder' })
      await field(form, 'Region').selectOption({ label: 'Region IV-A (CALABARZON)' })
      await field(form, 'PENRO').fill('PENRO Lagunna')
      await field(form, 'First Name').click()
      const save = form.getByRole('button', { name: 'Add User', exact: true })
      await save.click()
      const asked = dialog(page, 'Make a new office, PENRO Lagunna?')
      await asked.getByText('The nearest: PENRO Laguna.').waitFor()
      if (FULL) await expectGoodAtEverySize(page)
      await asked.getByRole('button', { name: 'Use PENRO Laguna' }).click()
      // the question names role, level and office
      const sure = dialog(page, 'Add this user?')
      await sure.getByText('PENRO Encoder, access level PENRO, PENRO Laguna', { exact: true }).waitFor()
      await sure.getByRole('button', { name: 'Cancel' }).click()
      await expect.poll(() => field(form, 'PENRO').inputValue()).toBe('PENRO Laguna')

      await field(form, 'PENRO').fill('PENRO Lagunna')
      await field(form, 'First Name').click()
      await save.click()
      await asked.getByRole('button', { name: 'Make new office' }).click()
      await answerDialog(page, 'Add this user?', 'Add User')
      await acknowledgeMessage(
        page,
        'Add User Successful',
        'A link to set the password is on its way to bayani@bureau.example.',
      )

      await page.getByRole('link', { name: 'Offices', exact: true }).click()
      await page.getByRole('heading', { name: 'Offices', exact: true }).waitFor()
      await page.getByRole('searchbox').fill('lagun')
      await button(page, 'Rename PENRO Lagunna').click()
      const rename = dialog(page, 'Rename PENRO Lagunna')
      await field(rename, 'Name').fill('penro laguna')
      await rename.getByRole('button', { name: 'Rename office' }).click()
      await rename.getByText('Another office of this region has this name. Merge the two instead.').waitFor()
      if (FULL) await expectGoodAtEverySize(page)
      await field(rename, 'Name').fill('CENRO Laguna West')
      await rename.getByRole('button', { name: 'Rename office' }).click()
      await rename.waitFor({ state: 'detached' })

      await button(page, 'Merge CENRO Laguna West').click()
      const merge = dialog(page, 'Merge CENRO Laguna West')
      await field(merge, 'Merge with').selectOption({ label: 'PENRO Laguna' })
      await merge.getByRole('button', { name: 'Merge offices' }).click()
      await dialog(page, 'Merge CENRO Laguna West into PENRO Laguna?')
        .getByText('1 user and 0 profiles')
        .waitFor()
      await answerDialog(page, 'Merge CENRO Laguna West into PENRO Laguna?', 'Merge offices')
      await merge.waitFor({ state: 'detached' })
      await expect.poll(() => button(page, 'Rename CENRO Laguna West').count()).toBe(0)
      const [{ penro } = { penro: null }] = await ask<{ penro: string }>(
        desk.product,
        `select offices.name as penro from users join offices on offices.id = office_id where email = 'bayani@bureau.example'`,
      )
      expect(penro).toBe('PENRO Laguna')
    },
  )

  test('[SHELL-42] [USERS-03] [USERS-46] [USERS-14] adding asks, sends once, tells and shows the new row', async () => {
    const page = await as('fmb.super', found('tala'))
    const sent = watch(page, 'POST', /\/users$/)
    await button(page, 'Add User').click()
    await fillPerson(page, 'Tala', 'Buenaventura', 'tala@bureau.example')
    const form = dialog(page, 'Add User')
    await field(form, 'Access Level').selectOption('PENRO')
    await choices(page, 'Role')
    await field(form, 'Role').selectOption({ label: 'PENRO Encoder' })
    await field(form, 'Region').selectOption({ label: 'Region IV-A (CALABARZON)' })
    await field(form, 'PENRO').fill('PENRO Polillo Islands')
    await page.keyboard.press('Escape')
    await form.getByRole('button', { name: 'Add User', exact: true }).dblclick()
    await dialog(page, 'Add this user?').waitFor()
    expect(sent, 'nothing is sent before it is confirmed').toEqual([])

    // on a slow connection the page waits under the overlay
    await whileBlocked(page, /\/api\/users$/, async () => {
      await dialog(page, 'Add this user?').getByRole('button', { name: 'Add User', exact: true }).dblclick()
      await page.getByText('Please Wait...').waitFor()
    })
    await checkedDialog(page, 'Add User Successful')
    await acknowledgeMessage(
      page,
      'Add User Successful',
      'A link to set the password is on its way to tala@bureau.example.',
    )
    expect(sent.map((request) => request.postDataJSON())).toEqual([
      expect.objectContaining({
        first_name: 'Tala',
        last_name: 'Buenaventura',
        middle_name: null,
        sex: 'Female',
        access_level: 'PENRO',
        penro: 'PENRO Polillo Islands',
      }),
    ])
    await row(page, 'tala').waitFor()
    await expect.poll(() => focused(page)).toBe('Add User')
    const [stored] = await ask(
      desk.product,
      `select offices.name from users join offices on offices.id = office_id where email = $1`,
      [demoEmail('tala')],
    )
    expect(stored).toEqual({ name: 'PENRO Polillo Islands' })
  })

  full.test('[SHELL-43] cancelling with entries asks, and goes on with them when told so', async () => {
    // a page before, to go back to
    const page = await as('fmb.super', '/audit-logs')
    await page.getByRole('link', { name: 'User Management' }).click()
    await button(page, 'Add User').click()
    const form = dialog(page, 'Add User')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await form.waitFor({ state: 'detached' })

    await button(page, 'Add User').click()
    await field(form, 'First Name').fill('Amado')
    for (const way of ['Cancel', 'Close']) {
      await form.getByRole('button', { name: way, exact: true }).click()
      await dialog(page, 'Discard what you have entered?').waitFor()
      if (FULL && way === 'Cancel') await expectGoodAtEverySize(page)
      await answerDialog(page, 'Discard what you have entered?', 'Continue editing')
    }
    await field(form, 'First Name').press('Escape')
    await answerDialog(page, 'Discard what you have entered?', 'Continue editing')
    await page.goBack()
    await answerDialog(page, 'Discard what you have entered?', 'Continue editing')
    await expect.poll(() => field(form, 'First Name').inputValue()).toBe('Amado')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await answerDialog(page, 'Discard what you have entered?', 'Discard')
    await form.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Add User')
  })

  full.test('[USERS-21] switch and edit show to a higher hierarchy, or to the highest', async () => {
    const keys = PERMISSION_KEYS.filter((key) => key.startsWith('user_'))
    await ask(desk.product, `update roles set permissions = $1 where name = 'FMB Approver'`, [keys])
    await ask(
      desk.product,
      `insert into users (first_name, last_name, email, access_level, role_id)
       select 'Sixto', 'Ople', $1, 'FMB', id from roles where name = 'FMB Super Administrator'`,
      [demoEmail('laguna.super')],
    )
    const targets = ['laguna.super', 'laguna.admin', 'laguna.approver', 'laguna.encoder']
    // every pair is tried in users.policy.test.ts
    const viewers = ['fmb.super', 'fmb.admin', 'fmb.approver']
    const page = await desk.stranger()
    for (const [mine, viewer] of viewers.entries()) {
      await handTo(page, viewer, found('laguna.'))
      for (const [theirs, target] of targets.entries()) {
        const allowed = mine === 0 || mine < theirs ? 1 : 0
        await row(page, target).waitFor()
        const edit = row(page, target).getByRole('button', { name: /^Edit / })
        await expect.poll(() => edit.count(), { message: `${target} for ${viewer}` }).toBe(allowed)
        const details = await view(page, target)
        await expect
          .poll(
            async () => [
              await details.getByRole('switch').count(),
              await details.getByRole('button', { name: 'Edit Profile' }).count(),
            ],
            { message: `${target} for ${viewer}` },
          )
          .toEqual([allowed, allowed])
        await close(page)
      }
    }
  })

  full.test(
    '[USERS-08] [USERS-13] [USERS-43] [USERS-46] editing keeps the address, clears a middle name and sends no authors',
    async () => {
      await addUser('edited', 'Catacutan')
      await ask(desk.product, `update users set middle_name = 'Santos' where email = $1`, [
        demoEmail('edited'),
      ])
      const page = await as('fmb.super', found('edited'))
      const sent = watch(page, 'PATCH', /\/users\/\d+$/)
      const details = await view(page, 'edited')
      await details.getByRole('button', { name: 'Edit Profile' }).click()
      const form = dialog(page, 'Edit User')
      await field(form, 'First Name').waitFor()
      await expect.poll(() => hasFocus(field(form, 'First Name'))).toBe(true)
      await expect.poll(() => field(form, 'Email Address').isDisabled()).toBe(true)
      await expect.poll(() => field(form, 'Email Address').inputValue()).toBe(demoEmail('edited'))
      await expect.poll(() => field(form, 'PENRO').inputValue()).toBe('PENRO Laguna')
      for (const label of [
        'First Name',
        'Middle Name',
        'Last Name',
        'Access Level',
        'Role',
        'Region',
        'PENRO',
      ])
        await expect.poll(() => field(form, label).isEnabled(), { message: label }).toBe(true)
      await expect.poll(() => form.getByRole('radio').count()).toBe(2)
      await expect.poll(() => form.getByRole('radio', { checked: true }).getAttribute('value')).toBe('Male')
      if (FULL) await expectGoodAtEverySize(page)
      await field(form, 'First Name').fill('Rodrigo')
      await field(form, 'Middle Name').fill('')
      await clickTwice(form.getByRole('button', { name: 'Save' }))
      await checkedDialog(page, 'Save the changes to this user?')
      await answerTwice(page, 'Save the changes to this user?', 'Save')
      await checkedDialog(page, 'User has been updated.')
      await acknowledgeMessage(page, 'User has been updated.', 'The changes to Rodrigo Catacutan are saved.')
      expect(sent).toHaveLength(1)
      const [body] = sent.map((request) => request.postDataJSON() as Record<string, unknown>)
      expect(Object.keys(body ?? {}).sort()).toEqual([
        'access_level',
        'first_name',
        'last_name',
        'middle_name',
        'penro',
        'region_id',
        'role_id',
        'sex',
        'updated_at',
      ])
      expect(body?.middle_name).toBeNull()
      expect(await userOf('edited')).toMatchObject({ first_name: 'Rodrigo', middle_name: null })
      await row(page, 'edited').getByText('Rodrigo Catacutan').waitFor()
      await expect.poll(() => focused(page)).toMatch(/^View /)
    },
  )

  full.test(
    '[USERS-03] [USERS-07] [USERS-16] [USERS-17] [USERS-19] [USERS-20] [USERS-31] [USERS-32] [USERS-47] [AUTH-52] off with a reason, on again',
    async () => {
      await addUser('toggled', 'Evangelio')
      const page = await as('fmb.super', found('toggled'))
      await expects.expectSwitched(page, 'toggled', {
        reason: 'Transferred to another bureau',
        confirmation: {
          off: ['Account Deactivated', 'Ramon Evangelio can no longer log in.'],
          on: ['Account Reactivated', 'Ramon Evangelio can log in again.'],
        },
        whileAsked: async (question) => {
          const [reason, confirm] = [question.getByLabel('Reason'), button(question, 'Deactivate')]
          await reason.fill('   ')
          await question.getByText('Reason is required.', { exact: true }).waitFor()
          await expect.poll(() => confirm.isDisabled()).toBe(true)
          await reason.fill('x')
          await expect.poll(() => question.getByText('Reason is required.').count()).toBe(0)
          await expect.poll(() => confirm.isDisabled()).toBe(true)
          await reason.fill('x'.repeat(51))
          await question.getByText('Reason cannot exceed 50 characters.', { exact: true }).waitFor()
          expect(await reason.inputValue()).toHaveLength(51)
          await expect.poll(() => confirm.isDisabled()).toBe(true)
          await reason.fill('x'.repeat(50))
          await expect.poll(() => confirm.isDisabled()).toBe(false)
        },
        // no password can be sent to a deactivated user
        whileOff: async (details) => {
          await expect.poll(() => details.getByRole('button', { name: /^Reset password/ }).count()).toBe(0)
          expect(await userOf('toggled')).toMatchObject({
            status: 'Deactivated',
            deactivate_reason: 'Transferred to another bureau',
          })
        },
      })
      expect(await userOf('toggled')).toMatchObject({
        status: 'Activated',
        deactivate_reason: null,
        deactivated_at: null,
        deactivated_by: null,
      })
    },
  )

  full.test(
    '[S-120] who deactivates or moves the only approver of an office is told what waits there, and its encoders what nobody can approve',
    async () => {
      const page = await as('fmb.super', found('laguna.approver'))
      // other offices may be listed as well
      const nobody = (one: Page) =>
        one.getByRole('listitem').filter({ hasText: /^PENRO Laguna, .* has no active/ })
      await loaded(page)
      await expect.poll(() => nobody(page).count()).toBe(0)
      const waiting = async (table: string) => {
        const [found] = await ask<{ count: number }>(
          desk.product,
          `select count(*)::integer as count from ${table} join offices on offices.id = office_id
         where offices.name = 'PENRO Laguna' and ${table}.status = 'Activated' and site_status = 'Submitted'
           and penro_status = 'Submitted'`,
        )
        return found?.count ?? 0
      }
      const [profiles, activities] = [await waiting('site_profiles'), await waiting('site_activities')]
      const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
      const words = `Only Honorio Bautista can approve for PENRO Laguna. ${counted(profiles, 'profile', 'profiles')} and ${counted(activities, 'activity', 'activities')} are waiting there; without another approver, records there cannot be decided on.`

      await open(page, 'Edit', 'laguna.approver')
      const form = dialog(page, 'Edit User')
      await choices(page, 'Role')
      await field(form, 'Role').selectOption({ label: 'PENRO Encoder' })
      await button(form, 'Save').click()
      await dialog(page, 'Save the changes to this user?').getByText(words, { exact: true }).waitFor()
      await answerDialog(page, 'Save the changes to this user?', 'Cancel')
      await field(form, 'Role').selectOption({ label: 'PENRO Approver' })
      await button(form, 'Cancel').click()
      await form.waitFor({ state: 'detached' })

      const details = await view(page, 'laguna.approver')
      await details.getByRole('switch').press('Space')
      const question = dialog(page, 'Deactivate this account?')
      await question.getByText(words, { exact: true }).waitFor()
      await question.getByLabel('Reason').fill('On leave')
      await answerTwice(page, 'Deactivate this account?', 'Deactivate')
      await answerDialog(page, 'Account Deactivated', 'OK')
      const notice = `PENRO Laguna, Region IV-A (CALABARZON), has no active approver for profiles (${profiles} waiting) or activities (${activities} waiting).`
      await nobody(page).filter({ hasText: notice }).waitFor()
      const encoder = await as('laguna.encoder', '/dashboard')
      await nobody(encoder).filter({ hasText: notice }).waitFor()

      const off = details.getByRole('switch', { name: 'Account status: Deactivated' })
      await expect.poll(() => hasFocus(off)).toBe(true)
      await off.press('Space')
      await answerTwice(page, 'Reactivate this account?', 'Reactivate')
      await answerDialog(page, 'Account Reactivated', 'OK')
      await nobody(page).waitFor({ state: 'detached' })
      await encoder.reload()
      await encoder.getByRole('heading', { name: 'Overview' }).waitFor()
      await expect.poll(() => nobody(encoder).count()).toBe(0)
    },
  )

  full.test(
    '[USERS-48] a failed switch is told under its error, with the way back to the profile',
    async () => {
      await addUser('failing.on', 'Ilagan')
      await addUser('failing.off', 'Ilagan')
      await ask(desk.product, `update users set status = 'Deactivated' where email = $1`, [
        demoEmail('failing.off'),
      ])
      const page = await as('fmb.super', found('failing.'))
      const failing = 'The database has gone away.'
      await expects.expectFailedSwitch(page, { off: 'failing.off', on: 'failing.on' }, async () => {
        await checkedDialog(page, failing)
        await dialog(page, failing).getByText(SERVER_FAULT, { exact: true }).waitFor()
        await answerDialog(page, failing, 'Back to user profile')
      })

      // a refusal is no server error: it is shown in the dialog as well, without those words (S-21, S-27)
      await page.route(/\/api\/users\/deactivate\/\d+$/, (route) =>
        route.fulfill({ status: 409, json: { message: CONFLICT } }),
      )
      await deactivate(page)
      const refused = dialog(page, CONFLICT)
      await refused.waitFor()
      await expect.poll(() => refused.getByText(SERVER_FAULT).count()).toBe(0)
      await answerDialog(page, CONFLICT, 'Back to user profile')
      await expect.poll(() => dialog(page, 'User details').getByRole('switch').isChecked()).toBe(true)
    },
  )

  full.test(
    '[USERS-10] [USERS-45] [AUTH-53] [AUTH-54] a reset mails a new password, or says that it could not',
    async () => {
      await addUser('forgetful', 'Fajardo')
      const page = await as('fmb.super', found('forgetful'))
      const sent = watch(page, 'POST', /\/users\/reset-password$/)
      const details = await view(page, 'forgetful')
      await clickTwice(button(details, 'Reset password'))
      await checkedDialog(page, 'Reset the password of this user?')
      await answerTwice(page, 'Reset the password of this user?', 'Reset password')
      await checkedDialog(page, 'Reset Password Successful')
      await acknowledgeMessage(page, 'Reset Password Successful', 'New password sent to Ramon Fajardo.')
      expect(sent.map((request) => request.postDataJSON())).toEqual([{ email: demoEmail('forgetful') }])
      const folder = path.join(desk.product.dataDir, 'mail')
      const mails = await Promise.all(
        readdirSync(folder).map((file) => PostalMime.parse(readFileSync(path.join(folder, file)))),
      )
      expect(
        mails.filter((mail) => mail.to?.some(({ address }) => address === demoEmail('forgetful'))),
      ).toHaveLength(1)

      await failAt(page, 'POST', /\/users\/reset-password$/)
      await details.getByRole('button', { name: 'Reset password' }).click()
      await answerDialog(page, 'Reset the password of this user?', 'Reset password')
      await checkedDialog(page, 'Unable to Send New Password')
      await acknowledgeMessage(
        page,
        'Unable to Send New Password',
        'We encountered an issue while sending the new password to the user registered email. Please try again later or contact support if the problem persists.',
      )
      await expect.poll(() => focused(page)).toBe('Reset password')

      // the text above is about a mail that cannot be sent (S-14); a refusal has its own words (S-21)
      await page.unrouteAll({ behavior: 'wait' })
      await page.route(/\/api\/users\/reset-password$/, (route) =>
        route.fulfill({ status: 409, json: { message: CONFLICT } }),
      )
      await details.getByRole('button', { name: 'Reset password' }).click()
      await answerDialog(page, 'Reset the password of this user?', 'Reset password')
      await acknowledgeMessage(page, 'Unable to Send New Password', CONFLICT)
    },
  )
})
