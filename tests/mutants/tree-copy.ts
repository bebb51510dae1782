import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Mutant } from './mutant.ts'

/** what no test reads, and what is linked instead */
const LEFT_OUT = new Set(['.git', 'data', 'node_modules'])
const LINKED = ['node_modules']

/** Copies the checkout as it stands, what is built and changes that are not committed too; packages are linked. */
export function copyTree(root: string, folder: string): void {
  const isWanted = (file: string) => !LEFT_OUT.has(path.relative(root, file))
  cpSync(root, folder, { recursive: true, filter: isWanted })
  for (const name of LINKED) symlinkSync(path.join(root, name), path.join(folder, name), 'junction')
}

type Bundler = {
  bundleServer: (root: string, entries: Record<string, string>, outDir: string) => Promise<void>
  SERVER_ENTRIES: Record<string, string>
}

/** Builds the server of a copy anew; returns what brings back the one that was there. */
export async function buildServer(folder: string): Promise<() => void> {
  const built = path.join(folder, 'dist', 'server')
  const aside = path.join(folder, 'dist', 'server-as-it-is')
  renameSync(built, aside)
  const restore = () => {
    rmSync(built, { recursive: true, force: true })
    renameSync(aside, built)
  }
  try {
    const bundler = pathToFileURL(path.join(folder, 'scripts', 'bundle-server.mjs')).href
    const { bundleServer, SERVER_ENTRIES } = (await import(bundler)) as Bundler
    await bundleServer(folder, SERVER_ENTRIES, built)
    return restore
  } catch (error) {
    restore()
    throw error
  }
}

/** Why the mutant does not fit the sources any more, in one sentence; null when it does. */
export function staleness(root: string, { file, before, after, tests }: Mutant): string | null {
  const missing = [file, ...tests].find((name) => !existsSync(path.join(root, name)))
  if (missing) return `${missing} does not exist.`
  if (before === after) return 'The line stays as it is.'
  const times = readFileSync(path.join(root, file), 'utf8').split(before).length - 1
  return times === 1 ? null : `"${before.trim()}" stands ${times} times in ${file}, not once.`
}

/** Puts the fault into a copy; returns what takes it out again. */
export function applyMutant(folder: string, { file, before, after }: Mutant): () => void {
  const place = path.join(folder, file)
  const whole = readFileSync(place, 'utf8')
  writeFileSync(
    place,
    whole.replace(before, () => after),
  )
  return () => writeFileSync(place, whole)
}
