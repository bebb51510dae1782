import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Mutant } from './mutant.ts'

/** what no test reads, and what is linked instead */
const LEFT_OUT = new Set(['.git', 'data', 'dist', 'node_modules'])
const LINKED = ['dist', 'node_modules']

/** Copies the checkout as it stands, changes that are not committed too; packages and the built pages are linked. */
export function copyTree(root: string, folder: string): void {
  const isWanted = (file: string) => !LEFT_OUT.has(path.relative(root, file))
  cpSync(root, folder, { recursive: true, filter: isWanted })
  for (const name of LINKED) symlinkSync(path.join(root, name), path.join(folder, name), 'junction')
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
