import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { withDemo } from '../support/browser/demo.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { full } from '../support/full.ts'
import { foldersFor } from '../support/product/folders.ts'
import { ask } from '../support/product/session.ts'
import { outsideMarks, pseudoLanguage } from '../support/records/pseudo-language.ts'

/* a language that browsers know, so that the page's `lang` is one */
const CODE = 'ceb'
const folder = foldersFor('pseudo-language')()
const file = path.join(folder, `${CODE}.json`)
writeFileSync(file, pseudoLanguage(CODE))

/** Names that are the same in every language. */
const NAMES = [
  'Forest Management Bureau',
  'REDD+ Safeguards Information System',
  'REDD+',
  'SITES',
  'PENRO',
  'FMB',
  'English',
  'Filipino',
  'CSV',
  'GeoJSON',
  'JSON',
  'Natural Earth',
  'SHA-256',
  'Python',
  'CAD Trust',
  'Atom',
  'DCAT',
  'API',
]

/** All that the bureau itself has written and named. */
const WRITTEN = `
  select name as text from regions union select short_code from regions union select name from provinces
  union select name from cities union select name from offices union select name_of_partner from site_profiles
  union select code from site_profiles union select name from land_layers`

/** The texts in sight, and those that only a screen reader or a pointer shows; not what has a language of its own, or code. */
const shownTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isData = (element: Element | null) =>
      element?.closest('body [lang], code, pre, kbd, script, style, noscript') !== null
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        if (isData(node)) continue
        for (const name of ['aria-label', 'title', 'alt', 'placeholder'])
          found.push(node.getAttribute(name) ?? '')
      } else if (!isData(node.parentElement)) found.push(node.textContent ?? '')
    }
    return found
  })

describe('a language of which every text is longer', () => {
  const bureau = withDemo({ env: { LANGUAGE_FILES: file } })

  const written = async (): Promise<string[]> =>
    [...NAMES, ...(await ask<{ text: string }>(bureau.product, WRITTEN)).map(({ text }) => text)]
      .filter(Boolean)
      .toSorted((a, b) => b.length - a.length)

  /** What a page shows that neither the catalogue nor the bureau has written. */
  async function strangeTexts(page: Page): Promise<string[]> {
    const known = await written()
    // a text may have elements inside, so marks are looked for in all of the page
    const left = outsideMarks((await shownTexts(page)).join('\n'))
    const isName = (word: string) => /[\d/@]/.test(word)
    const without = (line: string) => known.reduce((text, one) => text.replaceAll(one, ' '), line)
    return left.split('\n').filter((line) =>
      without(line)
        .split(/\s+/)
        .some((word) => /\p{L}{3,}/u.test(word) && !isName(word)),
    )
  }

  const approved = async () => {
    const [row] = await ask<{ id: number }>(
      bureau.product,
      'select site_activity_id as id from approved_sites where site_activity_id is not null order by 1 limit 1',
    )
    return row?.id ?? 0
  }

  full.test('of a page in English it finds every sentence', async () => {
    const page = await bureau.stranger()
    await page.goto('/data')
    expect((await strangeTexts(page)).length).toBeGreaterThan(50)
  })

  const TITLE = '%s has no text outside the catalogue, and fits at every size'
  const isGood = async (address: string) => {
    const page = await bureau.stranger()
    await page.goto(`/${CODE}${address.replace('$id', String(await approved()))}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.locator('html').getAttribute('lang')).toBe(CODE)
    expect(await strangeTexts(page)).toEqual([])
    await expectGoodAtEverySize(page)
  }

  test.each(['/site/approved', '/login'])(TITLE, isGood)
  full.test.each([
    '/site/approved/$id',
    '/c',
    '/site/approved/$id/certificate',
    '/site/approved/999999',
    '/c/ABCD',
    '/how-to-check',
    '/log',
    '/summary/1999',
    '/data',
    '/how-records-went',
    '/forgot-password',
    '/reset-password?token=none&email=nobody@bureau.example',
  ])(TITLE, isGood)
})
