import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, onTestFinished } from 'vitest'
import { readConfig } from '../../server/lib/config.ts'
import { DEMO_PASSWORD } from '../../server/seed/demo-people.ts'
import { signCheckpoint } from '../../server/public-log/checkpoint.ts'
import { logKey } from '../../server/public-log/log-key.ts'
import { withDemo } from '../support/browser/demo.ts'
import { requireProgram } from '../support/product/debian-program.ts'
import { expectGoodAtEverySize } from '../support/browser/screen-sizes.ts'
import { full } from '../support/full.ts'

const { test } = full

describe('the pages for whoever verifies our records', () => {
  const demo = withDemo({ env: { CHECKPOINT_MAIL: 'auditor@coa.example' } })
  const folder = mkdtempSync(path.join(os.tmpdir(), 'safeguards-check-'))

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Runs one printed command in a separate shell. */
  const type = (command: string) => {
    const { stdout, stderr, status } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' })
    return { out: stdout.trim(), error: stderr.trim(), status }
  }
  const publishedSize = async () =>
    Number((await (await fetch(`${demo.product.url}/log/checkpoint`)).text()).split('\n')[1] ?? 0)
  const growLog = async () => {
    const before = await publishedSize()
    const reply = await fetch(`${demo.product.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'demo-key' },
      body: JSON.stringify({ email: 'fmb.admin@bureau.example', password: DEMO_PASSWORD, force: true }),
    })
    expect(reply.status).toBe(200)
    await expect.poll(publishedSize, { timeout: 30_000 }).toBeGreaterThan(before)
  }

  test('is linked from the public list, needs no script, and its three commands work as they are written', async () => {
    requireProgram('curl')
    requireProgram('python3')
    await expect.poll(publishedSize, { timeout: 30_000 }).toBeGreaterThan(0)
    const context = await demo.browser.newContext({ javaScriptEnabled: false })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(`${demo.product.url}/site/approved`)
    await page.getByRole('main').getByRole('link', { name: 'Verify our records' }).click()
    await page.getByRole('heading', { level: 1, name: 'Verify our records' }).waitFor()
    await page.getByText('One reader receives the checkpoint of each day by mail.').waitFor()
    const commands = await page.locator('main pre code').allTextContents()
    expect(commands).toHaveLength(3)
    const [fetching = '', proving = '', following = ''] = commands

    expect(type(fetching)).toMatchObject({ error: '', status: 0 })
    const proved = type(proving)
    expect([proved.error, proved.status]).toEqual(['', 0])
    expect(proved.out).toMatch(
      /^PROVED: entry \d+ of the \d+ of localhost:\d+\/log\.\nwhat: .*"Approved \(FMB\)"\]\nfacts: \[.*\]$/,
    )
    expect(type(following).out).toMatch(
      /^EXTENDS: the (\d+) entries of .* begin with the \1 that you hold\.$/,
    )
    await growLog()
    expect(type(following).out).toMatch(/^EXTENDS: the \d+ entries/)

    // the line of a mail also works; an altered one does not
    const kept = path.join(folder, 'checkpoint')
    const text = readFileSync(kept, 'utf8')
    const [origin, size, root, , signature = ''] = text.split('\n')
    writeFileSync(kept, `Subject: it\n\n${origin} ${size} ${root} ${signature.split(' ')[2]}\n`)
    expect(type(following).out).toMatch(/^EXTENDS/)
    writeFileSync(kept, text.replace(`\n${size}\n`, `\n${Number(size) + 1}\n`))
    expect(type(following)).toMatchObject({
      error: 'NOT SIGNED: your checkpoint is not signed with this key.',
      status: 1,
    })
    writeFileSync(kept, text)

    // checkpoints signed with the key that do not match the log, as if it had been rewritten or cut
    const config = readConfig({ DATA_DIR: demo.product.dataDir, API_KEY: 'x' }, { production: false })
    const said = (size: number) =>
      writeFileSync(
        kept,
        signCheckpoint({ origin: origin ?? '', size, root: Buffer.alloc(32, 7) }, logKey(config)),
      )
    for (const [entries, sentence] of [
      [
        Number(size),
        /^DIFFERS: the \d+ entries of now do not begin with the \d+ that you hold: the log was rewritten\.$/,
      ],
      [
        9_999_999,
        /^DIFFERS: you hold a checkpoint of 9999999 entries, and the log has \d+: an older copy was restored, or the end was cut off\.$/,
      ],
    ] as const) {
      said(entries)
      expect(type(following)).toMatchObject({ error: expect.stringMatching(sentence), status: 1 })
    }
  })

  test('are good at every size', async () => {
    await expect.poll(publishedSize, { timeout: 30_000 }).toBeGreaterThan(0)
    const context = await demo.browser.newContext()
    onTestFinished(() => context.close())
    const page = await context.newPage()
    for (const at of ['/how-to-check', '/how-to-check/formula', '/how-to-check/witness', '/log']) {
      await page.goto(`${demo.product.url}${at}`)
      await expectGoodAtEverySize(page)
    }
  })

  test('are good at every size in Filipino', async () => {
    await expect.poll(publishedSize, { timeout: 30_000 }).toBeGreaterThan(0)
    const context = await demo.browser.newContext()
    onTestFinished(() => context.close())
    const page = await context.newPage()
    for (const at of ['/how-to-check', '/how-to-check/formula', '/how-to-check/witness', '/log']) {
      await page.goto(`${demo.product.url}/fil${at}`)
      await page.getByRole('link', { name: 'Suriin ang aming mga tala' }).first().waitFor()
      await expectGoodAtEverySize(page)
    }
  })

  test('lead from the first to each other one and back', async () => {
    const context = await demo.browser.newContext({ javaScriptEnabled: false })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(`${demo.product.url}/how-to-check`)
    for (const [link, title] of [
      ['checkpoint', 'The last checkpoint'],
      ['how, step by step', 'From a row to the checkpoint'],
      ['run a witness in ten minutes', 'Run a witness in ten minutes'],
    ] as const) {
      await page.getByRole('main').getByRole('link', { name: link, exact: true }).click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await page.getByRole('link', { name: '← Verify our records' }).click()
      await page.getByRole('heading', { level: 1, name: 'Verify our records' }).waitFor()
    }
  })
})
