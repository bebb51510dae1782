import { isAtWork } from '../../shared/imports/imports.policy.ts'
import { type Import, importsApi } from '../../shared/imports/imports.schema.ts'
import { readOptions } from '../lib/queries.ts'

const PROGRESS_MS = 1_000

/** Reads what an import consists of again every second while it is running, and once it has come into another state. */
export const whileAtWork = (of: Pick<Import, 'state'>) => ({
  version: of.state,
  every: () => isAtWork(of) && PROGRESS_MS,
})

/** One import; read again every second while it is running. */
export const importRead = (id: string) =>
  readOptions(importsApi.show, {
    params: { id },
    staleTime: 0,
    every: ({ import: of }) => isAtWork(of) && PROGRESS_MS,
  })
