import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RequestedRange } from '../../shared/audit/audit.rules.ts'
import { auditApi } from '../../shared/audit/audit.schema.ts'
import { call, download } from '../lib/call.ts'
import { saveReply } from '../lib/save-file.ts'
import type { TableState } from '../ui/useTableState.ts'

const PROGRESS_MS = 1_000
const INTEGRITY = ['audit', 'integrity'] as const

/** The log of these days; not read before both are chosen. */
export const useAuditLogs = (range: RequestedRange | null, query: TableState['query']) =>
  useQuery({
    queryKey: ['audit', 'list', range, query],
    queryFn: ({ signal }) =>
      call(auditApi.datatable, { query: { ...query, ...(range ?? { startDate: '', endDate: '' }) }, signal }),
    enabled: range !== null,
    placeholderData: keepPreviousData,
  })

/** The people whose rows can be chosen: one of them, or those with a text in name or address. */
export const useLoggedPeople = (query: { id?: string; search?: string }, enabled: boolean) =>
  useQuery({
    queryKey: ['audit', 'people', query],
    queryFn: async ({ signal }) => (await call(auditApi.people, { query, signal })).people,
    placeholderData: keepPreviousData,
    enabled,
  })

/** Downloads the rows of these days that match search and filters; returns the file name. */
export const saveAuditLogs = (range: RequestedRange, { search, chosen }: TableState) =>
  saveReply(download(auditApi.download, { query: { ...range, ...chosen, ...(search ? { search } : {}) } }))

/** The state of the log; read again every second while a verification is running. */
export const useIntegrity = () =>
  useQuery({
    queryKey: INTEGRITY,
    queryFn: ({ signal }) => call(auditApi.integrity, { signal }),
    refetchInterval: ({ state }) => (state.data?.data.verification?.running ? PROGRESS_MS : false),
  })

/** Starts a verification; the reply shows it as running. */
export function useVerify() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(auditApi.verify),
    onSuccess: (reply) => client.setQueryData(INTEGRITY, reply),
    onError: () => client.invalidateQueries({ queryKey: INTEGRITY }),
  })
}

/** The ended days with their checkpoints. */
export const useHeads = (query: TableState['query']) =>
  useQuery({
    queryKey: ['audit', 'heads', query],
    queryFn: ({ signal }) => call(auditApi.heads, { query, signal }),
    placeholderData: keepPreviousData,
  })
