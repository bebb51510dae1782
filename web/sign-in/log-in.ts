import '../lib/zod-setup.ts'
import { z } from 'zod/mini'
import { authApi, LoginInput } from '../../shared/auth/auth.schema.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import { call } from '../lib/call.ts'
import { sentencesOf } from '../lib/sentences.ts'
import { type LoginOutcome, outcomeOf } from './login-outcome.ts'

/*
 * Loaded when the person begins to fill in the form: the form itself is there before the contract and its validator.
 */

/** Logs in with a password and stores the session; never throws. */
export async function logIn(
  t: Translate,
  given: Partial<Record<keyof LoginInput, unknown>>,
): Promise<LoginOutcome> {
  const input = z.safeParse(LoginInput, given)
  return input.success
    ? outcomeOf(t, call(authApi.login, { body: input.data }), ['email', 'password'])
    : { end: 'refused', errors: sentencesOf(t, input.error), general: null }
}
