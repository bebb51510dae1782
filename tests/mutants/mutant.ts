import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A possible mistake in one place, and the tests that must find it. */
export type Mutant = {
  /** from the root */
  file: string
  /** occurs exactly once in the file: one line, or more where the line alone is not unique */
  before: string
  after: string
  /** what would be wrong */
  fault: string
  /** at least one of these must fail */
  tests: readonly string[]
  /** part of the titles of the tests to run, where a whole file would take long */
  only?: string
}

/** The mutants of one file and its tests; each row has the fault, the line as it is, and the line with the fault. */
export const faults = (
  where: Pick<Mutant, 'file' | 'tests' | 'only'>,
  ...rows: readonly (readonly [fault: string, before: string, after: string])[]
): Mutant[] => rows.map(([fault, before, after]) => ({ ...where, fault, before, after }))

export type Area = { name: string; mutants: readonly Mutant[] }

/** Why the mutant no longer fits the sources, in one sentence; null when it does. */
export function staleness(root: string, { file, before, after, tests }: Mutant): string | null {
  const missing = [file, ...tests].find((name) => !existsSync(path.join(root, name)))
  if (missing) return `${missing} does not exist.`
  if (before === after) return 'The line stays as it is.'
  const times = readFileSync(path.join(root, file), 'utf8').split(before).length - 1
  return times === 1 ? null : `"${before.trim()}" stands ${times} times in ${file}, not once.`
}

const PACKAGES = 'node_modules'
/** not read by any test, or linked instead */
const LEFT_OUT = new Set(['.git', 'data', PACKAGES])

/** Copies the checkout with its build and uncommitted changes; packages are linked. */
export function copyTree(root: string, folder: string): void {
  const isWanted = (file: string) => !LEFT_OUT.has(path.relative(root, file))
  cpSync(root, folder, { recursive: true, filter: isWanted })
  symlinkSync(path.join(root, PACKAGES), path.join(folder, PACKAGES), 'junction')
}

/** Applies the fault to a copy; returns a function that reverts it. */
export function applyMutant(folder: string, { file, before, after }: Mutant): () => void {
  const place = path.join(folder, file)
  const whole = readFileSync(place, 'utf8')
  writeFileSync(
    place,
    whole.replace(before, () => after),
  )
  return () => writeFileSync(place, whole)
}
