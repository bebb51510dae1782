import { existsSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { isTextOf } from '../../shared/public/page-texts.ts'
import { LANGUAGES, type Languages } from '../../shared/texts/languages.ts'
import { buildApp } from '../../server/app.ts'
import { startAppForTest, type TestApp } from '../support/product/app.ts'
import { anActivity } from '../support/records/activity-factories.ts'
import { aSite } from '../support/records/factories.ts'
import { textNowOf, textsNow } from '../support/records/texts.ts'

/** What FMB reviews and corrects, on the pages that readers see. */

const webDir = path.resolve('dist/web')
const MARK = 'role="note">Hindi opisyal ang saling ito.'

beforeAll(() => {
  if (!existsSync(webDir)) throw new Error('These tests need the built pages: npm run build.')
})

const pageAt = async ({ app }: Pick<TestApp, 'app'>, url: string) =>
  (await app.inject({ method: 'GET', url })).body

/** Reviews every text of these, as they are. */
async function reviewAll(t: TestApp, isWanted: (key: string) => boolean) {
  const admin = await t.as('fmb.admin')
  const texts = (await textsNow(t)).filter(({ key, state }) => isWanted(key) && state !== 'reviewed')
  const body = { reviewed: true, texts: texts.map(({ key, seen }) => ({ key, seen })) }
  const reply = await admin.post('/translations/fil/review', body)
  expect(reply.statusCode, reply.body).toBe(200)
}

/** The same product with another English, as its next version may have it. */
async function withEnglish(t: TestApp, texts: Record<string, string>): Promise<Pick<TestApp, 'app'>> {
  const { en } = LANGUAGES
  const languages: Languages = { ...LANGUAGES, en: { ...en, texts: { ...en.texts, ...texts } } }
  const app = await buildApp({ ...t.services, languages }, { webDir })
  await app.ready()
  return { app }
}

describe('the mark of an unofficial translation', () => {
  test('goes once every text of the page is reviewed, and comes back with another English', async () => {
    const t = await startAppForTest({ webDir })
    const url = '/fil/how-to-check'
    expect(await pageAt(t, url)).toContain(MARK)
    expect(await pageAt(t, '/how-to-check')).not.toContain(MARK)

    await reviewAll(t, (key) => isTextOf('how_to_check', key) && key !== 'common.close')
    expect(await pageAt(t, url)).toContain(MARK)
    await reviewAll(t, (key) => key === 'common.close')
    expect(await pageAt(t, url)).not.toContain(MARK)
    // a page with other texts keeps it
    expect(await pageAt(t, '/fil/login')).toContain(MARK)

    const next = await withEnglish(t, { 'common.close': 'Shut' })
    expect(await pageAt(next, url)).toContain(MARK)
    const unrelated = await withEnglish(t, { 'sign_in.title': 'Sign in' })
    expect(await pageAt(unrelated, url)).not.toContain(MARK)
    await Promise.all([next, unrelated].map(({ app }) => app.close()))
  })

  test('and a corrected text follow at once on pages that are rendered once for all', async () => {
    const t = await startAppForTest({ webDir })
    const admin = await t.as('fmb.admin')
    const url = '/fil/login'
    const before = await pageAt(t, url)
    expect(before).toContain('Lumaktaw sa nilalaman')
    const skip = (await textsNow(t)).find(({ key }) => key === 'common.skip')
    const body = { text: 'Tumalon sa nilalaman', reviewed: true, seen: skip?.seen }
    expect((await admin.patch('/translations/fil/texts/common.skip', body)).statusCode).toBe(200)
    const after = await pageAt(t, url)
    expect(after).toContain('Tumalon sa nilalaman')
    expect(after).not.toContain('Lumaktaw')
    await reviewAll(t, (key) => isTextOf('login', key))
    expect(await pageAt(t, url)).not.toContain(MARK)
    expect(await pageAt(t, '/login')).toContain('Skip to content')
  })
})

test('what the server writes of the land of a site is in the words of FMB, on its page and its certificate', async () => {
  const t = await startAppForTest({ webDir })
  const admin = await t.as('fmb.admin')
  const { id: site_profile_id } = await aSite(t, { office: 'PENRO Laguna', site_status: 'Approved' })
  const { id } = await anActivity(t, 'DONE', { site_profile_id })
  const pages = [`/fil/site/approved/${id}`, `/fil/site/approved/${id}/certificate`]
  for (const url of pages) expect(await pageAt(t, url), url).toMatch(/Mapa ng SITES-[\w-]+: /)
  for (const key of ['land.map', 'land.map_one']) {
    const { text, seen } = await textNowOf(t, key)
    const body = { text: text.replace('Mapa', 'Larawan'), reviewed: true, seen }
    expect((await admin.patch(`/translations/fil/texts/${key}`, body)).statusCode, key).toBe(200)
  }
  for (const url of pages) {
    const page = await pageAt(t, url)
    expect(page, url).toMatch(/Larawan ng SITES-[\w-]+: /)
    expect(page, url).not.toMatch(/Mapa ng SITES-[\w-]+: /)
  }
})
