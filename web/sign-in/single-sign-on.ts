import { oidcApi } from '../../shared/oidc/oidc.schema.ts'
import { signInApi } from '../../shared/sign-in/sign-in.schema.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import { call } from '../lib/call.ts'
import { inPageLanguage, rememberLanguage } from '../lib/page-language.ts'
import { type LoginOutcome, outcomeOf, outcomeOfFailure } from './login-outcome.ts'

/** Begins single sign-on; leads to the login page of the provider. Never throws. */
export async function beginSingleSignOn(t: Translate): Promise<LoginOutcome> {
  try {
    const { address } = await call(oidcApi.start)
    rememberLanguage()
    return { end: 'leaves', address }
  } catch (error) {
    return outcomeOfFailure(t, error, [])
  }
}

/**
 * Ends single sign-on with the query that the provider sent the browser back with: logs in like a password, or links the
 * account of the person who is signed in. Never throws.
 */
export async function endSingleSignOn(t: Translate, query: string, force: boolean): Promise<LoginOutcome> {
  const body = force ? { query, force } : { query }
  try {
    const reply = await call(signInApi.singleSignOn, { body })
    return 'linked' in reply
      ? { end: 'leaves', address: inPageLanguage('/my-sign-in') }
      : outcomeOf(t, Promise.resolve(reply), [])
  } catch (error) {
    return outcomeOfFailure(t, error, [])
  }
}
