import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import AxeBuilder from '@axe-core/playwright'
import { type Browser, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Unpacks the browser that a package carries, once per version, into a folder of our own. */
function unpackChromium(): { executablePath: string; libraries: string } {
  const home = path.resolve(
    path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '../..',
  )
  const { version } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as { version: string }
  const cache = path.resolve('node_modules/.cache')
  const folder = path.join(cache, `chromium-${version}`)
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true })
    const aside = mkdtempSync(path.join(cache, 'chromium-'))
    const part = (name: string) => brotliDecompressSync(readFileSync(path.join(home, 'bin', name)))
    writeFileSync(path.join(aside, 'chromium'), part('chromium.br'))
    chmodSync(path.join(aside, 'chromium'), 0o755)
    for (const name of ['al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br']) {
      const { status } = spawnSync('tar', ['-x', '-C', aside], { input: part(name) })
      if (status !== 0) throw new Error(`Could not unpack ${name}: is tar installed?`)
    }
    try {
      renameSync(aside, folder)
    } catch {
      rmSync(aside, { recursive: true, force: true })
    }
  }
  return { executablePath: path.join(folder, 'chromium'), libraries: path.join(folder, 'lib') }
}

/** A real Chromium: the machine's own, or the one from the package. */
export async function launchBrowser(): Promise<Browser> {
  const installed = process.env.CHROMIUM ?? INSTALLED.find((file) => existsSync(file))
  const { executablePath, libraries } = installed
    ? { executablePath: installed, libraries: '' }
    : unpackChromium()
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
    ],
    env: { ...process.env, ...(libraries ? { LD_LIBRARY_PATH: libraries } : {}) } as Record<string, string>,
  })
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Fails with the nodes when the page as it stands, or this part of it, breaks WCAG 2.0 to 2.2, A or AA. */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  // without frames of other origins the older way finds the same in half the time
  const axe = new AxeBuilder({ page }).withTags(RULES).setLegacyMode()
  const { violations } = await (part ? axe.include(part) : axe).analyze()
  const found = violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  )
  expect(found, page.url()).toEqual([])
}
