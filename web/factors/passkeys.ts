import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import type { Credential } from '../../shared/factors/factors.schema.ts'

/** What the server asks a passkey to sign. */
type Asked = { options: object }

/** Why there is no passkey, as one sentence to act on. */
function sentenceOf(error: unknown): string {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This passkey is registered already.'
  if (error instanceof Error && error.name === 'NotAllowedError')
    return 'The passkey was not used. Please try again, or choose another way.'
  return 'This browser could not use a passkey. Please try again, or choose another way.'
}

/** Makes a passkey; throws an error whose message is a sentence for the person. */
export async function createPasskey({ options }: Asked): Promise<Credential> {
  try {
    return (await startRegistration({ optionsJSON: options as never })) as unknown as Credential
  } catch (error) {
    throw new Error(sentenceOf(error), { cause: error })
  }
}

/** Signs with a passkey; throws an error whose message is a sentence for the person. */
export async function usePasskey({ options }: Asked): Promise<Credential> {
  try {
    return (await startAuthentication({ optionsJSON: options as never })) as unknown as Credential
  } catch (error) {
    throw new Error(sentenceOf(error), { cause: error })
  }
}
