import { onlineManager, QueryClient } from '@tanstack/react-query'
import { isOnline, onConnectionChange } from '../lib/connection.ts'
import { ApiError } from '../lib/call.ts'

/** A refusal is final; only a lost connection or an unready server is worth a retry. */
function worthRetrying(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  if (error.code === 'setup') return false
  return error.why === null || error.why === 'unavailable'
}

// the browser knows only whether it has a network, not whether the server can be reached
onlineManager.setEventListener((setOnline) => onConnectionChange(setOnline))

/**
 * Server data of the staff screens. Nothing waits silently for a connection: a query fails at once and runs again when
 * the connection is back, a mutation fails at once and the person sends it again.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < 2 && isOnline() && worthRetrying(error),
      staleTime: 5_000,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
