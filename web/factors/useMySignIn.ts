import { useCallback, useEffect, useState } from 'react'
import type { Actor } from '../../shared/access/actor.ts'
import { authApi } from '../../shared/auth/auth.schema.ts'
import { factorsApi, type MySignIn } from '../../shared/factors/factors.schema.ts'
import { ApiError, call, toMessage } from '../lib/call.ts'

export type Loaded = { at: 'loaded'; mine: MySignIn; actor: Actor }
type State = { at: 'loading' } | { at: 'failed'; message: string } | Loaded

const NOT_SIGNED_IN = 401

const isOver = (error: unknown) => error instanceof ApiError && error.status === NOT_SIGNED_IN
const needsPassword = (error: unknown) => error instanceof ApiError && error.code === 'own_password_first'

async function load(): Promise<Loaded> {
  const [mine, { actor }] = await Promise.all([call(factorsApi.mine), call(authApi.validateToken)])
  return { at: 'loaded', mine, actor }
}

/**
 * What is set up for the signed-in person, and who they are. What was loaded stays on the screen until `reload` has
 * ended; `refresh` does the same, and a failure of it changes nothing.
 */
export function useMySignIn() {
  const [state, setState] = useState<State>({ at: 'loading' })
  const reload = useCallback(async () => {
    try {
      setState(await load())
    } catch (error) {
      if (needsPassword(error)) return location.replace('/change-password')
      // at the end of a session the log in page is on its way
      if (!isOver(error)) setState({ at: 'failed', message: toMessage(error) })
    }
  }, [])
  const refresh = useCallback(() => load().then(setState, () => undefined), [])
  useEffect(() => void reload(), [reload])
  return { state, reload, refresh }
}
