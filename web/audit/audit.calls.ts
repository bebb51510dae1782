import { useMutation, useQueryClient } from '@tanstack/react-query'
import { integrityApi } from '../../shared/audit/audit.schema.ts'
import { call } from '../lib/call.ts'
import { readOptions } from '../lib/queries.ts'

const PROGRESS_MS = 1_000

/** The state of the log; read again every second while a verification is running. */
export const integrityRead = readOptions(integrityApi.show, {
  refetchInterval: ({ state }) => (state.data?.data.verification?.running ? PROGRESS_MS : false),
})

/** Starts a verification; the reply shows it as running. */
export function useVerify() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(integrityApi.verify),
    onSuccess: (reply) => client.setQueryData(integrityRead.queryKey, reply),
    onError: () => client.invalidateQueries(integrityRead),
  })
}
