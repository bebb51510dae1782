import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect } from 'vitest'
import { withDemo } from '../support/browser/demo.ts'
import { aPerson, aRole } from '../support/records/people.ts'
import { opens, reached, turnedAway } from '../support/browser/screen.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { FULL, full } from '../support/full.ts'

const { test } = full

type Written = {
  title: string
  criteria: { title: string; indicators: { title: string; helper: string[] }[] }[]
}

describe('principles', () => {
  const bureau = withDemo()

  beforeAll(async () => {
    const bare = await aRole(bureau, { name: 'FMB Visitor', access_level: 'FMB', permissions: [] })
    await aPerson(bureau, 'bare', { role: bare })
  })

  test('FMB reads criteria, indicators and notes, whatever keys it holds [PRINCIPLES-02]', async () => {
    await turnedAway(bureau, 'r4a.approver', ['/sites/principle/2'])
    await turnedAway(bureau, 'laguna.encoder', ['/sites/principle/2'])
    const page = await opens(bureau, 'bare', '/sites/principle/2', 'Principle #2')
    const written = (JSON.parse(readFileSync('db/seed/principles.json', 'utf8')) as Written[])[1] as Written
    await page.getByText(written.title, { exact: true }).waitFor()
    const [sets, ...criteria] = await page
      .getByRole('main')
      .getByRole('heading', { level: 2 })
      .allInnerTexts()
    expect(sets).toBe('Sets of criteria')
    expect(criteria.map((text) => text.replace(/\s+/g, ' ').trim())).toEqual(
      written.criteria.map((one, index) => `2.${index + 1} ${one.title}`),
    )
    const indicators = await page.getByRole('main').getByRole('heading', { level: 3 }).allInnerTexts()
    expect(indicators.map((text) => text.replace(/\s+/g, ' ').trim())).toEqual(
      written.criteria.flatMap((one, index) =>
        one.indicators.map((indicator, place) => `2.${index + 1}.${place + 1} ${indicator.title}`),
      ),
    )
    for (const note of written.criteria[0]?.indicators[0]?.helper ?? [])
      await expect.poll(() => page.getByRole('listitem').getByText(note, { exact: true }).count()).toBe(1)
    if (FULL) await expectGoodAtEverySize(page)
  })

  test('a card leads to its principle and the principle back to the cards', async () => {
    const page = await opens(bureau, 'fmb.admin', '/sites/activity', 'Compliance to Safeguards')
    await page.getByRole('link', { name: 'Principle #7', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/sites\/principle\/\d+$/)
    await page.getByRole('heading', { level: 1, name: 'Principle #7' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Back to Compliance to Safeguards' }).click()
    await reached(page, '/sites/activity')
  })
})
