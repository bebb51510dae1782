import { type Import, importsApi } from '../../shared/imports/imports.schema.ts'
import { readOptions } from '../lib/queries.ts'

const PROGRESS_MS = 1_000

/** Whether the server is working on the import, so that its numbers change. */
export const isAtWork = ({ state }: Pick<Import, 'state'>): boolean =>
  state === 'Uploaded' || state === 'Importing'

/** Reads what an import consists of again every second while it is running, and once it has come into another state. */
export const whileAtWork = (of: Pick<Import, 'state'>) => ({
  version: of.state,
  refetchInterval: isAtWork(of) ? PROGRESS_MS : (false as const),
})

/** One import; read again every second while it is running. */
export const importRead = (id: string) =>
  readOptions(importsApi.show, {
    params: { id },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data.import) ? PROGRESS_MS : false),
  })
