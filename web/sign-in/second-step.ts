import '../lib/zod-setup.ts'
import { z } from 'zod/mini'
import { type Credential, factorsApi, SecondStepInput } from '../../shared/factors/factors.schema.ts'
import { withPasskeys } from '../factors/use-passkeys.ts'
import { call } from '../lib/call.ts'
import { sentencesOf } from '../auth/auth-errors.ts'
import { type LoginOutcome, outcomeOf, outcomeOfFailure } from './login-outcome.ts'
import type { Try } from './useLogin.ts'

/* Loaded with the second step, or when a passkey is used. */

const FIELDS = ['code'] as const

type Asked = { options: object }

/** Has a passkey sign what `ask` returns and sends it on with `send`; never throws. */
async function withPasskey(
  ask: () => Promise<Asked>,
  send: (passkey: Credential) => Promise<LoginOutcome>,
): Promise<LoginOutcome> {
  try {
    const asked = await ask()
    return await send(await withPasskeys((passkeys) => passkeys.usePasskey(asked)))
  } catch (error) {
    return outcomeOfFailure(error, FIELDS)
  }
}

/** Passes the second step with a code, or again with `force` once it was passed; never throws. */
export async function passSecondStep(given: SecondStepInput): Promise<LoginOutcome> {
  const input = z.safeParse(SecondStepInput, given)
  return input.success
    ? outcomeOf(call(factorsApi.secondStep, { body: input.data }), FIELDS)
    : { end: 'refused', errors: sentencesOf(input.error), general: null }
}

/** Passes the second step with a passkey; never throws. */
export const passWithPasskey = (given: { token: string; own_computer: boolean }): Promise<LoginOutcome> =>
  withPasskey(
    () => call(factorsApi.secondStepPasskey, { body: { token: given.token } }),
    (passkey) => passSecondStep({ ...given, passkey }),
  )

/**
 * Returns a log in with a passkey alone, without an address and a password: one try, which asks for the passkey once. Never
 * throws.
 */
export function passkeyLogin(): Try {
  let token = ''
  const signedBy = async (passkey: Credential) => {
    const { second_step } = await call(factorsApi.passkeyLogin, { body: { passkey } })
    token = second_step.token
    // passed with the first
    return passSecondStep({ token })
  }
  return (force) =>
    token === ''
      ? withPasskey(() => call(factorsApi.passkeyOptions), signedBy)
      : passSecondStep({ token, force })
}
