import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { withSharedDemo } from '../support/browser/demo.ts'
import { picture } from '../support/browser/pictures.ts'
import { acknowledge, button, dialog } from '../support/browser/screen.ts'
import { ask, openAs, postAs } from '../support/product/session.ts'

/** Four people and two returns: what is asked, what is answered, and what the next level reads of it. */
describe('a return is a list of points', { retry: 0 }, () => {
  const demo = withSharedDemo()
  const open = (name: string, address: string) => openAs(demo.browser, demo.product, name, address)
  const region = (page: Page, name: string | RegExp) =>
    page.getByRole('region', { name, exact: typeof name === 'string' })

  const add = async (page: Page, place: string, kind: string, text: string) => {
    await button(page, `Add point about ${place}`).first().click()
    const form = page.getByRole('form', { name: /^Point about / })
    await form.getByRole('radio', { name: kind }).check()
    await form.getByRole('textbox', { name: 'Point' }).fill(text)
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await form.waitFor({ state: 'detached' })
  }
  const decide = async (page: Page, action: 'Approve' | 'Return') => {
    await button(page, action).click()
    const question = dialog(page, `${action} this profile?`)
    await question.getByRole('button', { name: action, exact: true }).click()
    // who leaves the page earlier has no answer, and keeps what they prepared
    await region(page, 'Decision')
      .getByText(action === 'Approve' ? / approved\.$/ : / returned to its encoder\.$/)
      .waitFor()
  }
  const stored = async (id: number) => {
    const rows = await ask<{ label: string; state: string; done: string }>(
      demo.product,
      `select label, state, (select string_agg(action, ' ' order by steps.id) from thread_steps as steps
         where steps.kind = 'point' and thread_id = threads.id) as done
       from threads join review_points using (id)
       where threads.kind = 'point' and record_id = (select record_id from site_profiles where id = $1) order by id`,
      [id],
    )
    return rows.map(({ label, state, done }) => `${label}: ${done}, ${state}`)
  }

  test('over two rounds and three levels, and nothing of it is public', async () => {
    const [waiting] = await ask<{ id: number; code: string; year: number }>(
      demo.product,
      `select site_profiles.id, code, project_year_end as year
       from site_profiles join offices on offices.id = office_id
       where offices.name = 'PENRO Laguna' and penro_status = 'Submitted' and site_profiles.status = 'Activated' and review_round = 1
       order by site_profiles.id limit 1`,
    )
    if (!waiting) throw new Error('No profile of the demo bureau waits for PENRO Laguna.')
    const { id, code, year } = waiting
    // found by its code, so that no other record follows a decision
    const approval = `/sites/approval/view/${id}?search=${code}`
    const status = async (column: string) =>
      (
        await ask<{ now: string }>(demo.product, `select ${column} as now from site_profiles where id = $1`, [
          id,
        ])
      )[0]?.now

    const penro = await open('laguna.approver', approval)
    await add(penro, 'Project Year End', 'Correct', 'The agreement ends a year later.')
    await add(penro, 'Year Implemented', 'Explain', 'Why before the agreement?')
    await decide(penro, 'Return')
    await expect.poll(() => status('site_status')).toBe('Returned')

    // the reviewer finds it again among what they returned
    await penro.goto(`${demo.product.url}/sites/approval`)
    await penro.getByLabel('Returned by you', { exact: true }).selectOption('Still with the office')
    await penro.waitForURL(/returned=away/)
    const returned = penro.getByRole('row').filter({ hasText: code })
    await returned.getByText('With its office for less than a day').waitFor()
    await returned.getByText('2 open points').waitFor()
    await picture(penro, 'points-story-returned')

    const encoder = await open('laguna.encoder', `/sitemap/edit/${id}`)
    await region(encoder, '0 of 2 points answered').waitFor()
    await encoder.getByRole('combobox', { name: 'Project Year End' }).selectOption(String(year + 1))
    await button(encoder, 'Answer in words about Year Implemented').click()
    await encoder
      .getByRole('textbox', { name: 'Your answer about Year Implemented' })
      .fill('The nursery began first.')
    await region(encoder, '2 of 2 points answered').waitFor()
    await picture(encoder, 'points-story-answers')
    const submit = async () => {
      await button(encoder, 'Edit Profile').click()
      await dialog(encoder, 'Edit this profile?')
        .getByRole('button', { name: 'Edit Profile', exact: true })
        .click()
      await acknowledge(encoder, 'Edit Profiling of SITES Successful')
    }
    await submit()

    // the second round: one answer is accepted, one is asked again
    await penro.goto(`${demo.product.url}${approval}`)
    const earlier = region(penro, 'Points of earlier rounds: 2 answered')
    await earlier.getByText('The nursery began first.').waitFor()
    await earlier.getByRole('button', { name: 'Settle point about Project Year End' }).click()
    await region(penro, 'Decision')
      .getByText('Of 2 points of earlier rounds, none is open and 1 is answered and not settled.')
      .waitFor()
    await earlier.getByRole('button', { name: 'Ask again about Year Implemented' }).click()
    const again = penro.getByRole('form', { name: 'Ask again about Year Implemented' })
    await again.getByRole('textbox').fill('Please name the nursery.')
    await again.getByRole('button', { name: 'Ask again', exact: true }).click()
    await decide(penro, 'Return')
    await expect.poll(() => status('site_status')).toBe('Returned')
    expect(await stored(id)).toEqual([
      'Project Year End: Sent Answered Settled, settled',
      'Year Implemented: Sent Answered Reopened, open',
    ])

    await encoder.goto(`${demo.product.url}/sitemap/edit/${id}`)
    await region(encoder, '0 of 1 point answered').waitFor()
    await encoder
      .getByRole('group', { name: 'Point about Year Implemented' })
      .getByText('Please name the nursery.')
      .waitFor()
    await button(encoder, 'Answer in words about Year Implemented').click()
    await encoder
      .getByRole('textbox', { name: 'Your answer about Year Implemented' })
      .fill('The nursery of Pangil.')
    await encoder.getByText('Saved. It is sent with your submission.').waitFor()
    await submit()

    // the next levels read point, answer and change in one place
    const approve = (name: string) => postAs(demo.product, name, `/sites/approved/${id}`)
    await approve('laguna.approver')
    expect(await status('penro_status')).toBe('Approved')
    const regional = await open('r4a.approver', approval)
    const history = region(regional, 'Review history')
    await history.getByText('1 of 1 point answered').click()
    await history.getByText('The nursery of Pangil.').waitFor()
    await picture(regional, 'points-story-history')
    // in the box of the comments and in that of the decision, before it
    const settled = regional.getByText('All 2 points of earlier rounds are settled. Nothing is open.')
    await expect.poll(() => settled.count()).toBe(2)
    await decide(regional, 'Approve')
    await expect.poll(() => status('region_status')).toBe('Approved')
    await approve('fmb.approver')
    expect(await status('site_status')).toBe('Approved')
    expect(await stored(id)).toEqual([
      'Project Year End: Sent Answered Settled, settled',
      'Year Implemented: Sent Answered Reopened Answered Settled, settled',
    ])

    const list = await (await fetch(`${demo.product.url}/site/approved?search=${code}`)).text()
    expect(list).not.toMatch(/nursery|agreement ends/)
  })
})
