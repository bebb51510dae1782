import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Actor } from '../../shared/access/actor.ts'
import { factorsApi, type MySignIn } from '../../shared/factors/factors.schema.ts'
import { ApiError } from '../lib/call.ts'
import { inPageLanguage } from '../lib/page-language.ts'
import { readOptions } from '../lib/queries.ts'
import { actorQuery } from '../lib/useActor.ts'

export type Loaded = { mine: MySignIn; actor: Actor }

const NOT_SIGNED_IN = 401

/** a page that failed says so at once, and a form on it does not change while it is filled in */
const ONCE = { retry: false, refetchOnWindowFocus: false } as const

const isRefusal = (error: Error | null, of: Partial<ApiError>): boolean =>
  error instanceof ApiError &&
  Object.entries(of).every(([name, value]) => error[name as keyof ApiError] === value)

/** What is set up for the signed-in person, and who they are; `reload` keeps what was loaded until it has ended. */
export function useMySignIn() {
  const mine = useQuery({ ...readOptions(factorsApi.mine), ...ONCE })
  const actor = useQuery({ ...actorQuery, ...ONCE })
  const error = mine.error ?? actor.error
  const needsPassword = isRefusal(error, { code: 'own_password_first' })
  useEffect(() => {
    if (needsPassword) location.replace(inPageLanguage('/change-password'))
  }, [needsPassword])
  return {
    loaded: mine.data && actor.data ? { mine: mine.data, actor: actor.data } : null,
    // at the end of a session, and for a new password, another page is on its way
    error: needsPassword || isRefusal(error, { status: NOT_SIGNED_IN }) ? null : error,
    reload: () => Promise.all([mine.refetch(), actor.refetch()]),
  }
}
