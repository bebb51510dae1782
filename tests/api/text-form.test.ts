import { describe, expect, test } from 'vitest'
import { withServer } from '../support/product/app.ts'
import { siteInput } from '../support/records/factories.ts'
import { deliveredMails } from '../support/records/mails.ts'

/** The same letters in other spellings, and invisible letters, at the API (S-128). */

const t = withServer()

const addSite = async (name_of_partner: string) =>
  (await t.as('laguna.encoder')).post('/sites', await siteInput(t, { name_of_partner }))

describe('[S-128] the name of a partner', () => {
  test('adds no line to a mail, in its head or in its text', async () => {
    const forged =
      'Samahan A\r\nBcc: all@bureau.example\r\n\r\nYour account expires today.\nhttp://renew.example/login'
    await deliveredMails(t)
    const before = (await deliveredMails(t)).length
    expect((await addSite('Samahan B')).statusCode).toBe(200)
    expect((await addSite(forged)).statusCode).toBe(200)
    const mails = (await deliveredMails(t)).slice(before)
    const textOf = (name: string) =>
      mails
        .find(({ text }) => text?.includes(name))
        ?.text?.trim()
        .split('\n') ?? []
    expect(textOf('Samahan A').length).toBeGreaterThan(3)
    expect(textOf('Samahan A')).toHaveLength(textOf('Samahan B').length)
    expect(textOf('Samahan A').filter((line) => /^(Bcc|Your account|http:\/\/renew)/.test(line))).toEqual([])
    expect(mails.flatMap(({ bcc = [] }) => bcc)).toEqual([])
  })

  test('is the same in any spelling, for the warning of duplicates and for searches', async () => {
    const encoder = await t.as('laguna.encoder')
    const { code, city_id, project_year_start, project_year_end } = (
      await addSite('Samahan ng Las Piñas Ilog')
    ).json().siteProfile
    const years = { project_year_start, project_year_end }
    for (const spelling of [
      'Samahan ng Las Pin\u0303as Ilog',
      'samahan  ng las\u00a0piñas ilog ',
      'SAMAHAN NG LAS PINAS ILOG',
      'Samahan\u200b ng Las Pi\u00f1as\u2028Ilog',
    ]) {
      const found = await encoder.post('/sites/duplicates', { name_of_partner: spelling, city_id, ...years })
      expect([spelling, found.json().data]).toEqual([spelling, [{ id: expect.any(Number), code }]])
      const listed = await encoder.get(`/sites/datatable?search=${encodeURIComponent(spelling)}`)
      expect([spelling, listed.json().data.map((row: { code: string }) => row.code)]).toEqual([
        spelling,
        [code],
      ])
    }
  })
})

describe('[S-128] names that must be unique', () => {
  test('a role is there already, whatever the case, accents and blanks of its name', async () => {
    const fmb = await t.as('fmb.super')
    const add = (name: string) => fmb.post('/roles', { name, access_level: 'PENRO', permissions: [] })
    expect((await add('Tagapangalaga ng Ibañez')).statusCode).toBe(200)
    for (const name of [
      'Tagapangalaga ng Iban\u0303ez',
      'TAGAPANGALAGA  NG\u00a0IBANEZ',
      'Tagapangalaga\u200b ng Ibañez',
    ]) {
      const reply = await add(name)
      expect([name, reply.statusCode, reply.json().errors]).toEqual([
        name,
        422,
        { name: ['The role name has already been taken.'] },
      ])
    }
  })

  test('an office is the one that is there, and a mail address that of its account', async () => {
    const fmb = await t.as('fmb.super')
    const home = await t.db
      .selectFrom('users')
      .innerJoin('offices', 'offices.id', 'users.office_id')
      .select(['users.region_id', 'users.role_id', 'offices.id as office_id', 'offices.name'])
      .where('users.id', '=', await t.userId('laguna.encoder'))
      .executeTakeFirstOrThrow()
    const person = (email: string, penro: string) =>
      fmb.post('/users', {
        first_name: 'Ana\nhttp://bad.example',
        last_name: 'Mun\u0303oz',
        sex: 'Female',
        email,
        penro,
        access_level: 'PENRO',
        role_id: home.role_id,
        region_id: home.region_id,
      })
    const spelled = home.name.toUpperCase().replace(' ', '\u00a0 \u200b').replace('A', 'A\u0301')
    const added = await person('ana.munoz\u200b@bureau.example ', spelled)
    expect(added.statusCode, added.body).toBe(200)
    expect(added.json().user).toMatchObject({
      first_name: 'Ana http://bad.example',
      last_name: 'Muñoz',
      email: 'ana.munoz@bureau.example',
      office_id: home.office_id,
    })
    const again = await person('\u202aANA.munoz@bureau.example', home.name)
    expect(again.json().errors).toEqual({ email: ['The email has already been taken.'] })
  })
})
