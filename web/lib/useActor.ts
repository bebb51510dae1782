import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { Actor } from '../../shared/access/actor.ts'
import { authApi, VALIDATION_CACHE_MINUTES } from '../../shared/auth/auth.schema.ts'
import { call } from './call.ts'
import { storePerson } from './session.ts'

async function validate(): Promise<Actor> {
  const { actor, permissions } = await call(authApi.validateToken)
  storePerson(actor, permissions)
  return actor
}

/** The signed-in person; the token is validated again at the first use after ten minutes (000 §4). */
export const actorQuery = queryOptions({
  queryKey: ['actor'],
  queryFn: validate,
  staleTime: VALIDATION_CACHE_MINUTES * 60_000,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Returns the signed-in person. The route guard has already loaded it, so nothing waits. */
export const useActor = (): Actor => useSuspenseQuery(actorQuery).data
