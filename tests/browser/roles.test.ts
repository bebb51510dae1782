import type { Locator, Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  FIXED_PERMISSIONS,
  PERMISSION_GROUPS,
  PERMISSION_KEYS,
  type PermissionKey,
} from '../../shared/access/permissions.ts'
import { demoEmail } from '../../server/seed/demo-people.ts'
import { openDemoPages } from '../support/browser/demo-pages.ts'
import {
  acknowledgeMessage,
  answerDialog,
  button,
  clickTwice,
  failAt,
  field,
  fieldErrors,
  focused,
  hasFocus,
  tabTo,
  watch,
} from '../support/browser/on-screen.ts'
import { checkedDialog, loaded, recordScreen } from '../support/browser/record-screen.ts'
import { PERMISSION_GRID } from '../support/oracles/permission-grid.ts'
import { dialog } from '../support/browser/screen.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { allowMotion } from '../support/browser/browser-pool.ts'
import { addPerson, ask } from '../support/product/session.ts'
import { FULL, full } from '../support/full.ts'

const ALL = PERMISSION_KEYS.length
const LOST =
  'No answer came from the server, so it is not certain that this was saved. Your work is still here. Please send it again when the connection is back: it is never saved twice.'
const AGAIN = 'Please try again. If the issue persists, contact your administrator.'

