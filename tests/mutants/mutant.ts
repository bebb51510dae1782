import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A fault that someone could make in one place, and the tests that must notice it. */
export type Mutant = {
  /** from the root */
  file: string
  /** is exactly once in the file: the line, or a few where the line alone is more than once */
  before: string
  after: string
  /** what would be wrong */
  fault: string
  /** one of these fails */
  tests: readonly string[]
  /** part of the names of the tests to run, where a whole file would take long */
  only?: string
}

/** The faults that these tests must notice in this file: what would be wrong, the line as it is, and with the fault. */
export const faults = (
  where: Pick<Mutant, 'file' | 'tests' | 'only'>,
  ...rows: readonly (readonly [fault: string, before: string, after: string])[]
): Mutant[] => rows.map(([fault, before, after]) => ({ ...where, fault, before, after }))

export type Area = { name: string; mutants: readonly Mutant[] }

/** Why the mutant does not fit the sources any more, in one sentence; null when it does. */
export function staleness(root: string, { file, before, after, tests }: Mutant): string | null {
  const missing = [file, ...tests].find((name) => !existsSync(path.join(root, name)))
  if (missing) return `${missing} does not exist.`
  if (before === after) return 'The line stays as it is.'
  const times = readFileSync(path.join(root, file), 'utf8').split(before).length - 1
  return times === 1 ? null : `"${before.trim()}" stands ${times} times in ${file}, not once.`
}

const PACKAGES = 'node_modules'
/** what no test reads, and what is linked instead */
const LEFT_OUT = new Set(['.git', 'data', PACKAGES])

/** Copies the checkout as it is, what is built and changes that are not committed too; packages are linked. */
export function copyTree(root: string, folder: string): void {
  const isWanted = (file: string) => !LEFT_OUT.has(path.relative(root, file))
  cpSync(root, folder, { recursive: true, filter: isWanted })
  symlinkSync(path.join(root, PACKAGES), path.join(folder, PACKAGES), 'junction')
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
