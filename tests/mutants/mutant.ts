/** A fault that somebody could make in one place, and the tests that must notice it. */
export type Mutant = {
  /** from the root */
  file: string
  /** stands exactly once in the file: the line, or a few where the line alone stands more than once */
  before: string
  after: string
  /** what would be wrong */
  fault: string
  /** one of these fails */
  tests: readonly string[]
  /** part of the names of the tests to run, where a whole file would take long */
  only?: string
}

export type Area = { name: string; mutants: readonly Mutant[] }

/** A mutant as people read it in what is printed. */
export type NamedMutant = Mutant & { area: string }

/** Whether the database that the tests clone is made by this file: with a fault in it, it is made anew. */
export const changesTemplate = ({ file }: Mutant): boolean => file.startsWith('db/')
