import { useCallback, useEffect, useState } from 'react'
import type { Actor } from '../../shared/access/actor.ts'
import { authApi } from '../../shared/auth/auth.schema.ts'
import { factorsApi, type MySignIn } from '../../shared/factors/factors.schema.ts'
import { failureIn } from '../auth/auth-errors.ts'
import { ApiError, call } from '../lib/call.ts'
import { inPageLanguage } from '../lib/page-language.ts'
import { useTexts } from '../lib/texts.tsx'

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
  const { t } = useTexts()
  const [state, setState] = useState<State>({ at: 'loading' })
  const reload = useCallback(async () => {
    try {
      setState(await load())
    } catch (error) {
      if (needsPassword(error)) return location.replace(inPageLanguage('/change-password'))
      // at the end of a session the log in page is on its way
      if (!isOver(error)) setState({ at: 'failed', message: failureIn(t, error) })
    }
  }, [t])
  const refresh = useCallback(() => load().then(setState, () => undefined), [])
  // oxlint-disable-next-line react/set-state-in-effect -- it is set once the server has answered, not in the effect
  useEffect(() => void reload(), [reload])
  return { state, reload, refresh }
}
