import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach } from 'vitest'
import { openPages } from './open-pages.ts'

const FOLDER = path.resolve('test-failures')

const words = (text: string) =>
  text
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 90)

/**
 * Saves a picture and the log of every open page when a browser test fails, and prints their file names. The pages are
 * still open here, because tests close them in onTestFinished, which runs later.
 */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  mkdirSync(FOLDER, { recursive: true })
  const start = path.join(FOLDER, `${path.basename(task.file.name, '.test.ts')}-${words(task.name)}`)
  for (const [index, [page, lines]] of openPages().entries()) {
    const name = `${start}-${index + 1}`
    writeFileSync(`${name}.txt`, [page.url(), ...lines, ''].join('\n'))
    // a page that hangs gives no picture, which must not hide why the test failed
    await page.screenshot({ path: `${name}.png`, fullPage: true, timeout: 5_000 }).catch(() => undefined)
    console.error(`The page as it was: ${name}.png, what it said: ${name}.txt`)
  }
})
