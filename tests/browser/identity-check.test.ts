import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { addAuthenticator } from '../support/browser/authenticator.ts'
import { withSharedDemo } from '../support/browser/demo.ts'
import { field, watch } from '../support/browser/on-screen.ts'
import { ownPlace } from '../support/browser/places.ts'
import { button, dialog, expectFocus, title } from '../support/browser/screen.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { FULL, full } from '../support/full.ts'
import { codeOf, withApp } from '../support/records/factors.ts'
import { manyWaiting } from '../support/records/many-waiting.ts'

const NATIONAL = 'proof.national'

/** People with an authenticator app are asked who they are before a decision that counts. */
describe('the identity check', () => {
  const bureau = withSharedDemo()
  let ids: number[]

  /** What the factors of tests need of a running product. */
  const started = () => {
    const { dataDir } = bureau.product
    const factor_key = Buffer.from(readFileSync(path.join(dataDir, 'factor-key'), 'utf8').trim(), 'hex')
    const userId = async (name: string) => {
      const person = bureau.db.selectFrom('users').select('id').where('email', '=', demoEmail(name))
      return (await person.executeTakeFirstOrThrow()).id
    }
    const services = { config: { factor_key, bureau_name: 'Bureau' }, now: () => new Date() }
    return { db: bureau.db, userId, services } as unknown as Parameters<typeof withApp>[0]
  }
  const code = (person: string) => codeOf(started(), person)
  /** Sets how the person has proved their identity in this session. */
  const sitting = async (person: string, proved: 'nothing' | 'long ago' | 'just now') =>
    bureau.db
      .updateTable('sessions')
      .set(
        proved === 'nothing'
          ? { proved_at: null, proved_by: null, proved_in_full: false, proved_count: null }
          : {
              proved_by: 'password and app',
              proved_in_full: true,
              proved_count: null,
              proved_at: new Date(Date.now() - (proved === 'just now' ? 0 : 3_600_000)).toISOString(),
            },
      )
      .where('user_id', '=', await started().userId(person))
      .execute()
  const siteOf = (id: number) =>
    bureau.db
      .selectFrom('site_profiles')
      .select(['code', 'site_status', 'revision'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const lastProof = async (event: string) => {
    const row = await bureau.db
      .selectFrom('audit_logs')
      .select('field_change')
      .where('event', '=', event)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const changes = row.field_change as unknown as { field: string; new: string }[]
    return changes.find(({ field }) => field === 'proof')?.new
  }
  const proofs = (page: Page) => watch(page, 'POST', /\/my-sign-in\/proof$/)
  const asked = (page: Page) => dialog(page, 'Confirm that it is you')
  const codeField = (page: Page) => asked(page).getByRole('textbox', { name: 'Code' })
  const confirm = (page: Page) => asked(page).getByRole('button', { name: 'Confirm', exact: true })

  beforeAll(async () => {
    const { office, national } = await ownPlace(bureau, 'proof', ['encoder', 'approver', 'national'])
    ids = await manyWaiting(bureau, 'PENRO Laguna', { count: FULL ? 8 : 1, at: office })
    await bureau.db
      .updateTable('site_profiles')
      .set({ penro_status: 'Approved', region_status: 'Approved', fmb_status: 'Submitted' })
      .where('id', 'in', ids)
      .execute()
    for (const person of FULL ? [national, 'fmb.approver', 'fmb.super'] : [national])
      await withApp(started(), person)
  })

  test('is given by keyboard alone, with one error under its field, and the approval goes on', async () => {
    const [id = 0] = ids
    const page = await bureau.as(NATIONAL)
    await sitting(NATIONAL, 'nothing')
    await page.goto(`/sites/approval/view/${id}`)
    await button(page, 'Approve').waitFor()
    await page.keyboard.press('a')
    const question = dialog(page, 'Approve this profile?')
    await question.waitFor()
    await question.getByRole('button', { name: 'Approve', exact: true }).press('Enter')

    await asked(page).getByText('Final approval of this profile', { exact: true }).waitFor()
    const password = asked(page).getByLabel('Password')
    await expectFocus(password)
    if (FULL) await expectGoodAtEverySize(page)
    const tooLong = asked(page).getByText('Password cannot exceed 256 characters.', { exact: true })
    const sent = proofs(page)
    await password.fill('x'.repeat(257))
    await tooLong.waitFor()
    await codeField(page).fill('123456')
    await page.keyboard.press('Enter')
    await expectFocus(password)
    await tooLong.waitFor()
    expect(sent).toEqual([])
    await codeField(page).fill('')
    await password.fill(DEMO_PASSWORD)
    await page.keyboard.press('Enter')
    await asked(page).getByText('Please enter a code.', { exact: true }).waitFor()
    await expectFocus(codeField(page))
    expect(await codeField(page).getAttribute('autocomplete')).toBe('one-time-code')
    expect(await codeField(page).getAttribute('inputmode')).toBe('numeric')
    const right = await code(NATIONAL)
    await page.keyboard.type(String((Number(right) + 1) % 1_000_000).padStart(6, '0'))
    await page.keyboard.press('Enter')
    await asked(page).getByText('This code is not correct.', { exact: true }).waitFor()
    await expectFocus(codeField(page))
    expect((await siteOf(id)).site_status).toBe('Submitted')

    await page.keyboard.press('Control+A')
    await page.keyboard.type(await code(NATIONAL))
    await page.keyboard.press('Enter')
    await page.getByText(/ approved\.$/).waitFor()
    await asked(page).waitFor({ state: 'hidden' })
    expect((await siteOf(id)).site_status).toBe('Approved')
    expect(await lastProof('Approved (FMB)')).toBe(
      'password and authenticator app, less than a minute before',
    )
  })

  full.test('once given is not asked again; closed, nothing is decided and the focus is back', async () => {
    const [, first = 0, second = 0] = ids
    const page = await bureau.as('fmb.approver')
    await sitting('fmb.approver', 'long ago')
    const given = proofs(page)
    await page.goto(`/sites/approval/view/${first}`)
    const approve = async () => {
      await button(page, 'Approve').click()
      await dialog(page, 'Approve this profile?')
        .getByRole('button', { name: 'Approve', exact: true })
        .click()
    }
    await approve()
    await expectFocus(codeField(page))
    expect(await asked(page).getByLabel('Password').count()).toBe(0)
    await page.keyboard.press('Escape')
    await asked(page).waitFor({ state: 'hidden' })
    await page.getByText('Please confirm that it is you, with your second factor.').waitFor()
    await expectFocus(button(page, 'Approve'))
    expect(await siteOf(first)).toMatchObject({ site_status: 'Submitted' })

    await approve()
    await codeField(page).fill(await code('fmb.approver'))
    await confirm(page).click()
    await page.getByText(/ approved\.$/).waitFor()
    expect(given).toHaveLength(1)
    await page.goto(`/sites/approval/view/${second}`)
    await approve()
    await page.getByText(/ approved\.$/).waitFor()
    expect(given).toHaveLength(1)
    for (const id of [first, second]) expect((await siteOf(id)).site_status).toBe('Approved')
  })

  full.test(
    'for several records names their number, also right after another proof, with a code on paper',
    async () => {
      const several = ids.slice(3, 6)
      const page = await bureau.as('fmb.approver')
      await sitting('fmb.approver', 'just now')
      for (const id of several) {
        const { code: record } = await siteOf(id)
        await page.goto(`/sites/approval?search=${record}`)
        await page.getByRole('checkbox', { name: `Tick ${record}`, exact: true }).check()
      }
      await page.getByRole('link', { name: 'Decide on 3 profiles' }).click()
      await button(page, 'Approve 3 profiles').click()
      await button(page, 'Approve 3').click()
      await asked(page).getByText('Final approval of 3 profiles', { exact: true }).waitFor()
      await asked(page).getByText('It counts once, for these 3 records.', { exact: true }).waitFor()
      await asked(page).getByRole('button', { name: 'Use a code on paper' }).click()
      expect(await codeField(page).getAttribute('inputmode')).toBe('text')
      await codeField(page).fill(await code('fmb.approver'))
      await confirm(page).click()
      await page.getByText('3 profiles approved.').first().waitFor({ timeout: 60_000 })
      expect(await lastProof('Approved (FMB)')).toBe(
        'authenticator app, less than a minute before, for 3 records',
      )
    },
  )

  full.test('of a person who has paper alone is typed in letters from the start', async () => {
    const [, , , , , , record = 0] = ids
    const page = await bureau.as('fmb.super')
    await sitting('fmb.super', 'long ago')
    const own = bureau.db.selectFrom('app_factors').selectAll()
    const id = await started().userId('fmb.super')
    const app = await own.where('user_id', '=', id).executeTakeFirstOrThrow()
    await bureau.db.deleteFrom('app_factors').where('user_id', '=', id).execute()
    onTestFinished(() =>
      bureau.db
        .insertInto('app_factors')
        .values(app)
        .execute()
        .then(() => undefined),
    )
    await page.goto(`/sites/approval/view/${record}`)
    await button(page, 'Approve').click()
    await dialog(page, 'Approve this profile?').getByRole('button', { name: 'Approve', exact: true }).click()
    await asked(page).getByText('An unused code of your sheet').waitFor()
    expect(await codeField(page).getAttribute('inputmode')).toBe('text')
  })

  full.test('over a form in a window leaves the form as it was, and saves it once', async () => {
    const page = await bureau.as('fmb.super')
    await sitting('fmb.super', 'long ago')
    await page.goto('/roles')
    await button(page, 'Add Role').click()
    const form = dialog(page, 'Add Role')
    const name = form.getByRole('textbox', { name: 'Role Name' })
    await name.fill('Reader of proofs')
    await form.getByRole('combobox', { name: 'Access Level' }).selectOption('PENRO')
    const add = async () => {
      // the notice that nothing was done does not cover it
      await form.getByRole('button', { name: 'Add Role', exact: true }).click({ timeout: 8_000 })
      await dialog(page, 'Add this role?').getByRole('button', { name: 'Add Role', exact: true }).click()
      await asked(page).getByText('Creating this role', { exact: true }).waitFor()
    }
    await add()
    await asked(page).getByRole('button', { name: 'Cancel' }).click()
    await asked(page).waitFor({ state: 'hidden' })
    await page.getByText('Please confirm that it is you, with your second factor.').waitFor()
    await expectFocus(form.getByRole('button', { name: 'Add Role', exact: true }))
    expect(await name.inputValue()).toBe('Reader of proofs')

    await add()
    await codeField(page).fill(await code('fmb.super'))
    await confirm(page).click()
    await form.waitFor({ state: 'detached' })
    const made = await bureau.db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'Reader of proofs')
      .execute()
    expect(made).toHaveLength(1)
  })

  test('[S-158] of a person without a factor is the password, before a user is added from the open form', async () => {
    const page = await bureau.as('fmb.admin')
    await sitting('fmb.admin', 'long ago')
    await page.goto('/users')
    await button(page, 'Add User').click()
    const form = dialog(page, 'Add User')
    await field(form, 'First Name').fill('Bayani')
    await field(form, 'Last Name').fill('Lakandula')
    await form.getByLabel('Female').check()
    await field(form, 'Email Address').fill('proved.person@bureau.example')
    await field(form, 'Access Level').selectOption('FMB')
    await field(form, 'Role').selectOption({ label: 'FMB Approver' })
    await form.getByRole('button', { name: 'Add User', exact: true }).click()
    await dialog(page, 'Add this user?').getByRole('button', { name: 'Add User', exact: true }).click()
    await asked(page).getByText('Adding this user', { exact: true }).waitFor()
    expect(await codeField(page).count()).toBe(0)
    await asked(page).getByLabel('Password').fill(DEMO_PASSWORD)
    await confirm(page).click()
    await dialog(page, 'Add User Successful').waitFor()
    expect(await lastProof('Created')).toBe('password, less than a minute before')
  })

  full.test('is asked before the audit log is downloaded, which then is', async () => {
    const page = await bureau.as('fmb.super')
    await sitting('fmb.super', 'long ago')
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    await page.goto(`/audit-logs?startDate=${today}&endDate=${today}`)
    await title(page, 'Audit Logs').waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Download Logs/ }).click()
    await asked(page).getByText('Download of the audit log, which names people', { exact: true }).waitFor()
    await codeField(page).fill(await code('fmb.super'))
    await confirm(page).click()
    expect((await saved).suggestedFilename()).toMatch(/\.csv$/)
    await page.getByText(/ was downloaded\.$/).waitFor()
  })

  full.test('can be given with a passkey', async () => {
    const page = await bureau.as('fmb.super')
    await addAuthenticator(page, { transport: 'usb' })
    await sitting('fmb.super', 'just now')
    await page.goto('/roles')
    await title(page, 'Role Management').waitFor()
    await page.evaluate(async () => {
      const post = async (address: string, body: object) => {
        const headers = {
          'content-type': 'application/json',
          'x-api-key': 'demo-key',
          authorization: `Bearer ${localStorage.getItem('token')}`,
        }
        const reply = await fetch(`/api/my-sign-in/passkeys${address}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        })
        if (!reply.ok) throw new Error(await reply.text())
        return reply.json()
      }
      const json = (made: Credential | null) => (made as PublicKeyCredential).toJSON()
      const added = await post('/options', { purpose: 'add' })
      const made = await navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(added.options),
      })
      const { id } = await post('', { name: 'Key', passkey: json(made) })
      const tested = await post('/options', { purpose: 'test' })
      const used = await navigator.credentials.get({
        publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(tested.options),
      })
      await post(`/${id}/test`, { passkey: json(used) })
    })
    await sitting('fmb.super', 'nothing')
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    await page.goto(`/audit-logs?startDate=${today}&endDate=${today}`)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Download Logs/ }).click()
    const passkey = asked(page).getByRole('button', { name: 'Use a passkey' })
    await passkey.click()
    await asked(page).getByText('Password is required.', { exact: true }).waitFor()
    if (FULL) await expectGoodAtEverySize(page)
    await asked(page).getByLabel('Password').fill(DEMO_PASSWORD)
    await passkey.click()
    expect((await saved).suggestedFilename()).toMatch(/\.csv$/)
    expect(await lastProof('Exported')).toBe('password and passkey, less than a minute before')
  })
})
