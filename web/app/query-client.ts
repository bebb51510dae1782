import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/call.ts'
import { SetupError } from '../lib/config.ts'

/** A refusal is an answer; only a broken line or an unready server is asked again. */
function worthRetrying(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  if (error.cause instanceof SetupError) return false
  return error.code === null || error.code === 'unavailable'
}

/** Server data of the staff screens. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 2 && worthRetrying(error),
      staleTime: 5_000,
    },
    mutations: { retry: false },
  },
})
