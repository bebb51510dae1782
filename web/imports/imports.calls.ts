import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import {
  type Import,
  type ImportPage,
  importsApi,
  type FindingKind,
  type RowChoice,
  type RowState,
} from '../../shared/imports/imports.schema.ts'
import { call, download } from '../lib/call.ts'
import { useChange } from '../lib/queries.ts'
import { saveReply } from '../lib/save-file.ts'

const IMPORTS = ['imports'] as const
/** how often the page of a running import reads its progress */
const PROGRESS_MS = 1_000
/** slower, because the server counts the rows of every import in the list */
const LIST_MS = 5_000

/** Whether the server is working on the import, so that its numbers change. */
export const isAtWork = ({ state }: Pick<Import, 'state'>): boolean =>
  state === 'Uploaded' || state === 'Importing'

/** All imports, newest first; read again every few seconds while one of them is running. */
export const useImports = ({ page, length }: ImportPage) =>
  useQuery({
    queryKey: [...IMPORTS, 'list', page, length],
    queryFn: ({ signal }) => call(importsApi.list, { query: { page, length }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isAtWork) ? LIST_MS : false),
  })

/** One import; read again every second while it is running. */
export const importQuery = (id: string | number) =>
  queryOptions({
    queryKey: [...IMPORTS, 'one', String(id)],
    queryFn: ({ signal }) => call(importsApi.show, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data.import) ? PROGRESS_MS : false),
  })

/** The findings of one kind in an import. */
export const useFindings = (of: Import, kind: FindingKind, { page, length }: ImportPage) =>
  useQuery({
    queryKey: [...IMPORTS, 'findings', of.id, of.state, kind, page, length],
    queryFn: ({ signal }) =>
      call(importsApi.findings, { params: { id: of.id }, query: { kind, page, length }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: isAtWork(of) ? PROGRESS_MS : false,
  })

/** The rows of an import, in one state or in all. */
export const useImportRows = (of: Import, state: RowState | undefined, { page, length }: ImportPage) =>
  useQuery({
    queryKey: [...IMPORTS, 'rows', of.id, of.state, state, page, length],
    queryFn: ({ signal }) =>
      call(importsApi.rows, {
        params: { id: of.id },
        query: { page, length, ...(state ? { state } : {}) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: isAtWork(of) ? PROGRESS_MS : false,
  })

/** Downloads the empty table; returns its file name. */
export const saveTemplate = () => saveReply(download(importsApi.template, {}))

/** Downloads the rows that cannot be imported, with what to correct; returns the file name. */
export const saveCorrections = (id: number) => saveReply(download(importsApi.corrections, { params: { id } }))

type Files = { table_id: number; archive_ids: number[] }

export const useCreateImport = () =>
  useChange(IMPORTS, (input: { body: Files; form_key: string }) => call(importsApi.create, input))

/** Starts the import; `rows` is the number of rows that the person confirmed. */
export const useStartImport = (id: number) =>
  useChange(IMPORTS, (rows: number) => call(importsApi.start, { params: { id }, body: { rows } }))

/** Leaves rows out of the import, or includes them again. */
export const useLeaveOut = (id: number) =>
  useChange(IMPORTS, (body: RowChoice) => call(importsApi.leaveOut, { params: { id }, body }))

export const useCancelImport = (id: number) =>
  useChange(IMPORTS, () => call(importsApi.cancel, { params: { id } }))
