import { onlineManager, QueryClient } from '@tanstack/react-query'
import { isOnline, onConnectionChange } from '../lib/connection.ts'
import { ApiError } from '../lib/call.ts'

/** A refusal is an answer; only a broken line or an unready server is asked again. */
function worthRetrying(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  if (error.code === 'setup') return false
  return error.why === null || error.why === 'unavailable'
}

// the browser only knows its own end of the line
onlineManager.setEventListener((setOnline) => onConnectionChange(setOnline))

/**
 * Server data of the staff screens. Nothing waits silently for a line: a question fails at once and is asked again when
 * the line is back, a change fails at once and is sent again by the person.
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
