import { type Credential, factorsApi } from '../../shared/factors/factors.schema.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import { ApiError, call, networkError } from '../lib/call.ts'

type Passkeys = typeof import('./passkeys.ts')

/** Asks the browser for a passkey; its library loads now. Throws an ApiError whose message is for the person. */
export async function withPasskeys(
  t: Translate,
  ask: (passkeys: Passkeys) => Promise<Credential>,
): Promise<Credential> {
  const loaded = await import('./passkeys.ts').catch((cause: unknown) => {
    throw networkError(cause)
  })
  try {
    return await ask(loaded)
  } catch (cause) {
    throw new ApiError(400, { message: t(loaded.problemOf(cause)) }, { cause })
  }
}

/** What a passkey of the person signs as a proof of their identity; throws as `withPasskeys`. */
export async function signedByPasskey(t: Translate): Promise<Credential> {
  const asked = await call(factorsApi.credentialOptions, { body: { purpose: 'prove' } })
  return withPasskeys(t, (passkeys) => passkeys.usePasskey(asked))
}
