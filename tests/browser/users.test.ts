import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { demoEmail } from '../../server/seed/demo-people.ts'
import { PERMISSION_KEYS } from '../../shared/access/permissions.ts'
import { openDesk } from '../support/desk.ts'
import {
  answer,
  button,
  clickTwice,
  cutChoices,
  failAt,
  field,
  fieldErrors,
  focused,
  hasFocus,
  informed,
  optionsOf,
  tabTo,
  watch,
  whileHeld,
} from '../support/on-screen.ts'
import { dialog } from '../support/screen.ts'
import { expectGoodAtEverySize, expectGoodDialog } from '../support/screen-sizes.ts'
import { addPerson, ask, setPermissions } from '../support/session.ts'

const CONFLICT = 'This record has already been acted on. Please refresh.'
const SERVER_FAULT = 'An unexpected error occurred on the server. Please try again later.'
const INACTIVE = 'This user is currently inactive. Please activate the account to make changes.'

describe('user management', () => {
  const desk = openDesk('/users?length=40')
  const { as } = desk
  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: demoEmail(name) })
  const loaded = (page: Page) => page.getByText(/^Showing: [1-9]/).waitFor()
  /** Waits until a list of choices is there and returns it. */
  const choices = async (page: Page, label: string) => {
    await expect.poll(() => optionsOf(page, label)).not.toEqual([])
    return optionsOf(page, label)
  }
  const open = async (page: Page, action: 'View' | 'Edit', name: string) => {
    await row(page, name)
      .getByRole('button', { name: new RegExp(`^${action} `) })
      .click()
  }
  /** Opens the details of a user and waits for the record. */
  const view = async (page: Page, name: string) => {
    await open(page, 'View', name)
    const details = dialog(page, 'User details')
    await details.getByText('Date Created').waitFor()
    return details
  }
  const userOf = async (name: string) => {
    const [user] = await ask(desk.product, 'select * from users where email = $1', [demoEmail(name)])
    return user as Record<string, unknown> | undefined
  }
  /** Adds a user of a default role to PENRO Laguna, for a test of its own. */
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

  test('[USERS-01] the screen opens for holders of user_access only', async () => {
    await addPerson(desk.product, 'guard', 'FMB', ['dashboard_access'])
    const page = await as('guard', '/users')
    await page.waitForURL('**/dashboard')
    expect(await page.getByRole('link', { name: 'User Management' }).count()).toBe(0)
    await setPermissions(desk.product, 'guard', ['user_access'])
    await page.goto(`${desk.product.url}/users`)
    await page.getByRole('heading', { name: 'User Management', level: 1 }).waitFor()
    expect(await page.getByRole('link', { name: 'User Management' }).getAttribute('aria-current')).toBe(
      'page',
    )
  })

  test('[USERS-02] [USERS-04] the list has its columns and comes by email address', async () => {
    const page = await as('fmb.super', '/users')
    const asked = watch(page, 'GET', /\/users\/datatable$/)
    await page.reload()
    await loaded(page)
    const order = new URL(asked[0]?.url() ?? '').searchParams
    expect([order.get('order[0][column]'), order.get('order[0][dir]')]).toEqual(['email', 'asc'])
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      'Name',
      'Role',
      'Email Address',
      'Account Status',
      'Last Login',
      'Actions',
    ])
    expect(await page.getByRole('columnheader', { name: 'Email Address' }).getAttribute('aria-sort')).toBe(
      'ascending',
    )
    const emails = await page.getByRole('cell').filter({ hasText: '@' }).allTextContents()
    expect(emails).toEqual([...emails].sort())
    expect(await row(page, 'left.encoder').innerText()).toMatch(
      /Paolo Reyes[\s\S]*PENRO Encoder[\s\S]*Deactivated[\s\S]*Never/,
    )
    expect(
      await row(page, 'fmb.super')
        .getByText(/^\w{3} \d{2}, \d{4} \d{2}:\d{2} [AP]M$|^Never$/)
        .count(),
    ).toBe(1)
  })

  test('[SHELL-34] [USERS-03] [USERS-37] [USERS-38] [USERS-40] add, edit and view show with their keys', async () => {
    await addPerson(desk.product, 'actions', 'FMB', ['user_access'])
    const page = await as('actions')
    const shown = async (...keys: (typeof PERMISSION_KEYS)[number][]) => {
      await setPermissions(desk.product, 'actions', ['user_access', ...keys])
      await page.reload()
      await loaded(page)
      const actions = row(page, 'laguna.encoder').getByRole('button')
      return [
        await button(page, 'Add User').count(),
        ...(await actions.evaluateAll((all) => all.map((one) => one.getAttribute('title')))),
      ]
    }
    expect(await shown()).toEqual([0])
    await row(page, 'laguna.encoder').getByRole('cell').first().click()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await shown('user_create')).toEqual([1])
    expect(await shown('user_show')).toEqual([0, 'View'])
    expect(await shown('user_edit')).toEqual([0, 'Edit'])
    expect(await shown('user_create', 'user_show', 'user_edit')).toEqual([1, 'View', 'Edit'])
  })

  test('[USERS-05] [USERS-49] the details show every field, and the view is noted', async () => {
    await addUser('full', 'Batungbakal')
    await ask(
      desk.product,
      `update users set middle_name = 'Dela Cruz', status = 'Deactivated', deactivate_reason = 'On study leave',
         deactivated_at = '2025-06-03T06:30:00Z', created_at = '2025-06-01T06:30:00Z', updated_at = '2025-06-02T06:30:00Z',
         last_logged_in = '2025-06-01T23:00:00Z',
         deactivated_by = (select id from users where email = $2),
         created_by = (select id from users where email = $3), updated_by = (select id from users where email = $4)
       where email = $1`,
      ['full', 'fmb.admin', 'laguna.admin', 'r4a.admin'].map(demoEmail),
    )
    const page = await as('fmb.super')
    const noted = watch(page, 'POST', /\/users\/audit-logs$/)
    const details = await view(page, 'full')
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
      'Email Address': demoEmail('full'),
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
    expect(await toggle.isChecked()).toBe(false)

    const { id } = (await userOf('full')) ?? {}
    await expect
      .poll(() => noted.map((request) => request.postDataJSON()))
      .toEqual([{ model_name: 'User', id, event: 'View' }])
    const events = () =>
      ask(desk.product, `select user_email from audit_logs where event = 'View' and auditable_code = $1`, [
        demoEmail('full'),
      ])
    await expect.poll(events).toEqual([{ user_email: demoEmail('fmb.super') }])
  })

  test('[USERS-06] an empty sex reads Male', async () => {
    await addUser('nosex', 'Dimasupil')
    await ask(desk.product, 'update users set sex = null where email = $1', [demoEmail('nosex')])
    const details = await view(await as('fmb.super'), 'nosex')
    expect(await details.locator('div:has(> dt:text-is("Sex")) > dd').innerText()).toBe('Male')
  })

  test('[USERS-07] [USERS-10] [USERS-39] [USERS-41] edit, reset and the switch show with their keys', async () => {
    await addPerson(desk.product, 'details', 'FMB', ['user_access', 'user_show'])
    const page = await as('details')
    const shown = async (...keys: (typeof PERMISSION_KEYS)[number][]) => {
      await setPermissions(desk.product, 'details', ['user_access', 'user_show', ...keys])
      await page.reload()
      const details = await view(page, 'laguna.encoder')
      return [
        await details.getByRole('switch').count(),
        await details.getByRole('button', { name: 'Reset password' }).count(),
        await details.getByRole('button', { name: 'Edit Profile' }).count(),
        await details.getByRole('link', { name: 'Change password' }).count(),
      ]
    }
    expect(await shown()).toEqual([0, 0, 0, 0])
    expect(await shown('user_activate_deactivate')).toEqual([1, 0, 0, 0])
    expect(await shown('user_reset_password')).toEqual([0, 1, 0, 0])
    expect(await shown('user_edit')).toEqual([0, 0, 1, 0])
  })

  test('[USERS-09] [USERS-18] [USERS-49] the own profile offers another password, a choice of mails and nothing else', async () => {
    const page = await as('fmb.super')
    await loaded(page)
    expect(
      await row(page, 'fmb.super')
        .getByRole('button')
        .evaluateAll((all) => all.map((one) => one.getAttribute('title'))),
    ).toEqual(['View'])
    const offers = async (title: string) => {
      const box = dialog(page, title)
      await box.getByText('Last Login').waitFor()
      expect(await box.getByRole('link', { name: 'Change password' }).getAttribute('href')).toBe(
        '/change-password',
      )
      expect(await box.getByRole('switch').count()).toBe(0)
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
    // the own details are a user's details, wherever they are opened
    await expect.poll(() => noted.length).toBe(2)
    await expect.poll(() => focused(page)).toMatch(/Super Administrator - Amihan!$/)

    await page.goto(`${desk.product.url}/roles?openProfile=true`)
    await offers('My profile')
    expect(page.url()).not.toContain('openProfile')
  })

  test('[USERS-21] switch and edit show to a higher hierarchy, or to the highest', async () => {
    const keys = PERMISSION_KEYS.filter((key) => key.startsWith('user_'))
    await ask(desk.product, `update roles set permissions = $1 where name = 'FMB Approver'`, [keys])
    await ask(
      desk.product,
      `insert into roles (name, access_level, kind, permissions) values ('FMB Encoder', 'FMB', 'Encoder', $1)`,
      [keys],
    )
    await ask(
      desk.product,
      `insert into users (first_name, last_name, email, access_level, role_id)
       select 'Sixto', 'Ople', people.email, 'FMB', roles.id
       from (values ($1, 'FMB Super Administrator'), ($2, 'FMB Encoder')) as people (email, role)
       join roles on roles.name = people.role`,
      [demoEmail('other.super'), demoEmail('fmb.encoder')],
    )
    const targets = ['other.super', 'laguna.admin', 'laguna.approver', 'laguna.encoder']
    const viewers = ['fmb.super', 'fmb.admin', 'fmb.approver', 'fmb.encoder']
    for (const [mine, viewer] of viewers.entries()) {
      const page = await as(viewer)
      for (const [theirs, target] of targets.entries()) {
        const allowed = mine === 0 || mine < theirs ? 1 : 0
        await row(page, target).waitFor()
        const edits = await row(page, target)
          .getByRole('button', { name: /^Edit / })
          .count()
        const details = await view(page, target)
        const switches = await details.getByRole('switch').count()
        const profiles = await details.getByRole('button', { name: 'Edit Profile' }).count()
        expect([viewer, target, edits, switches, profiles]).toEqual([
          viewer,
          target,
          allowed,
          allowed,
          allowed,
        ])
        await page.keyboard.press('Escape')
        await details.waitFor({ state: 'detached' })
      }
    }
  })

  test('[USERS-08] [USERS-14] [USERS-33] [USERS-34] [USERS-35] an FMB administrator adds at three levels', async () => {
    const page = await as('fmb.admin')
    await button(page, 'Add User').click()
    const form = dialog(page, 'Add User')
    for (const label of ['First Name', 'Middle Name', 'Last Name', 'Email Address', 'Access Level', 'Role'])
      await field(form, label).waitFor()
    expect(
      await form.getByRole('radio').evaluateAll((all) => all.map((one) => one.getAttribute('value'))),
    ).toEqual(['Male', 'Female'])
    expect(await optionsOf(page, 'Access Level')).toEqual(['FMB', 'Region', 'PENRO'])
    expect(await field(form, 'Role').isDisabled()).toBe(true)

    const at = async (level: string) => {
      await field(form, 'Access Level').selectOption(level)
      const roles = await choices(page, 'Role')
      return [roles, await field(form, 'Region').count(), await field(form, 'PENRO').count()]
    }
    const FMB = [
      'FMB Administrator',
      'FMB Approver',
      'FMB Encoder',
      'Role of actions',
      'Role of details',
      'Role of guard',
    ]
    const [roles, ...places] = await at('FMB')
    expect(roles).toEqual(expect.arrayContaining(FMB.slice(0, 2)))
    expect(roles).not.toContain('FMB Super Administrator')
    expect(places).toEqual([0, 0])
    expect(await at('Region')).toEqual([['Region Administrator', 'Region Approver'], 1, 0])
    expect(await at('PENRO')).toEqual([['PENRO Administrator', 'PENRO Approver', 'PENRO Encoder'], 1, 1])

    // the offices of the region are offered, and anything else can be typed
    expect(await field(form, 'PENRO').isDisabled()).toBe(true)
    await field(form, 'Region').selectOption({ label: 'Region IV-A (CALABARZON)' })
    await field(form, 'PENRO').fill('quez')
    const offices = page.getByRole('listbox').getByRole('option')
    await expect.poll(() => offices.allTextContents()).toEqual(['PENRO Quezon'])
    await offices.click()
    await expect.poll(() => field(form, 'PENRO').inputValue()).toBe('PENRO Quezon')
    await field(form, 'Region').selectOption({ label: 'Region I (Ilocos Region)' })
    await expect.poll(() => field(form, 'PENRO').inputValue()).toBe('')

    const other = await as('fmb.super')
    await button(other, 'Add User').click()
    await field(other, 'Access Level').selectOption('FMB')
    expect(await choices(other, 'Role')).toContain('FMB Super Administrator')
  })

  test('[USERS-33] [USERS-36] Region and PENRO staff add below, at their own place', async () => {
    const region = await as('r4a.admin')
    await button(region, 'Add User').click()
    const form = dialog(region, 'Add User')
    expect(await choices(region, 'Access Level')).toEqual(['Region', 'PENRO'])
    await field(form, 'Access Level').selectOption('Region')
    expect(await choices(region, 'Role')).toEqual(['Region Administrator'])
    await field(form, 'Access Level').selectOption('PENRO')
    const chosen = field(form, 'Region')
    expect(await chosen.isDisabled()).toBe(true)
    await expect.poll(() => chosen.locator('option:checked').innerText()).toBe('Region IV-A (CALABARZON)')
    expect(await field(form, 'PENRO').isEnabled()).toBe(true)

    const office = await as('laguna.admin')
    await button(office, 'Add User').click()
    const own = dialog(office, 'Add User')
    expect(await choices(office, 'Access Level')).toEqual(['PENRO'])
    expect(await choices(office, 'Role')).toEqual(['PENRO Administrator', 'PENRO Approver', 'PENRO Encoder'])
    await expect.poll(() => field(own, 'PENRO').inputValue()).toBe('PENRO Laguna')
    expect(await field(own, 'PENRO').isDisabled()).toBe(true)
  })

  test('[USERS-22] [USERS-23] [USERS-24] [USERS-25] [USERS-26] [USERS-27] [USERS-28] [USERS-29] [USERS-30] each field says what is wrong', async () => {
    const page = await as('fmb.super')
    await button(page, 'Add User').click()
    const form = dialog(page, 'Add User')
    const sent = watch(page, 'POST', /\/users$/)
    const save = () => form.getByRole('button', { name: 'Add User', exact: true }).click()
    const errors = () => fieldErrors(form)

    await save()
    expect(await errors()).toEqual([
      'First Name is required.',
      'Last Name is required.',
      'Sex is required.',
      'Email address is required.',
      'Access Level is required.',
      'Role is required.',
    ])
    await expect.poll(() => hasFocus(field(form, 'First Name'))).toBe(true)

    await field(form, 'Access Level').selectOption('PENRO')
    await save()
    expect((await errors()).slice(-3)).toEqual([
      'Role is required.',
      'Region is required.',
      'PENRO is required.',
    ])
    await field(form, 'Access Level').selectOption('Region')
    await save()
    expect((await errors()).slice(-2)).toEqual(['Role is required.', 'Region is required.'])
    await field(form, 'Access Level').selectOption('FMB')
    await save()
    expect((await errors()).slice(-1)).toEqual(['Role is required.'])

    const limits: [label: string, text: string, error: string | null][] = [
      ['First Name', 'x', 'First Name must be at least 2 characters.'],
      ['First Name', 'x'.repeat(51), 'First Name cannot exceed 50 characters.'],
      ['First Name', 'x'.repeat(50), null],
      ['First Name', 'Ño', null],
      ['Last Name', 'x', 'Last Name must be at least 2 characters.'],
      ['Last Name', 'x'.repeat(51), 'Last Name cannot exceed 50 characters.'],
      ['Last Name', 'xx', null],
      ['Middle Name', 'x', 'Middle Name must be at least 2 characters.'],
      ['Middle Name', 'x'.repeat(51), 'Middle Name cannot exceed 50 characters.'],
      ['Middle Name', '', null],
      ['Email Address', 'nobody', 'Please enter a valid email address.'],
    ]
    for (const [label, text, error] of limits) {
      await field(form, label).fill(text)
      // what was wrong before is no longer said of the changed field
      expect((await errors()).filter((one) => one.startsWith(label))).toEqual([])
      await save()
      const said = (await errors()).filter((one) => one.startsWith(label) || one.startsWith('Please'))
      expect([label, text, ...said]).toEqual([label, text, ...(error ? [error] : [])])
    }
    expect(sent).toEqual([])
  })

  test('[SHELL-42] [USERS-46] [USERS-14] adding asks, sends once, tells and shows the new row', async () => {
    const page = await as('fmb.super')
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

    // a slow line: the page waits under the overlay
    await whileHeld(page, /\/api\/users$/, async () => {
      await dialog(page, 'Add this user?').getByRole('button', { name: 'Add User', exact: true }).dblclick()
      await page.getByText('Please Wait...').waitFor()
    })
    await informed(
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

  test('[ERRORS-08] a refusal of the server keeps the form and stands under its field until that changes', async () => {
    const page = await as('fmb.super')
    await button(page, 'Add User').click()
    await fillPerson(page, 'Isabel', 'Muñoz', demoEmail('laguna.encoder').toUpperCase())
    const typed = () =>
      dialog(page, 'Add User')
        .locator('input, select')
        .evaluateAll((all) =>
          (all as HTMLInputElement[]).map((one) => (one.type === 'radio' ? one.checked : one.value)),
        )
    const form = dialog(page, 'Add User')
    await field(form, 'Access Level').selectOption('FMB')
    await choices(page, 'Role')
    await field(form, 'Role').selectOption({ label: 'FMB Approver' })
    const before = await typed()
    expect(before).toContain('Isabel')
    await form.getByRole('button', { name: 'Add User', exact: true }).click()
    await answer(page, 'Add this user?', 'Add User')
    const taken = form.getByText('The email has already been taken.')
    await taken.waitFor()
    const address = field(form, 'Email Address')
    expect(await typed()).toEqual(before)
    expect(await address.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => hasFocus(address)).toBe(true)
    await address.press('End')
    await address.press('x')
    await taken.waitFor({ state: 'detached' })
  })

  test('a failure that belongs to no field is told in a dialog, and nothing typed is lost', async () => {
    const page = await as('fmb.super')
    await open(page, 'Edit', 'laguna.encoder')
    const form = dialog(page, 'Edit User')
    await field(form, 'First Name').fill('Isabela')
    await failAt(page, 'PATCH', /\/users\/\d+$/)
    await form.getByRole('button', { name: 'Save' }).click()
    await answer(page, 'Save the changes to this user?', 'Save')
    await informed(page, 'Something went wrong', 'The database has gone away.')
    expect(await field(form, 'First Name').inputValue()).toBe('Isabela')
  })

  test('[SHELL-43] cancelling with entries asks, and goes on with them when told so', async () => {
    const page = await as('fmb.super', '/dashboard')
    await page.getByRole('link', { name: 'User Management' }).click()
    await button(page, 'Add User').click()
    const form = dialog(page, 'Add User')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await form.waitFor({ state: 'detached' })

    await button(page, 'Add User').click()
    await field(form, 'First Name').fill('Amado')
    for (const way of ['Cancel', 'Close']) {
      await form.getByRole('button', { name: way, exact: true }).click()
      await answer(page, 'Discard what you have entered?', 'Continue editing')
    }
    await field(form, 'First Name').press('Escape')
    await answer(page, 'Discard what you have entered?', 'Continue editing')
    await page.goBack()
    await answer(page, 'Discard what you have entered?', 'Continue editing')
    expect(await field(form, 'First Name').inputValue()).toBe('Amado')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await answer(page, 'Discard what you have entered?', 'Discard')
    await form.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Add User')
  })

  test('[USERS-08] [USERS-13] [USERS-43] [USERS-46] editing keeps the address, clears a middle name and sends no authors', async () => {
    await addUser('edited', 'Catacutan')
    await ask(desk.product, `update users set middle_name = 'Santos' where email = $1`, [demoEmail('edited')])
    const page = await as('fmb.super')
    const sent = watch(page, 'PATCH', /\/users\/\d+$/)
    const details = await view(page, 'edited')
    await details.getByRole('button', { name: 'Edit Profile' }).click()
    const form = dialog(page, 'Edit User')
    await field(form, 'First Name').waitFor()
    await expect.poll(() => hasFocus(field(form, 'First Name'))).toBe(true)
    expect(await field(form, 'Email Address').isDisabled()).toBe(true)
    expect(await field(form, 'Email Address').inputValue()).toBe(demoEmail('edited'))
    await expect.poll(() => field(form, 'PENRO').inputValue()).toBe('PENRO Laguna')
    for (const label of ['First Name', 'Middle Name', 'Last Name', 'Access Level', 'Role', 'Region', 'PENRO'])
      await expect.poll(() => field(form, label).isEnabled(), { message: label }).toBe(true)
    expect(await form.getByRole('radio').count()).toBe(2)
    expect(await form.getByRole('radio', { checked: true }).getAttribute('value')).toBe('Male')
    await field(form, 'First Name').fill('Rodrigo')
    await field(form, 'Middle Name').fill('')
    await form.getByRole('button', { name: 'Save' }).click()
    await answer(page, 'Save the changes to this user?', 'Save')
    await informed(page, 'User has been updated.', 'The changes to Rodrigo Catacutan are saved.')
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
  })

  test('two tabs that edit one user: the second is told in one sentence and loses nothing typed', async () => {
    await addUser('shared', 'Dacumos')
    const page = await as('fmb.super')
    await open(page, 'Edit', 'shared')
    const form = dialog(page, 'Edit User')
    await field(form, 'First Name').fill('Second')
    await ask(desk.product, `update users set first_name = 'First', updated_at = now() where email = $1`, [
      demoEmail('shared'),
    ])
    await field(form, 'Last Name').fill('Dacumos-Reyes')
    await form.getByRole('button', { name: 'Save' }).click()
    await answer(page, 'Save the changes to this user?', 'Save')
    await informed(page, 'Something went wrong', CONFLICT)
    expect(await userOf('shared')).toMatchObject({ first_name: 'First' })
    expect(await field(form, 'First Name').inputValue()).toBe('Second')
    expect(await field(form, 'Last Name').inputValue()).toBe('Dacumos-Reyes')
  })

  test('[USERS-16] [USERS-17] [USERS-19] [USERS-20] [USERS-31] [USERS-32] [USERS-47] [AUTH-52] off with a reason, on again', async () => {
    await addUser('toggled', 'Evangelio')
    const page = await as('fmb.super')
    const details = await view(page, 'toggled')
    await button(details, 'Reset password').waitFor()
    await details.getByRole('switch', { name: 'Account status: Activated' }).press('Space')
    const question = dialog(page, 'Deactivate this account?')
    const confirm = question.getByRole('button', { name: 'Deactivate', exact: true })
    expect(await confirm.isDisabled()).toBe(true)
    await question.getByLabel('Reason').fill('   ')
    await question.getByText('Reason is required.', { exact: true }).waitFor()
    expect(await confirm.isDisabled()).toBe(true)
    await question.getByLabel('Reason').fill('x')
    expect(await question.getByText('Reason is required.').count()).toBe(0)
    expect(await confirm.isDisabled()).toBe(true)
    await question.getByLabel('Reason').fill('x'.repeat(51))
    expect(await question.getByLabel('Reason').inputValue()).toHaveLength(50)
    expect(await confirm.isDisabled()).toBe(false)
    await question.getByLabel('Reason').fill('Transferred to another bureau')
    await confirm.click()
    await informed(page, 'Account Deactivated', 'Ramon Evangelio can no longer log in.')
    await details.getByText('Transferred to another bureau').waitFor()
    expect(await userOf('toggled')).toMatchObject({
      status: 'Deactivated',
      deactivate_reason: 'Transferred to another bureau',
    })
    const off = details.getByRole('switch', { name: 'Account status: Deactivated' })
    await expect.poll(() => hasFocus(off)).toBe(true)

    // neither edited nor sent a password meanwhile
    await details.getByRole('button', { name: 'Edit Profile' }).click()
    await informed(page, 'Inactive user', INACTIVE)
    expect(await details.getByRole('button', { name: /^Reset password/ }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'detached' })
    await row(page, 'toggled').getByText('Deactivated').waitFor()
    await open(page, 'Edit', 'toggled')
    await informed(page, 'Inactive user', INACTIVE)
    expect(await dialog(page, 'Edit User').count()).toBe(0)

    await view(page, 'toggled')
    await off.press('Space')
    await answer(page, 'Reactivate this account?', 'Reactivate')
    await informed(page, 'Account Reactivated', 'Ramon Evangelio can log in again.')
    await details.getByRole('switch', { name: 'Account status: Activated' }).waitFor()
    await details.getByText('Transferred to another bureau').waitFor({ state: 'detached' })
    expect(await userOf('toggled')).toMatchObject({
      status: 'Activated',
      deactivate_reason: null,
      deactivated_at: null,
      deactivated_by: null,
    })
  })

  test('[S-120] who deactivates or moves the only approver of an office is told what waits there, and its encoders what nobody can approve', async () => {
    const page = await as('fmb.super')
    // other offices may be told of as well
    const nobody = (one: Page) =>
      one.getByRole('listitem').filter({ hasText: /^PENRO Laguna, .*: nobody can/ })
    await loaded(page)
    expect(await nobody(page).count()).toBe(0)
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
    const words = `Only Honorio Bautista can approve for PENRO Laguna. ${counted(profiles, 'profile', 'profiles')} and ${counted(activities, 'activity', 'activities')} wait there; without another approver nobody can decide what waits.`

    await open(page, 'Edit', 'laguna.approver')
    const form = dialog(page, 'Edit User')
    await choices(page, 'Role')
    await field(form, 'Role').selectOption({ label: 'PENRO Encoder' })
    await button(form, 'Save').click()
    await dialog(page, 'Save the changes to this user?').getByText(words, { exact: true }).waitFor()
    await answer(page, 'Save the changes to this user?', 'Cancel')
    await field(form, 'Role').selectOption({ label: 'PENRO Approver' })
    await button(form, 'Cancel').click()
    await form.waitFor({ state: 'detached' })

    const details = await view(page, 'laguna.approver')
    await details.getByRole('switch').press('Space')
    const question = dialog(page, 'Deactivate this account?')
    await question.getByText(words, { exact: true }).waitFor()
    await question.getByLabel('Reason').fill('On leave')
    await answer(page, 'Deactivate this account?', 'Deactivate')
    await answer(page, 'Account Deactivated', 'OK')
    const notice = `PENRO Laguna, Region IV-A (CALABARZON): nobody can approve profiles (${profiles} waiting) or activities (${activities} waiting).`
    await nobody(page).filter({ hasText: notice }).waitFor()
    const encoder = await as('laguna.encoder', '/dashboard')
    await nobody(encoder).filter({ hasText: notice }).waitFor()

    await details.getByRole('switch', { name: 'Account status: Deactivated' }).press('Space')
    await answer(page, 'Reactivate this account?', 'Reactivate')
    await answer(page, 'Account Reactivated', 'OK')
    await nobody(page).waitFor({ state: 'detached' })
    await encoder.reload()
    await encoder.getByRole('heading', { name: 'Where things stand' }).waitFor()
    expect(await nobody(encoder).count()).toBe(0)
  })

  test('the longest name of a region can be read whole in the form', async () => {
    const page = await as('fmb.super')
    await button(page, 'Add User').click()
    const form = dialog(page, 'Add User')
    await field(form, 'Access Level').selectOption('PENRO')
    const all = await choices(page, 'Region')
    const [longest = null] = all.toSorted((one, other) => (other?.length ?? 0) - (one?.length ?? 0))
    expect(longest?.length).toBeGreaterThan(40)
    await field(form, 'Region').selectOption({ label: longest ?? '' })
    expect(await cutChoices(page)).toEqual([])
  })

  test('[USERS-48] a failed switch is told under its error, with the way back to the profile', async () => {
    const page = await as('fmb.super')
    await failAt(page, 'POST', /\/users\/(de)?activate\/\d+$/)
    const attempt = async (name: string, off: boolean) => {
      const details = await view(page, name)
      await details.getByRole('switch').press('Space')
      if (off) await dialog(page, 'Deactivate this account?').getByLabel('Reason').fill('On leave')
      await answer(
        page,
        off ? 'Deactivate this account?' : 'Reactivate this account?',
        off ? 'Deactivate' : 'Reactivate',
      )
      const failure = dialog(page, 'The database has gone away.')
      await failure.getByText(SERVER_FAULT, { exact: true }).waitFor()
      await failure.getByRole('button', { name: 'Back to user profile', exact: true }).click()
      await failure.waitFor({ state: 'detached' })
      expect(await details.getByRole('switch').isChecked()).toBe(off)
      await page.keyboard.press('Escape')
      await details.waitFor({ state: 'detached' })
    }
    await attempt('laguna.encoder', true)
    await attempt('left.encoder', false)

    // a refusal is no error of the server: it titles the modal as well, without those words (S-21, S-27)
    await page.unrouteAll()
    await page.route(/\/api\/users\/deactivate\/\d+$/, (route) =>
      route.fulfill({ status: 409, json: { message: CONFLICT } }),
    )
    const details = await view(page, 'laguna.encoder')
    await details.getByRole('switch').press('Space')
    await dialog(page, 'Deactivate this account?').getByLabel('Reason').fill('On leave')
    await answer(page, 'Deactivate this account?', 'Deactivate')
    const refused = dialog(page, CONFLICT)
    await refused.waitFor()
    expect(await refused.getByText(SERVER_FAULT).count()).toBe(0)
    await answer(page, CONFLICT, 'Back to user profile')
    expect(await details.getByRole('switch').isChecked()).toBe(true)
  })

  test('[USERS-10] [USERS-45] [AUTH-53] [AUTH-54] a reset mails a new password, or says that it could not', async () => {
    await addUser('forgetful', 'Fajardo')
    const page = await as('fmb.super')
    const sent = watch(page, 'POST', /\/users\/reset-password$/)
    const details = await view(page, 'forgetful')
    await details.getByRole('button', { name: 'Reset password' }).click()
    await answer(page, 'Reset the password of this user?', 'Reset password')
    await informed(page, 'Reset Password Successful', 'New password sent to Ramon Fajardo.')
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
    await answer(page, 'Reset the password of this user?', 'Reset password')
    await informed(
      page,
      'Unable to Send New Password',
      'We encountered an issue while sending the new password to the user registered email. Please try again later or contact support if the problem persists.',
    )
    await expect.poll(() => focused(page)).toBe('Reset password')

    // that is the text of a mail that cannot go out (S-14); a refusal sends none and has its own words (S-21)
    await page.unrouteAll()
    await page.route(/\/api\/users\/reset-password$/, (route) =>
      route.fulfill({ status: 409, json: { message: CONFLICT } }),
    )
    await details.getByRole('button', { name: 'Reset password' }).click()
    await answer(page, 'Reset the password of this user?', 'Reset password')
    await informed(page, 'Unable to Send New Password', CONFLICT)
  })

  test('every button that saves sends once, though it is clicked twice', async () => {
    await addUser('twice', 'Gatdula')
    const page = await as('fmb.super')
    const sent = [
      watch(page, 'PATCH', /\/users\/\d+$/),
      watch(page, 'POST', /\/users\/deactivate\/\d+$/),
      watch(page, 'POST', /\/users\/activate\/\d+$/),
      watch(page, 'POST', /\/users\/reset-password$/),
    ]
    const confirmTwice = async (title: string, label: string) => {
      const question = dialog(page, title)
      await question.waitFor()
      await whileHeld(page, /\/api\/users\//, () => clickTwice(button(question, label)))
      await question.waitFor({ state: 'detached' })
    }
    await open(page, 'Edit', 'twice')
    const form = dialog(page, 'Edit User')
    await field(form, 'First Name').fill('Dalisay')
    await clickTwice(form.getByRole('button', { name: 'Save' }))
    await confirmTwice('Save the changes to this user?', 'Save')
    await answer(page, 'User has been updated.', 'OK')

    const details = await view(page, 'twice')
    await clickTwice(button(details, 'Reset password'))
    await confirmTwice('Reset the password of this user?', 'Reset password')
    await answer(page, 'Reset Password Successful', 'OK')

    await details.getByRole('switch').press('Space')
    await dialog(page, 'Deactivate this account?').getByLabel('Reason').fill('On leave')
    await confirmTwice('Deactivate this account?', 'Deactivate')
    await answer(page, 'Account Deactivated', 'OK')

    await details.getByRole('switch', { name: 'Account status: Deactivated' }).press('Space')
    await confirmTwice('Reactivate this account?', 'Reactivate')
    await answer(page, 'Account Reactivated', 'OK')
    expect(sent.map((requests) => requests.length)).toEqual([1, 1, 1, 1])
  })

  test('a user is added by keyboard alone', async () => {
    const page = await as('fmb.super')
    await loaded(page)
    const { keyboard } = page
    await tabTo(page.getByRole('button', { name: 'Add User', exact: true }))
    await keyboard.press('Enter')
    const form = dialog(page, 'Add User')
    await form.waitFor()
    await expect.poll(() => hasFocus(field(form, 'First Name'))).toBe(true)
    await keyboard.type('Kidlat')
    await tabTo(page.getByRole('textbox', { name: 'Last Name', exact: true }))
    await keyboard.type('Magsaysay')
    await tabTo(page.getByRole('radio', { name: 'Male', exact: true }))
    await keyboard.press('Space')
    await tabTo(page.getByRole('textbox', { name: 'Email Address', exact: true }))
    await keyboard.type('kidlat@bureau.example')
    await tabTo(page.getByRole('combobox', { name: 'Access Level', exact: true }))
    await keyboard.type('PENRO')
    await choices(page, 'Role')
    await tabTo(page.getByRole('combobox', { name: 'Role', exact: true }))
    await keyboard.type('PENRO Enc')
    await tabTo(page.getByRole('combobox', { name: 'Region', exact: true }))
    await keyboard.type('Region IV-A')
    await tabTo(page.getByRole('combobox', { name: 'PENRO', exact: true }))
    await keyboard.type('lagu')
    await page.getByRole('option', { name: 'PENRO Laguna' }).waitFor()
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    // Enter took the office and did not send the form; now it does
    expect(await page.getByRole('dialog').count()).toBe(1)
    await keyboard.press('Enter')
    // the question begins at its answer
    const confirm = dialog(page, 'Add this user?').getByRole('button', { name: 'Add User', exact: true })
    await confirm.waitFor()
    await expect.poll(() => hasFocus(confirm)).toBe(true)
    await keyboard.press('Enter')
    await dialog(page, 'Add User Successful').waitFor()
    await keyboard.press('Enter')
    await dialog(page, 'Add User Successful').waitFor({ state: 'detached' })
    await row(page, 'kidlat').waitFor()
    await expect.poll(() => focused(page)).toBe('Add User')
    expect(await userOf('kidlat')).toMatchObject({ first_name: 'Kidlat', sex: 'Male', access_level: 'PENRO' })
  })

  test('every question and message of the screen keeps to WCAG, on a desk and on a phone', async () => {
    await addUser('spoken', 'Hidalgo')
    const page = await as('fmb.super')
    const seen = async (title: string, label: string) => {
      await dialog(page, title).waitFor()
      await expectGoodDialog(page)
      await answer(page, title, label)
    }
    await button(page, 'Add User').click()
    await fillPerson(page, 'Tomas', 'Hidalgo', 'tomas@bureau.example')
    const adding = dialog(page, 'Add User')
    await field(adding, 'Access Level').selectOption('FMB')
    await choices(page, 'Role')
    await field(adding, 'Role').selectOption({ label: 'FMB Approver' })
    await adding.getByRole('button', { name: 'Add User', exact: true }).click()
    await seen('Add this user?', 'Add User')
    await seen('Add User Successful', 'OK')

    const edit = async () => {
      await open(page, 'Edit', 'spoken')
      const form = dialog(page, 'Edit User')
      await field(form, 'Middle Name').fill('Rizalino')
      await form.getByRole('button', { name: 'Save' }).click()
    }
    await edit()
    await seen('Save the changes to this user?', 'Save')
    await seen('User has been updated.', 'OK')

    const details = await view(page, 'spoken')
    await button(details, 'Reset password').click()
    await seen('Reset the password of this user?', 'Reset password')
    await seen('Reset Password Successful', 'OK')
    await details.getByRole('switch').press('Space')
    await dialog(page, 'Deactivate this account?').getByLabel('Reason').fill('On leave')
    await seen('Deactivate this account?', 'Deactivate')
    await seen('Account Deactivated', 'OK')
    await details.getByRole('switch', { name: 'Account status: Deactivated' }).press('Space')
    await seen('Reactivate this account?', 'Reactivate')
    await seen('Account Reactivated', 'OK')

    for (const path of [/\/users\/\d+$/, /\/users\/deactivate\/\d+$/, /\/users\/reset-password$/])
      for (const method of ['PATCH', 'POST']) await failAt(page, method, path)
    await button(details, 'Reset password').click()
    await answer(page, 'Reset the password of this user?', 'Reset password')
    await seen('Unable to Send New Password', 'OK')
    await details.getByRole('switch').press('Space')
    await dialog(page, 'Deactivate this account?').getByLabel('Reason').fill('On leave')
    await answer(page, 'Deactivate this account?', 'Deactivate')
    await seen('The database has gone away.', 'Back to user profile')
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'detached' })
    await edit()
    await answer(page, 'Save the changes to this user?', 'Save')
    await seen('Something went wrong', 'OK')
  })

  test('list and windows keep to WCAG and need no sideways scroll, on a desk, zoomed and on a phone', async () => {
    const page = await as('fmb.super')
    await loaded(page)
    await expectGoodAtEverySize(page)
    const details = await view(page, 'left.encoder')
    await expectGoodAtEverySize(page)
    await details.getByRole('button', { name: 'Edit Profile' }).click()
    await expectGoodAtEverySize(page)
    await answer(page, 'Inactive user', 'OK')
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'detached' })

    await view(page, 'laguna.encoder')
    await details.getByRole('switch').press('Space')
    await dialog(page, 'Deactivate this account?').waitFor()
    await expectGoodAtEverySize(page)
    await answer(page, 'Deactivate this account?', 'Cancel')
    await details.getByRole('button', { name: 'Edit Profile' }).click()
    await field(dialog(page, 'Edit User'), 'PENRO').waitFor()
    await expectGoodAtEverySize(page)
    await page.keyboard.press('Escape')
    await dialog(page, 'Edit User').waitFor({ state: 'detached' })

    await button(page, 'Add User').click()
    const form = dialog(page, 'Add User')
    await field(form, 'Access Level').selectOption('PENRO')
    await form.getByRole('button', { name: 'Add User', exact: true }).click()
    await form.getByText('PENRO is required.').waitFor()
    await expectGoodAtEverySize(page)
    await field(form, 'Region').selectOption({ label: 'Region IV-A (CALABARZON)' })
    await field(form, 'PENRO').click()
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await expectGoodAtEverySize(page)
    // the open list may lie over the buttons
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'hidden' })
    await form.getByRole('button', { name: 'Cancel' }).click()
    await dialog(page, 'Discard what you have entered?').waitFor()
    await expectGoodAtEverySize(page)
  })
})
