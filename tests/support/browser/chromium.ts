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

export type Chromium = { executablePath: string; env: Record<string, string> }

/** Unpacks the browser of the npm package, once per version, into a cache folder. */
function unpackChromium(): string {
  const home = path.resolve(
    path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '../..',
  )
  const { version } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as { version: string }
  const cache = path.resolve('node_modules/.cache')
  const folder = path.join(cache, `chromium-${version}`)
  if (existsSync(folder)) return folder
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
    // another worker was faster
    rmSync(aside, { recursive: true, force: true })
  }
  return folder
}

/** Returns the browser of the npm package, so that all machines test with the same one; CHROMIUM names another one. */
export function findChromium(): Chromium {
  const env = process.env as Record<string, string>
  const { CHROMIUM } = process.env
  if (CHROMIUM) return { executablePath: CHROMIUM, env }
  const folder = unpackChromium()
  return {
    executablePath: path.join(folder, 'chromium'),
    env: { ...env, LD_LIBRARY_PATH: path.join(folder, 'lib') },
  }
}
