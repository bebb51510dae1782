import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import type { Credential } from '../../shared/factors/factors.schema.ts'
import type { PlainKey } from '../../shared/texts/translate.ts'

/** What the server asks a passkey to sign. */
type Asked = { options: object }

/** Why there is no passkey, as a sentence to act on. */
export function problemOf(error: unknown): PlainKey {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'sign_in.passkey_registered'
  if (error instanceof Error && error.name === 'NotAllowedError') return 'sign_in.passkey_not_used'
  return 'sign_in.passkey_failed'
}

/** Makes a passkey; throws what `problemOf` explains. */
export const createPasskey = async ({ options }: Asked): Promise<Credential> =>
  (await startRegistration({ optionsJSON: options as never })) as unknown as Credential

/** Signs with a passkey; throws what `problemOf` explains. */
export const usePasskey = async ({ options }: Asked): Promise<Credential> =>
  (await startAuthentication({ optionsJSON: options as never })) as unknown as Credential
