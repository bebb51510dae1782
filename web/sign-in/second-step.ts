import '../lib/zod-setup.ts'
import { z } from 'zod/mini'
import { type Credential, factorsApi, SecondStepInput } from '../../shared/factors/factors.schema.ts'
import { signInApi } from '../../shared/sign-in/sign-in.schema.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import { withPasskeys } from '../auth/use-passkeys.ts'
import { call } from '../lib/call.ts'
import { sentencesOf } from '../lib/sentences.ts'
import { type LoginOutcome, outcomeOf, outcomeOfFailure } from './login-outcome.ts'
import type { Try } from './useLogin.ts'

/* Loaded with the second step, or when a passkey is used. */

const FIELDS = ['code'] as const

type Asked = { options: object }

/** Has a passkey sign what `ask` returns and sends it on with `send`; never throws. */
async function withPasskey(
  t: Translate,
  ask: () => Promise<Asked>,
  send: (passkey: Credential) => Promise<LoginOutcome>,
): Promise<LoginOutcome> {
  try {
    const asked = await ask()
    return await send(await withPasskeys(t, (passkeys) => passkeys.usePasskey(asked)))
  } catch (error) {
    return outcomeOfFailure(t, error, FIELDS)
  }
}

/** Passes the second step with a code, or again with `force` once it was passed; never throws. */
export async function passSecondStep(t: Translate, given: SecondStepInput): Promise<LoginOutcome> {
  const input = z.safeParse(SecondStepInput, given)
  return input.success
    ? outcomeOf(t, call(signInApi.secondStep, { body: input.data }), FIELDS)
    : { end: 'refused', errors: sentencesOf(t, input.error), general: null }
}

/** Passes the second step with a passkey; never throws. */
export const passWithPasskey = (
  t: Translate,
  given: { token: string; own_computer: boolean },
): Promise<LoginOutcome> =>
  withPasskey(
    t,
    () => call(factorsApi.secondStepPasskey, { body: { token: given.token } }),
    (passkey) => passSecondStep(t, { ...given, passkey }),
  )

/**
 * Returns a log in with a passkey alone, without an address and a password: one try, which asks for the passkey once. Never
 * throws.
 */
export function passkeyLogin(t: Translate): Try {
  let token = ''
  const signedBy = async (passkey: Credential) => {
    const { second_step } = await call(factorsApi.passkeyLogin, { body: { passkey } })
    token = second_step.token
    // passed with the first
    return passSecondStep(t, { token })
  }
  return (force) =>
    token === ''
      ? withPasskey(t, () => call(factorsApi.passkeyOptions), signedBy)
      : passSecondStep(t, { token, force })
}
