import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RequestedRange } from '../../shared/audit/audit.rules.ts'
import { auditApi } from '../../shared/audit/audit.schema.ts'
import { call, download } from '../lib/call.ts'
import { saveReply } from '../lib/save-file.ts'
import type { TableState } from '../ui/useTableState.ts'

/** how often a verification at work is asked how far it is */
const PROGRESS_MS = 1_000
const INTEGRITY = ['audit', 'integrity'] as const

/** The log of these days; nothing is asked before both are set. */
export const useAuditLogs = (range: RequestedRange | null, query: TableState['query']) =>
  useQuery({
    queryKey: ['audit', 'list', range, query],
    queryFn: ({ signal }) =>
      call(auditApi.datatable, { query: { ...query, ...(range ?? { startDate: '', endDate: '' }) }, signal }),
    enabled: range !== null,
    placeholderData: keepPreviousData,
  })

/** Saves the log of these days, as the search leaves it, as a file; returns its name. */
export const saveAuditLogs = (range: RequestedRange, { search }: Pick<TableState['query'], 'search'>) =>
  saveReply(download(auditApi.download, { query: { ...range, ...(search ? { search } : {}) } }))

/** How far the log is; asked again and again while a verification is at work. */
export const useIntegrity = () =>
  useQuery({
    queryKey: INTEGRITY,
    queryFn: ({ signal }) => call(auditApi.integrity, { signal }),
    refetchInterval: ({ state }) => (state.data?.data.verification?.running ? PROGRESS_MS : false),
  })

/** Has the log verified; the reply says that it has begun. */
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
