import '../lib/zod-setup.ts'
import { z } from 'zod/mini'
import { authApi, LoginInput } from '../../shared/auth/auth.schema.ts'
import { forgetAllUploads } from '../files/stored-uploads.ts'
import { ApiError, call, toMessage } from '../lib/call.ts'
import { addressAfterLogin, forgetLastLogout, lastLogout, storeSession } from '../lib/session.ts'
import { type Sentences, sentencesOf, splitErrors } from './auth-errors.ts'
import { homeOfLogin } from './home-of-login.ts'

/*
 * Loaded when the person begins to fill in the form: the form itself is there before the contract and its validator.
 */

const FIELDS = ['email', 'password'] as const

/** Where the person goes, a live session elsewhere that must be ended first (409), or the errors of the form. */
export type LoginOutcome =
  | { end: 'signed_in'; address: string }
  | { end: 'elsewhere'; input: LoginInput }
  | { end: 'refused'; errors: Sentences; general: string | null }

/** Logs in and stores the session; never throws. */
export async function logIn(given: Partial<Record<keyof LoginInput, unknown>>): Promise<LoginOutcome> {
  const input = z.safeParse(LoginInput, given)
  if (!input.success) return { end: 'refused', errors: sentencesOf(input.error), general: null }
  try {
    const reply = await call(authApi.login, { body: input.data })
    if ('second_step' in reply) throw new Error('The second step of a login is not here yet.')
    const left = lastLogout()
    forgetLastLogout()
    // unfinished uploads of another user are deleted from this browser
    if (left && left.user_id !== reply.user.id) await forgetAllUploads()
    storeSession(reply)
    const home = homeOfLogin(reply)
    // a mailed password opens only the page where a new one is chosen
    const address = reply.user.password_is_generated ? home : addressAfterLogin(left, reply.user.id, home)
    return { end: 'signed_in', address }
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return { end: 'elsewhere', input: input.data }
    const { own, general } = splitErrors(error, FIELDS, toMessage(error))
    return { end: 'refused', errors: own, general }
  }
}