describe('role management', () => {
  /** the list of these roles only, which is drawn faster */
  const found = (name: string) => `/roles?search=${encodeURIComponent(name)}`
  const desk = openDemoPages(found('PENRO Encoder'))
  const { as } = desk
  const row = (page: Page, name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) })
  const { view, answerTwice, ...expects } = recordScreen({
    noun: 'role',
    row,
    edit: 'Edit Role',
    status: 'Role status',
    off: 'Deactivate this role?',
    on: { title: 'Activate this role?', label: 'Activate' },
  })
  const group = (place: Locator, name: string) => place.getByRole('group', { name, exact: true })
  /** the checkbox of a permission; its key is shown below its text */
  const box = (place: Locator, key: PermissionKey) =>
    place
      .locator('.mantine-Checkbox-root')
      .filter({ has: place.page().getByText(key, { exact: true }) })
      .getByRole('checkbox')
  const chosenKeys = async (place: Locator) => {
    const chosen = place.locator('.mantine-Checkbox-root:has(:checked) .mantine-Checkbox-description')
    const on = await chosen.allTextContents()
    return PERMISSION_KEYS.filter((key) => on.includes(key))
  }
  const areDisabled = (boxes: Locator) =>
    boxes.evaluateAll((all) => all.every((one) => (one as HTMLInputElement).disabled))
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

  full.test('[ROLES-02] [ROLES-03] the list has its columns and comes by access level', async () => {
    const page = await as('fmb.super', '/config.json')
    const asked = watch(page, 'GET', /\/roles\/datatable$/)
    await page.goto(`${desk.product.url}/roles?length=20`)
    await loaded(page)
    const order = new URL(asked[0]?.url() ?? '').searchParams
    expect([order.get('order[0][column]'), order.get('order[0][dir]')]).toEqual(['access_level', 'asc'])
    await expect
      .poll(() => page.getByRole('columnheader').allTextContents())
      .toEqual(['Name', 'Access Level', 'Status', 'Actions'])
    await expect
      .poll(() => row(page, 'PENRO Encoder').getByRole('cell').allTextContents())
      .toEqual(['PENRO Encoder', 'PENRO', 'Activated', ''])
    if (FULL) await expectGoodAtEverySize(page)
  })

  test('[ROLES-04] [ROLES-07] [ROLES-30] the details show status, edit and a grid nobody can tick', async () => {
    const page = await as('fmb.super')
    const noted = watch(page, 'POST', /\/roles\/audit-logs$/)
    const details = await view(page, 'PENRO Encoder')
    await details.getByRole('switch', { name: 'Role status: Activated' }).waitFor()
    await button(page, 'Edit Role').waitFor()
    const boxes = details.getByRole('checkbox')
    await expect.poll(() => boxes.count()).toBe(PERMISSION_KEYS.length + FIXED_PERMISSIONS.length)
    await expect.poll(() => areDisabled(boxes)).toBe(true)
    const { id, permissions } = (await roleOf('PENRO Encoder')) ?? {}
    await expect
      .poll(() => chosenKeys(details))
      .toEqual(PERMISSION_KEYS.filter((key) => (permissions as string[]).includes(key)))
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

  full.test(
    '[ROLES-05] [ROLES-06] [ROLES-07] [ROLES-08] [ROLES-09] [ROLES-10] [ROLES-11] [ROLES-12] [ROLES-13] [ROLES-14] [ROLES-15] the grid of a new role',
    async () => {
      const page = await as('fmb.super')
      const form = await openAdd(page)
      await field(form, 'Access Level').waitFor()
      for (const [name, keys] of Object.entries(PERMISSION_GRID)) {
        const shown = await group(form, name).locator('.mantine-Checkbox-description').allTextContents()
        expect([name, ...shown]).toEqual([name, ...keys])
      }
      const fixed = group(form, 'User Profile').getByRole('checkbox')
      await expect
        .poll(() => group(form, 'User Profile').locator('label').allTextContents())
        .toEqual(['Log in', 'Log out', 'View profile', 'Edit profile', 'Change password'])
      for (const one of await fixed.all())
        await expect.poll(async () => [await one.isChecked(), await one.isDisabled()]).toEqual([true, true])

      const state = (place: Locator) =>
        place.evaluate((one) => {
          const { checked, indeterminate } = one as HTMLInputElement
          return indeterminate ? 'half' : checked ? 'on' : 'off'
        })
      const selectAll = form.getByRole('checkbox', { name: 'Select All', exact: true })
      const ofUsers = form.getByRole('checkbox', { name: 'Select all User Management', exact: true })
      await expect.poll(async () => [await state(selectAll), await state(ofUsers)]).toEqual(['off', 'off'])
      await form.getByText(`0 of ${ALL} selected`).waitFor()

      // by keyboard here, by mouse below
      await tabTo(selectAll)
      await page.keyboard.press('Space')
      await form.getByText(`${ALL} of ${ALL} selected`).waitFor()
      await expect.poll(() => chosenKeys(form)).toHaveLength(ALL)
      await expect.poll(() => state(ofUsers)).toBe('on')

      await box(form, 'user_edit').uncheck()
      await expect.poll(async () => [await state(selectAll), await state(ofUsers)]).toEqual(['half', 'half'])
      await form.getByText(`${ALL - 1} of ${ALL} selected`).waitFor()
      await group(form, 'User Management').getByText('5 of 6 selected').waitFor()
      await ofUsers.click()
      await expect.poll(async () => [await state(selectAll), await state(ofUsers)]).toEqual(['on', 'on'])
      await ofUsers.click()
      await expect.poll(async () => [await state(selectAll), await state(ofUsers)]).toEqual(['half', 'off'])
      await expect
        .poll(() => chosenKeys(form))
        .toEqual(PERMISSION_KEYS.filter((key) => !key.startsWith('user_')))
      await selectAll.click()
      await selectAll.click()
      await expect.poll(() => chosenKeys(form)).toEqual([])
      for (const one of await fixed.all()) await expect.poll(() => one.isChecked()).toBe(true)
      for (const { name } of PERMISSION_GROUPS)
        await form.getByRole('checkbox', { name: `Select all ${name}`, exact: true }).waitFor()
    },
  )

  full.test(
    '[ROLES-17] [ROLES-18] [ROLES-19] [ROLES-20] [ROLES-22] each field says what is wrong',
    async () => {
      const page = await as('fmb.super')
      const form = await openAdd(page)
      const sent = watch(page, 'POST', /\/roles$/)
      const save = form.getByRole('button', { name: 'Add Role', exact: true })
      const name = field(form, 'Role Name')
      const errors = () => fieldErrors(form)
      await expect.poll(() => save.isDisabled()).toBe(true)
      for (const blank of ['', '   ']) {
        await name.fill('x')
        await expect.poll(async () => [await save.isEnabled(), ...(await errors())]).toEqual([true])
        await name.fill(blank)
        await expect
          .poll(async () => [await save.isEnabled(), ...(await errors())])
          .toEqual([false, 'Role name is required.'])
      }
      await name.fill('x')
      await expect.poll(() => errors()).toEqual([])
      await save.click()
      await expect
        .poll(() => errors())
        .toEqual(['Role name must be at least 2 characters.', 'Access level is required.'])
      await expect.poll(() => hasFocus(name)).toBe(true)
      expect(sent).toEqual([])
    },
  )

  test('[ROLES-23] [ROLES-32] [ERRORS-08] a refusal stands under its field until that changes, a failure is told; the form is kept', async () => {
    const page = await as('fmb.super')
    const form = await openAdd(page)
    const name = field(form, 'Role Name')
    const add = async () => {
      await form.getByRole('button', { name: 'Add Role', exact: true }).click()
      await answerDialog(page, 'Add this role?', 'Add Role')
    }
    await name.fill('penro encoder')
    await field(form, 'Access Level').selectOption('PENRO')
    await box(form, 'site_map_access').check()
    await add()
    const taken = form.getByText('The role name has already been taken.')
    await taken.waitFor()
    await expect.poll(() => name.inputValue()).toBe('penro encoder')
    await expect.poll(() => field(form, 'Access Level').inputValue()).toBe('PENRO')
    await expect.poll(() => chosenKeys(form)).toEqual(['site_map_access'])
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => hasFocus(name)).toBe(true)
    await name.press('End')
    await name.press('s')
    await taken.waitFor({ state: 'detached' })

    await failAt(page, 'POST', /\/roles$/)
    await add()
    await acknowledgeMessage(page, 'Add Role Unsuccessful', `Adding the role was unsuccessful. ${AGAIN}`)
    await expect.poll(() => name.inputValue()).toBe('penro encoders')
    await expect.poll(() => chosenKeys(form)).toEqual(['site_map_access'])
    await form.getByRole('button', { name: 'Cancel' }).click()
    await answerDialog(page, 'Discard what you have entered?', 'Discard')
    await form.waitFor({ state: 'detached' })
  })

  full.test(
    '[ROLES-32] an edit that fails, or that somebody else was quicker with, is told under its own title, and nothing chosen is lost',
    async () => {
      await addRole('Edited Twice', ['dashboard_access'])
      const page = await as('fmb.super', found('Edited Twice'))
      await button(page, 'Edit Edited Twice').click()
      const form = dialog(page, 'Edit Role')
      const name = field(form, 'Role Name')
      const save = form.getByRole('button', { name: 'Save' })
      await name.fill('x')
      await save.click()
      await form.getByText('Role name must be at least 2 characters.').waitFor()
      if (FULL) await expectGoodAtEverySize(page)

      await failAt(page, 'PATCH', /\/roles\/\d+$/)
      await name.fill('Edited Here')
      await save.click()
      await answerDialog(page, 'Save the changes to this role?', 'Save')
      await checkedDialog(page, 'Edit Role Unsuccessful')
      await acknowledgeMessage(page, 'Edit Role Unsuccessful', `Editing the role was unsuccessful. ${AGAIN}`)
      await expect.poll(() => name.inputValue()).toBe('Edited Here')

      await page.unrouteAll({ behavior: 'wait' })
      await box(form, 'audit_access').check()
      await ask(
        desk.product,
        `update roles set permissions = '{site_map_access}', updated_at = now() where name = 'Edited Twice'`,
      )
      await save.click()
      await answerDialog(page, 'Save the changes to this role?', 'Save')
      // [S-144] shows both texts; pressing Save again saves nothing
      for (const turn of [1, 2]) {
        const second = dialog(page, 'Another user saved first')
        await second.getByText(/ changed this on .+ Your changes were not saved/).waitFor()
        await second.getByRole('row', { name: 'Role Name Edited Twice Edited Here' }).waitFor()
        await second.getByRole('button', { name: 'Continue editing' }).click()
        await second.waitFor({ state: 'detached' })
        if (turn === 2) break
        await save.click()
        await answerDialog(page, 'Save the changes to this role?', 'Save')
      }
      await expect.poll(() => name.inputValue()).toBe('Edited Here')
      await expect.poll(() => chosenKeys(form)).toEqual(['audit_access', 'dashboard_access'])
      expect(await roleOf('Edited Twice')).toMatchObject({ permissions: ['site_map_access'] })
    },
  )

  full.test(
    '[ROLES-05] editing from the details saves once, keeps the level of a role in use, and returns the focus',
    async () => {
      await addPerson(desk.product, 'holder', 'PENRO', ['site_map_access'])
      await addPerson(desk.product, 'holder.departed', 'PENRO', ['dashboard_access'])
      await ask(desk.product, `update users set status = 'Deactivated' where email = $1`, [
        demoEmail('holder.departed'),
      ])
      const page = await as('fmb.super', found('Role of holder'))
      const sent = watch(page, 'PATCH', /\/roles\/\d+$/)
      await view(page, 'Role of holder')
      await button(page, 'Edit Role').click()
      const form = dialog(page, 'Edit Role')
      await expect.poll(() => hasFocus(field(form, 'Role Name'))).toBe(true)
      const expectLevelKept = async () => {
        await form.getByText('The access level of a role with holders cannot be changed.').waitFor()
        await expect.poll(() => field(form, 'Access Level').isDisabled()).toBe(true)
      }
      await expectLevelKept()
      await expect.poll(() => chosenKeys(form)).toEqual(['site_map_access'])
      for (const name of ['Select All', ...PERMISSION_GROUPS.map((one) => `Select all ${one.name}`)])
        await expect
          .poll(() => form.getByRole('checkbox', { name, exact: true }).isEnabled(), { message: name })
          .toBe(true)
      await form.getByRole('checkbox', { name: 'Select all Audit Logs' }).check()
      await clickTwice(form.getByRole('button', { name: 'Save' }))
      await checkedDialog(page, 'Save the changes to this role?')
      await answerTwice(page, 'Save the changes to this role?', 'Save')
      await checkedDialog(page, 'Edit Role Successful')
      await answerDialog(page, 'Edit Role Successful', 'OK')
      expect(sent.map((request) => request.postDataJSON())).toEqual([
        {
          name: 'Role of holder',
          access_level: 'PENRO',
          permissions: ['audit_access', 'audit_export', 'site_map_access'],
          updated_at: expect.any(String),
        },
      ])
      await expect.poll(() => focused(page)).toBe('View Role of holder')
      // a deactivated user holds the role as well
      await button(page, 'Edit Role of holder.departed').click()
      await expectLevelKept()
    },
  )

  full.test(
    '[ROLES-27] [ROLES-28] [ROLES-31] [USERS-20] off with a reason and a warning, on again',
    async () => {
      await addPerson(desk.product, 'switched', 'PENRO', ['site_map_access'])
      const name = 'Role of switched'
      const page = await as('fmb.super', found(name))
      const reason = 'Replaced by a narrower role'
      await expects.expectSwitched(page, name, {
        reason,
        confirmation: {
          off: ['Role Deactivated', `${name} can no longer be given to users.`],
          on: ['Role Activated', `${name} can be given to users again.`],
        },
        whileAsked: async (question) => {
          const warned =
            '1 activated user holds this role and is left with the five fixed permissions until it is activated again.'
          await question.getByText(warned).waitFor()
        },
        whileOff: async () =>
          expect(await roleOf(name)).toMatchObject({ status: 'Deactivated', deactivate_reason: reason }),
      })
      expect(await roleOf(name)).toMatchObject({ status: 'Activated', deactivate_reason: null })
    },
  )

  full.test(
    '[ROLES-31] a form and a switch whose answer is lost say so, and sent again the role is added once',
    async () => {
      const name = 'Lost and Found'
      const page = await as('fmb.super', found(name))
      let lost = 0
      const loseOnce = async (route: Route) => {
        if (route.request().method() !== 'POST' || lost > 0) return route.fallback()
        lost += 1
        // the server has saved it, but the answer is lost
        await route.fetch()
        return route.abort()
      }
      await page.route('**/api/roles', loseOnce)
      await page.route('**/api/roles/deactivate/*', loseOnce)
      const told = () => acknowledgeMessage(page, 'No answer came', LOST)
      const form = await openAdd(page)
      await field(form, 'Role Name').fill(name)
      await field(form, 'Access Level').selectOption('PENRO')
      await box(form, 'site_map_access').check()
      await box(form, 'dashboard_access').check()
      const add = async () => {
        await form.getByRole('button', { name: 'Add Role', exact: true }).click()
        await answerDialog(page, 'Add this role?', 'Add Role')
      }
      await add()
      await told()
      await add()
      await acknowledgeMessage(
        page,
        'Add Role Successful',
        `${name} can be given to users of the level PENRO.`,
      )
      expect(await ask(desk.product, 'select permissions from roles where name = $1', [name])).toEqual([
        { permissions: ['site_map_access', 'dashboard_access'] },
      ])
      await row(page, name).waitFor()
      await expect.poll(() => focused(page)).toBe('Add Role')

      lost = 0
      const details = await view(page, name)
      await details.getByRole('switch', { name: 'Role status: Activated' }).press('Space')
      await dialog(page, 'Deactivate this role?').getByLabel('Reason').fill('Added by mistake')
      await answerDialog(page, 'Deactivate this role?', 'Deactivate')
      await told()
      await details.getByRole('switch', { name: 'Role status: Deactivated' }).waitFor()
    },
  )

  full.test('[ROLES-33] a failed switch is told under the same title both ways, and sent once', async () => {
    await addRole('Rarely Used', ['dashboard_access'])
    await addRole('Rarely Useful', ['dashboard_access'])
    await ask(desk.product, `update roles set status = 'Deactivated' where name = 'Rarely Useful'`)
    const page = await as('fmb.super', found('Rarely Use'))
    await expects.expectFailedSwitch(page, { off: 'Rarely Useful', on: 'Rarely Used' }, async (what) => {
      await checkedDialog(page, 'Role Deactivated Unsuccessful')
      await acknowledgeMessage(
        page,
        'Role Deactivated Unsuccessful',
        `${what} the role was unsuccessful. ${AGAIN}`,
      )
    })
  })

  full.test('who lets windows fade and slide gets the focus back as well', async () => {
    const page = await allowMotion(await as('fmb.super', '/config.json'))
    await page.goto(desk.product.url + found('PENRO Encoder'))
    await loaded(page)
    const details = await view(page, 'PENRO Encoder')
    await button(page, 'Edit Role').click()
    const form = dialog(page, 'Edit Role')
    await field(form, 'Role Name').fill('PENRO Encoders')
    await form.getByRole('button', { name: 'Save' }).click()
    await answerDialog(page, 'Save the changes to this role?', 'Cancel')
    await expect.poll(() => focused(page)).toBe('Save')
    await expect.poll(() => details.count()).toBe(0)
  })
})
