import type { Locator, Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  FIXED_PERMISSIONS,
  PERMISSION_GROUPS,
  PERMISSION_KEYS,
  type PermissionKey,
} from '../../shared/access/permissions.ts'
import { demoEmail } from '../../server/seed/demo-people.ts'
import { openDesk } from '../support/desk.ts'
import {
  answer,
  button,
  clickTwice,
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
import { PERMISSION_GRID } from '../support/permission-grid.ts'
import { dialog } from '../support/screen.ts'
import { expectGoodAtEverySize, expectGoodDialog } from '../support/screen-sizes.ts'
import { allowMotion } from '../support/seats.ts'
import { addPerson, ask, setPermissions } from '../support/session.ts'

/** How many keys the grid has. */
const ALL = PERMISSION_KEYS.length
const INACTIVE = 'This role is currently inactive. Please activate the account to make changes.'
const LOST =
  'No answer came from the server, so it is not certain that this was saved. Your work is still here. Please send it again when the connection is back: it is never saved twice.'
const ONLY_HELD = 'You can only give a role permissions that you hold yourself.'

describe('role management', () => {
  const desk = openDesk('/roles?length=40')
  const { as } = desk
  const row = (page: Page, name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) })
  const loaded = (page: Page) => page.getByText(/^Showing: [1-9]/).waitFor()
  const group = (place: Locator, name: string) => place.getByRole('group', { name, exact: true })
  /** a permission's box; its key stands under its words */
  const box = (place: Locator, key: PermissionKey) =>
    place
      .locator('.mantine-Checkbox-root')
      .filter({ has: place.page().getByText(key, { exact: true }) })
      .getByRole('checkbox')
  const chosenKeys = async (place: Locator) => {
    const on = await Promise.all(PERMISSION_KEYS.map((key) => box(place, key).isChecked()))
    return PERMISSION_KEYS.filter((_, index) => on[index])
  }
  /** Opens the details of a role and waits for the record. */
  const view = async (page: Page, name: string) => {
    await button(page, `View ${name}`).click()
    const details = dialog(page, 'Role details')
    await details.getByText('Date Created').waitFor()
    return details
  }
  const roleOf = async (name: string) => {
    const [role] = await ask(desk.product, 'select * from roles where name = $1', [name])
    return role as Record<string, unknown> | undefined
  }
  const addRole = (name: string, permissions: PermissionKey[], access_level = 'PENRO') =>
    ask(desk.product, 'insert into roles (name, access_level, permissions) values ($1, $2, $3)', [
      name,
      access_level,
      permissions,
    ])
  const openAdd = async (page: Page) => {
    await button(page, 'Add Role').click()
    const form = dialog(page, 'Add Role')
    await field(form, 'Role Name').waitFor()
    return form
  }

  test('[ROLES-01] the screen opens for holders of role_access only', async () => {
    await addPerson(desk.product, 'guard', 'FMB', ['dashboard_access'])
    const page = await as('guard', '/roles')
    await page.waitForURL('**/dashboard')
    expect(await page.getByRole('link', { name: 'Role Management' }).count()).toBe(0)
    await setPermissions(desk.product, 'guard', ['role_access'])
    await page.goto(`${desk.product.url}/roles`)
    await page.getByRole('heading', { name: 'Role Management', level: 1 }).waitFor()
    expect(await page.getByRole('link', { name: 'Role Management' }).getAttribute('aria-current')).toBe(
      'page',
    )
    expect(await button(page, 'Add Role').count()).toBe(0)
  })

  test('[ROLES-02] [ROLES-03] the list has its columns and comes by access level', async () => {
    const page = await as('fmb.super')
    const asked = watch(page, 'GET', /\/roles\/datatable$/)
    await page.reload()
    await loaded(page)
    const order = new URL(asked[0]?.url() ?? '').searchParams
    expect([order.get('order[0][column]'), order.get('order[0][dir]')]).toEqual(['access_level', 'asc'])
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      'Name',
      'Access Level',
      'Status',
      'Actions',
    ])
    expect(await row(page, 'PENRO Encoder').getByRole('cell').allTextContents()).toEqual([
      'PENRO Encoder',
      'PENRO',
      'Activated',
      '',
    ])
  })

  test('[SHELL-24] [SHELL-34] [ROLES-25] [ROLES-26] add, view, edit and the switch show with their keys', async () => {
    await addPerson(desk.product, 'actions', 'FMB', ['role_access'])
    const page = await as('actions')
    const shown = async (...keys: PermissionKey[]) => {
      await setPermissions(desk.product, 'actions', ['role_access', ...keys])
      await page.reload()
      await loaded(page)
      const titles = await row(page, 'PENRO Encoder')
        .getByRole('button')
        .evaluateAll((all) => all.map((one) => one.getAttribute('title')))
      return [await button(page, 'Add Role').count(), ...titles]
    }
    expect(await shown()).toEqual([0])
    expect(await shown('role_create')).toEqual([1])
    expect(await shown('role_edit')).toEqual([0, 'Edit'])
    expect(await shown('role_show')).toEqual([0, 'View'])
    const details = await view(page, 'PENRO Encoder')
    expect([await details.getByRole('switch').count(), await button(page, 'Edit Role').count()]).toEqual([
      0, 0,
    ])
    expect(await shown('role_show', 'role_edit')).toEqual([0, 'View', 'Edit'])
    await view(page, 'PENRO Encoder')
    expect([await details.getByRole('switch').count(), await button(page, 'Edit Role').count()]).toEqual([
      0, 1,
    ])
    await shown('role_show', 'role_activate_deactivate')
    await view(page, 'PENRO Encoder')
    expect([await details.getByRole('switch').count(), await button(page, 'Edit Role').count()]).toEqual([
      1, 0,
    ])
  })

  test('[ROLES-04] [ROLES-07] [ROLES-30] the details show status, edit and a grid nobody can tick', async () => {
    const page = await as('fmb.super')
    const noted = watch(page, 'POST', /\/roles\/audit-logs$/)
    const details = await view(page, 'PENRO Encoder')
    await details.getByRole('switch', { name: 'Role status: Activated' }).waitFor()
    await button(page, 'Edit Role').waitFor()
    const boxes = details.getByRole('checkbox')
    expect(await boxes.count()).toBe(PERMISSION_KEYS.length + FIXED_PERMISSIONS.length)
    for (const one of await boxes.all()) expect(await one.isDisabled()).toBe(true)
    const { id, permissions } = (await roleOf('PENRO Encoder')) ?? {}
    expect(await chosenKeys(details)).toEqual(
      PERMISSION_KEYS.filter((key) => (permissions as string[]).includes(key)),
    )
    await details.getByText(`8 of ${ALL} selected`).waitFor()
    await expect
      .poll(() => noted.map((request) => request.postDataJSON()))
      .toEqual([{ model_name: 'Role', id, event: 'View' }])
    const events = () =>
      ask(
        desk.product,
        `select auditable_id from audit_logs where event = 'View' and auditable_type = 'Role Management' and auditable_id = $1`,
        [id],
      )
    await expect.poll(async () => (await events()).length).toBeGreaterThan(0)
  })

  test('[ROLES-05] [ROLES-06] [ROLES-07] [ROLES-08] [ROLES-09] [ROLES-10] [ROLES-11] [ROLES-12] [ROLES-13] [ROLES-14] [ROLES-15] the grid of a new role', async () => {
    const page = await as('fmb.super')
    const form = await openAdd(page)
    await field(form, 'Access Level').waitFor()
    for (const [name, keys] of Object.entries(PERMISSION_GRID)) {
      const shown = await group(form, name).locator('.mantine-Checkbox-description').allTextContents()
      expect([name, ...shown]).toEqual([name, ...keys])
    }
    const fixed = group(form, 'User Profile').getByRole('checkbox')
    expect(await group(form, 'User Profile').locator('label').allTextContents()).toEqual([
      'Log in',
      'Log out',
      'View profile',
      'Edit profile',
      'Change password',
    ])
    for (const one of await fixed.all())
      expect([await one.isChecked(), await one.isDisabled()]).toEqual([true, true])

    const state = (place: Locator) =>
      place.evaluate((one) => {
        const { checked, indeterminate } = one as HTMLInputElement
        return indeterminate ? 'half' : checked ? 'on' : 'off'
      })
    const selectAll = form.getByRole('checkbox', { name: 'Select All', exact: true })
    const ofUsers = form.getByRole('checkbox', { name: 'Select all User Management', exact: true })
    expect([await state(selectAll), await state(ofUsers)]).toEqual(['off', 'off'])
    await form.getByText(`0 of ${ALL} selected`).waitFor()

    await selectAll.check()
    await form.getByText(`${ALL} of ${ALL} selected`).waitFor()
    expect(await chosenKeys(form)).toHaveLength(ALL)
    expect(await state(ofUsers)).toBe('on')

    await box(form, 'user_edit').uncheck()
    expect([await state(selectAll), await state(ofUsers)]).toEqual(['half', 'half'])
    await form.getByText(`${ALL - 1} of ${ALL} selected`).waitFor()
    await group(form, 'User Management').getByText('5 of 6 selected').waitFor()
    await ofUsers.click()
    expect([await state(selectAll), await state(ofUsers)]).toEqual(['on', 'on'])
    await ofUsers.click()
    expect([await state(selectAll), await state(ofUsers)]).toEqual(['half', 'off'])
    expect(await chosenKeys(form)).toEqual(PERMISSION_KEYS.filter((key) => !key.startsWith('user_')))
    await selectAll.click()
    await selectAll.click()
    expect(await chosenKeys(form)).toEqual([])
    for (const one of await fixed.all()) expect(await one.isChecked()).toBe(true)
    for (const { name } of PERMISSION_GROUPS)
      await form.getByRole('checkbox', { name: `Select all ${name}`, exact: true }).waitFor()
  })

  test('[ROLES-24] the levels offered are the own one and those below', async () => {
    const keys: PermissionKey[] = ['role_access', 'role_create']
    const offered = {
      FMB: ['FMB', 'Region', 'PENRO'],
      Region: ['Region', 'PENRO'],
      PENRO: ['PENRO'],
    } as const
    for (const [level, expected] of Object.entries(offered)) {
      const name = `maker.${level.toLowerCase()}`
      await addPerson(desk.product, name, level as keyof typeof offered, keys)
      const form = await openAdd(await as(name))
      expect([level, ...(await optionsOf(form, 'Access Level'))]).toEqual([level, ...expected])
    }
  })

  test('what one does not hold cannot be given: its boxes are out of reach, with the reason', async () => {
    const page = await as('fmb.admin')
    const form = await openAdd(page)
    await form.getByText(ONLY_HELD).waitFor()
    for (const key of ['site_map_create', 'site_maps_approval'] as const) {
      expect(await box(form, key).isDisabled()).toBe(true)
      expect(await box(form, key).getAttribute('title')).toBe(ONLY_HELD)
    }
    expect(await box(form, 'user_create').isEnabled()).toBe(true)
    await form.getByRole('checkbox', { name: 'Select All', exact: true }).check()
    const held = (await roleOf('FMB Administrator'))?.permissions as string[]
    expect(await chosenKeys(form)).toEqual(PERMISSION_KEYS.filter((key) => held.includes(key)))
    expect(await form.getByRole('checkbox', { name: 'Select all SITES Approval' }).isDisabled()).toBe(true)
  })

  test('[ROLES-17] [ROLES-18] [ROLES-19] [ROLES-20] [ROLES-22] each field says what is wrong', async () => {
    const page = await as('fmb.super')
    const form = await openAdd(page)
    const sent = watch(page, 'POST', /\/roles$/)
    const save = form.getByRole('button', { name: 'Add Role', exact: true })
    const name = field(form, 'Role Name')
    const errors = () => fieldErrors(form)
    expect(await save.isDisabled()).toBe(true)
    for (const blank of ['', '   ']) {
      await name.fill('x')
      expect([await save.isEnabled(), ...(await errors())]).toEqual([true])
      await name.fill(blank)
      expect([await save.isEnabled(), ...(await errors())]).toEqual([false, 'Role name is required.'])
    }
    await name.fill('x')
    expect(await errors()).toEqual([])
    await save.click()
    expect(await errors()).toEqual(['Role name must be at least 2 characters.', 'Access level is required.'])
    await expect.poll(() => hasFocus(name)).toBe(true)
    await name.fill('x'.repeat(101))
    await save.click()
    expect(await errors()).toEqual(['Role name cannot exceed 100 characters.', 'Access level is required.'])
    await name.fill('x'.repeat(100))
    await save.click()
    await expect.poll(errors).toEqual(['Access level is required.'])
    await name.fill('')
    expect(await save.isDisabled()).toBe(true)
    expect(sent).toEqual([])
  })

  test('[ROLES-31] [SHELL-42] adding asks, sends once, tells and shows the new row', async () => {
    const page = await as('fmb.super')
    const sent = watch(page, 'POST', /\/roles$/)
    const form = await openAdd(page)
    await field(form, 'Role Name').fill('Field Validator')
    await field(form, 'Access Level').selectOption('Region')
    await box(form, 'site_map_access').check()
    await box(form, 'dashboard_access').check()
    await form.getByRole('button', { name: 'Add Role', exact: true }).dblclick()
    await dialog(page, 'Add this role?').waitFor()
    expect(sent, 'nothing is sent before it is confirmed').toEqual([])
    await whileHeld(page, /\/api\/roles$/, async () => {
      await dialog(page, 'Add this role?').getByRole('button', { name: 'Add Role', exact: true }).dblclick()
      await page.getByText('Please Wait...').waitFor()
    })
    await informed(page, 'Add Role Successful', 'Field Validator can be given to users of the level Region.')
    expect(sent.map((request) => request.postDataJSON())).toEqual([
      {
        name: 'Field Validator',
        access_level: 'Region',
        permissions: ['site_map_access', 'dashboard_access'],
      },
    ])
    await row(page, 'Field Validator').waitFor()
    await expect.poll(() => focused(page)).toBe('Add Role')
    expect(await roleOf('Field Validator')).toMatchObject({
      permissions: ['site_map_access', 'dashboard_access'],
    })
  })

  test('[ROLES-23] [ERRORS-08] a refusal of the server keeps the form and stands under its field until that changes', async () => {
    const page = await as('fmb.super')
    const form = await openAdd(page)
    const name = field(form, 'Role Name')
    await name.fill('penro encoder')
    await field(form, 'Access Level').selectOption('PENRO')
    await box(form, 'site_map_access').check()
    await form.getByRole('button', { name: 'Add Role', exact: true }).click()
    await answer(page, 'Add this role?', 'Add Role')
    const taken = form.getByText('The role name has already been taken.')
    await taken.waitFor()
    expect(await name.inputValue()).toBe('penro encoder')
    expect(await field(form, 'Access Level').inputValue()).toBe('PENRO')
    expect(await chosenKeys(form)).toEqual(['site_map_access'])
    expect(await name.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => hasFocus(name)).toBe(true)
    await name.press('End')
    await name.press('s')
    await taken.waitFor({ state: 'detached' })
  })

  test('[ROLES-32] a failed save is told under its own title, and nothing chosen is lost', async () => {
    const page = await as('fmb.super')
    await failAt(page, 'POST', /\/roles$/)
    await failAt(page, 'PATCH', /\/roles\/\d+$/)
    const form = await openAdd(page)
    await field(form, 'Role Name').fill('Short Lived')
    await field(form, 'Access Level').selectOption('FMB')
    await box(form, 'audit_access').check()
    await form.getByRole('button', { name: 'Add Role', exact: true }).click()
    await answer(page, 'Add this role?', 'Add Role')
    const again = 'Please try again. If the issue persists, contact your administrator.'
    await informed(page, 'Add Role Unsuccessful', `Adding the role was unsuccessful. ${again}`)
    expect(await field(form, 'Role Name').inputValue()).toBe('Short Lived')
    expect(await box(form, 'audit_access').isChecked()).toBe(true)
    await form.getByRole('button', { name: 'Cancel' }).click()
    await answer(page, 'Discard what you have entered?', 'Discard')
    await form.waitFor({ state: 'detached' })

    await button(page, 'Edit PENRO Encoder').click()
    const edit = dialog(page, 'Edit Role')
    await field(edit, 'Role Name').fill('PENRO Encoders')
    await edit.getByRole('button', { name: 'Save' }).click()
    await answer(page, 'Save the changes to this role?', 'Save')
    await informed(page, 'Edit Role Unsuccessful', `Editing the role was unsuccessful. ${again}`)
    expect(await field(edit, 'Role Name').inputValue()).toBe('PENRO Encoders')
  })

  test('[ROLES-05] editing from the details saves, keeps the level of a role in use, and returns the focus', async () => {
    await addPerson(desk.product, 'holder', 'PENRO', ['site_map_access'])
    const page = await as('fmb.super')
    const sent = watch(page, 'PATCH', /\/roles\/\d+$/)
    await view(page, 'Role of holder')
    await button(page, 'Edit Role').click()
    const form = dialog(page, 'Edit Role')
    await expect.poll(() => hasFocus(field(form, 'Role Name'))).toBe(true)
    expect(await field(form, 'Access Level').isDisabled()).toBe(true)
    await form.getByText('The access level of a role with holders cannot be changed.').waitFor()
    expect(await chosenKeys(form)).toEqual(['site_map_access'])
    for (const name of ['Select All', ...PERMISSION_GROUPS.map((one) => `Select all ${one.name}`)])
      expect(await form.getByRole('checkbox', { name, exact: true }).isEnabled(), name).toBe(true)
    await form.getByRole('checkbox', { name: 'Select all Audit Logs' }).check()
    await form.getByRole('button', { name: 'Save' }).click()
    await answer(page, 'Save the changes to this role?', 'Save')
    await dialog(page, 'Edit Role Successful').waitFor()
    await answer(page, 'Edit Role Successful', 'OK')
    expect(sent.map((request) => request.postDataJSON())).toEqual([
      {
        name: 'Role of holder',
        access_level: 'PENRO',
        permissions: ['audit_access', 'audit_export', 'site_map_access'],
        updated_at: expect.any(String),
      },
    ])
    await expect.poll(() => focused(page)).toBe('View Role of holder')
  })

  test('two tabs that edit one role: the second is told in one sentence and loses nothing chosen', async () => {
    await addRole('Edited Twice', ['dashboard_access'])
    const page = await as('fmb.super')
    await button(page, 'Edit Edited Twice').click()
    const form = dialog(page, 'Edit Role')
    await field(form, 'Role Name').fill('Edited Here')
    await box(form, 'audit_access').check()
    await ask(
      desk.product,
      `update roles set permissions = '{site_map_access}', updated_at = now() where name = 'Edited Twice'`,
    )
    await form.getByRole('button', { name: 'Save' }).click()
    await answer(page, 'Save the changes to this role?', 'Save')
    await informed(page, 'Edit Role Unsuccessful', 'This record has already been acted on. Please refresh.')
    expect(await field(form, 'Role Name').inputValue()).toBe('Edited Here')
    expect(await chosenKeys(form)).toEqual(['audit_access', 'dashboard_access'])
    expect(await roleOf('Edited Twice')).toMatchObject({ permissions: ['site_map_access'] })
  })

  test('who may edit roles and not look at them edits all the same', async () => {
    await addRole('Only Edited', ['dashboard_access'])
    await addPerson(desk.product, 'editor', 'FMB', [
      'role_access',
      'role_edit',
      'user_edit',
      'dashboard_access',
    ])
    const page = await as('editor')
    await button(page, 'Edit Only Edited').click()
    const form = dialog(page, 'Edit Role')
    await field(form, 'Role Name').fill('Edited Only')
    await form.getByRole('button', { name: 'Save' }).click()
    await answer(page, 'Save the changes to this role?', 'Save')
    await answer(page, 'Edit Role Successful', 'OK')
    expect(await roleOf('Edited Only')).toMatchObject({ permissions: ['dashboard_access'] })
  })

  test('a role that only a deactivated user holds keeps its level as well', async () => {
    await addPerson(desk.product, 'departed', 'PENRO', ['dashboard_access'])
    await ask(desk.product, `update users set status = 'Deactivated' where email = $1`, [
      demoEmail('departed'),
    ])
    const page = await as('fmb.super')
    await button(page, 'Edit Role of departed').click()
    const form = dialog(page, 'Edit Role')
    await form.getByText('The access level of a role with holders cannot be changed.').waitFor()
    expect(await field(form, 'Access Level').isDisabled()).toBe(true)
  })

  test('the Super Administrator role keeps every permission and cannot be switched off', async () => {
    const page = await as('fmb.super')
    const details = await view(page, 'FMB Super Administrator')
    const toggle = details.getByRole('switch')
    expect(await toggle.getAttribute('aria-disabled')).toBe('true')
    await details.getByText('The Super Administrator role cannot be deactivated.').waitFor()
    await toggle.press('Space')
    expect(await page.getByRole('dialog').count()).toBe(1)
    await button(page, 'Edit Role').click()
    const form = dialog(page, 'Edit Role')
    await form
      .getByText('The Super Administrator role keeps its access level and every permission.')
      .waitFor()
    for (const one of await form.getByRole('checkbox').all()) expect(await one.isDisabled()).toBe(true)
  })

  test('[ROLES-27] [ROLES-28] [ROLES-31] [USERS-20] off with a reason and a warning, on again', async () => {
    await addPerson(desk.product, 'switched', 'PENRO', ['site_map_access'])
    const name = 'Role of switched'
    const page = await as('fmb.super')
    const details = await view(page, name)
    await details.getByRole('switch', { name: 'Role status: Activated' }).press('Space')
    const question = dialog(page, 'Deactivate this role?')
    await question
      .getByText(
        '1 activated user holds this role and is left with the five fixed permissions until it is activated again.',
      )
      .waitFor()
    const confirm = question.getByRole('button', { name: 'Deactivate', exact: true })
    expect(await confirm.isDisabled()).toBe(true)
    await question.getByLabel('Reason').fill('Replaced by a narrower role')
    await confirm.click()
    await informed(page, 'Role Deactivated', `${name} can no longer be given to users.`)
    expect(await roleOf(name)).toMatchObject({
      status: 'Deactivated',
      deactivate_reason: 'Replaced by a narrower role',
    })
    await details.getByText('Replaced by a narrower role').waitFor()
    const off = details.getByRole('switch', { name: 'Role status: Deactivated' })
    await expect.poll(() => hasFocus(off)).toBe(true)

    await button(page, 'Edit Role').click()
    await informed(page, 'Inactive role', INACTIVE)
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'detached' })
    await button(page, `Edit ${name}`).click()
    await informed(page, 'Inactive role', INACTIVE)
    expect(await dialog(page, 'Edit Role').count()).toBe(0)

    await view(page, name)
    await off.press('Space')
    await answer(page, 'Activate this role?', 'Activate')
    await informed(page, 'Role Activated', `${name} can be given to users again.`)
    expect(await roleOf(name)).toMatchObject({ status: 'Activated', deactivate_reason: null })
    await row(page, name).getByText('Activated').waitFor()
  })

  test('a form and a switch whose answer is lost say so, and sent again the role is added once', async () => {
    const name = 'Lost and Found'
    const page = await as('fmb.super')
    let lost = 0
    const loseOnce = async (route: Route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.fallback()
      lost += 1
      // the server has done it, and nobody hears of it
      await route.fetch()
      return route.abort()
    }
    await page.route('**/api/roles', loseOnce)
    await page.route('**/api/roles/deactivate/*', loseOnce)
    const told = () => informed(page, 'No answer came', LOST)
    const form = await openAdd(page)
    await field(form, 'Role Name').fill(name)
    await field(form, 'Access Level').selectOption('PENRO')
    const add = async () => {
      await form.getByRole('button', { name: 'Add Role', exact: true }).click()
      await answer(page, 'Add this role?', 'Add Role')
    }
    await add()
    await told()
    await add()
    await informed(page, 'Add Role Successful', `${name} can be given to users of the level PENRO.`)
    expect(await ask(desk.product, 'select id from roles where name = $1', [name])).toHaveLength(1)

    lost = 0
    const details = await view(page, name)
    await details.getByRole('switch', { name: 'Role status: Activated' }).press('Space')
    await dialog(page, 'Deactivate this role?').getByLabel('Reason').fill('Added by mistake')
    await answer(page, 'Deactivate this role?', 'Deactivate')
    await told()
    await details.getByRole('switch', { name: 'Role status: Deactivated' }).waitFor()
  })

  test('[S-120] who switches the role of approvers off is told where nobody else can approve, and what waits there', async () => {
    const page = await as('fmb.super')
    const details = await view(page, 'PENRO Approver')
    await details.getByRole('switch', { name: 'Role status: Activated' }).press('Space')
    const question = dialog(page, 'Deactivate this role?')
    const said = question.getByText(/ nobody else can approve\. /)
    await said.waitFor()
    const [places] = await ask<{ count: number }>(
      desk.product,
      `select count(distinct office_id)::integer as count from users join roles on roles.id = role_id
       where roles.name = 'PENRO Approver' and users.status = 'Activated'`,
    )
    expect(places?.count).toBeGreaterThan(1)
    expect(await said.textContent()).toMatch(
      new RegExp(
        `^In ${places?.count} places nobody else can approve\\. \\d+ profiles and \\d+ activities wait there; without another approver nobody can decide what waits\\.$`,
      ),
    )
    await answer(page, 'Deactivate this role?', 'Cancel')
    // nobody waits for a role that approves nothing
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'detached' })
    const encoders = await view(page, 'PENRO Encoder')
    await encoders.getByRole('switch', { name: 'Role status: Activated' }).press('Space')
    await question.waitFor()
    expect(await said.count()).toBe(0)
  })

  test('[ROLES-33] a failed switch is told under the same title both ways', async () => {
    await addRole('Rarely Used', ['dashboard_access'])
    await addRole('Long Gone', ['dashboard_access'])
    await ask(desk.product, `update roles set status = 'Deactivated' where name = 'Long Gone'`)
    const page = await as('fmb.super')
    await failAt(page, 'POST', /\/roles\/(de)?activate\/\d+$/)
    const attempt = async (name: string, off: boolean) => {
      const details = await view(page, name)
      await details.getByRole('switch').press('Space')
      if (off) await dialog(page, 'Deactivate this role?').getByLabel('Reason').fill('Not needed')
      await answer(
        page,
        off ? 'Deactivate this role?' : 'Activate this role?',
        off ? 'Deactivate' : 'Activate',
      )
      await informed(
        page,
        'Role Deactivated Unsuccessful',
        `${off ? 'Deactivating' : 'Activating'} the role was unsuccessful. Please try again. If the issue persists, contact your administrator.`,
      )
      await page.keyboard.press('Escape')
      await details.waitFor({ state: 'detached' })
    }
    await attempt('Rarely Used', true)
    await attempt('Long Gone', false)
  })

  test('every button that saves sends once, though it is clicked twice', async () => {
    await addRole('Clicked Twice', ['dashboard_access'])
    const page = await as('fmb.super')
    const sent = [
      watch(page, 'PATCH', /\/roles\/\d+$/),
      watch(page, 'POST', /\/roles\/deactivate\/\d+$/),
      watch(page, 'POST', /\/roles\/activate\/\d+$/),
    ]
    const confirmTwice = async (title: string, label: string) => {
      const question = dialog(page, title)
      await question.waitFor()
      await whileHeld(page, /\/api\/roles\//, () =>
        clickTwice(question.getByRole('button', { name: label, exact: true })),
      )
      await question.waitFor({ state: 'detached' })
    }
    await button(page, 'Edit Clicked Twice').click()
    const form = dialog(page, 'Edit Role')
    await box(form, 'audit_access').check()
    await clickTwice(form.getByRole('button', { name: 'Save' }))
    await confirmTwice('Save the changes to this role?', 'Save')
    await answer(page, 'Edit Role Successful', 'OK')

    const details = await view(page, 'Clicked Twice')
    await details.getByRole('switch').press('Space')
    await dialog(page, 'Deactivate this role?').getByLabel('Reason').fill('Not needed')
    await confirmTwice('Deactivate this role?', 'Deactivate')
    await answer(page, 'Role Deactivated', 'OK')

    await details.getByRole('switch', { name: 'Role status: Deactivated' }).press('Space')
    await confirmTwice('Activate this role?', 'Activate')
    await answer(page, 'Role Activated', 'OK')
    expect(sent.map((requests) => requests.length)).toEqual([1, 1, 1])
  })

  test('who lets windows fade and slide gets the focus back as well', async () => {
    const page = await allowMotion(await as('fmb.super'))
    await page.reload()
    await loaded(page)
    const details = await view(page, 'PENRO Encoder')
    await button(page, 'Edit Role').click()
    const form = dialog(page, 'Edit Role')
    await field(form, 'Role Name').fill('PENRO Encoders')
    await form.getByRole('button', { name: 'Save' }).click()
    await answer(page, 'Save the changes to this role?', 'Cancel')
    await expect.poll(() => focused(page)).toBe('Save')
    expect(await details.count()).toBe(0)
  })

  test('a role is added by keyboard alone', async () => {
    const page = await as('fmb.super')
    await loaded(page)
    const { keyboard } = page
    await tabTo(button(page, 'Add Role'))
    await keyboard.press('Enter')
    const form = dialog(page, 'Add Role')
    await expect.poll(() => hasFocus(field(form, 'Role Name'))).toBe(true)
    await keyboard.type('Night Watch')
    await tabTo(field(form, 'Access Level'))
    await keyboard.type('PENRO')
    await tabTo(form.getByRole('checkbox', { name: 'Select all Profiling of SITES' }))
    await keyboard.press('Space')
    await tabTo(box(form, 'site_map_deactivate'))
    await keyboard.press('Space')
    await tabTo(box(form, 'dashboard_access'))
    await keyboard.press('Space')
    await tabTo(form.getByRole('button', { name: 'Add Role', exact: true }))
    await keyboard.press('Enter')
    await dialog(page, 'Add this role?').waitFor()
    await tabTo(dialog(page, 'Add this role?').getByRole('button', { name: 'Add Role', exact: true }))
    await keyboard.press('Enter')
    await dialog(page, 'Add Role Successful').waitFor()
    await keyboard.press('Enter')
    await dialog(page, 'Add Role Successful').waitFor({ state: 'detached' })
    await row(page, 'Night Watch').waitFor()
    await expect.poll(() => focused(page)).toBe('Add Role')
    expect(await roleOf('Night Watch')).toMatchObject({
      access_level: 'PENRO',
      permissions: [
        'site_map_create',
        'site_map_edit',
        'site_map_access',
        'site_map_activate',
        'dashboard_access',
      ],
    })
  })

  test('every question and message of the screen keeps to WCAG, on a desk and on a phone', async () => {
    await addRole('Spoken Of', ['dashboard_access'])
    const page = await as('fmb.super')
    const seen = async (title: string, label: string) => {
      await dialog(page, title).waitFor()
      await expectGoodDialog(page)
      await answer(page, title, label)
    }
    const adding = await openAdd(page)
    await field(adding, 'Role Name').fill('Spoken For')
    await field(adding, 'Access Level').selectOption('Region')
    await adding.getByRole('button', { name: 'Add Role', exact: true }).click()
    await seen('Add this role?', 'Add Role')
    await seen('Add Role Successful', 'OK')

    const edit = async () => {
      await button(page, 'Edit Spoken Of').click()
      const form = dialog(page, 'Edit Role')
      await box(form, 'audit_access').setChecked(!(await box(form, 'audit_access').isChecked()))
      await form.getByRole('button', { name: 'Save' }).click()
    }
    await edit()
    await seen('Save the changes to this role?', 'Save')
    await seen('Edit Role Successful', 'OK')

    const details = await view(page, 'Spoken Of')
    await details.getByRole('switch').press('Space')
    await dialog(page, 'Deactivate this role?').getByLabel('Reason').fill('Not needed')
    await seen('Deactivate this role?', 'Deactivate')
    await seen('Role Deactivated', 'OK')
    await button(page, 'Edit Role').click()
    await seen('Inactive role', 'OK')
    await details.getByRole('switch', { name: 'Role status: Deactivated' }).press('Space')
    await seen('Activate this role?', 'Activate')
    await seen('Role Activated', 'OK')

    await failAt(page, 'POST', /\/roles\/deactivate\/\d+$/)
    await failAt(page, 'PATCH', /\/roles\/\d+$/)
    await details.getByRole('switch').press('Space')
    await dialog(page, 'Deactivate this role?').getByLabel('Reason').fill('Not needed')
    await answer(page, 'Deactivate this role?', 'Deactivate')
    await seen('Role Deactivated Unsuccessful', 'OK')
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'detached' })
    await edit()
    await answer(page, 'Save the changes to this role?', 'Save')
    await seen('Edit Role Unsuccessful', 'OK')
  })

  test('list and windows keep to WCAG and need no sideways scroll, on a desk, zoomed and on a phone', async () => {
    const page = await as('fmb.super')
    await loaded(page)
    await expectGoodAtEverySize(page)
    const details = await view(page, 'FMB Super Administrator')
    await expectGoodAtEverySize(page)
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'detached' })
    await view(page, 'Region Administrator')
    await details.getByRole('switch').press('Space')
    await dialog(page, 'Deactivate this role?').waitFor()
    await expectGoodAtEverySize(page)
    await answer(page, 'Deactivate this role?', 'Cancel')
    await button(page, 'Edit Role').click()
    const edit = dialog(page, 'Edit Role')
    await field(edit, 'Role Name').fill('x')
    await edit.getByRole('button', { name: 'Save' }).click()
    await edit.getByText('Role name must be at least 2 characters.').waitFor()
    await expectGoodAtEverySize(page)
    await edit.getByRole('button', { name: 'Cancel' }).click()
    await answer(page, 'Discard what you have entered?', 'Discard')

    const admin = await as('fmb.admin')
    await openAdd(admin)
    await expectGoodAtEverySize(admin)
  })
})
