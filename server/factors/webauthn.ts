import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Credential } from '../../shared/factors/factors.schema.ts'
import type { Config } from '../lib/config.ts'

/** Loaded for the first passkey: it takes 400 ms and 28 MB, and many bureaus have none. */
export const webauthn = () => import('@simplewebauthn/server')

/** The product as browsers know it: its host name, and its address without a path. */
export function partyOf({ public_url }: Pick<Config, 'public_url'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(public_url)
  return { id: hostname, origin }
}

/** EdDSA, ES256 and RS256: what phones, computers and security keys have. */
export const ALGORITHMS = [-8, -7, -257]

const TRANSPORTS = ['ble', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

/** The challenge that a browser's answer has signed; null for an unreadable answer, or one from inside another page. */
export function challengeOf({ response }: Credential): string | null {
  try {
    const { clientDataJSON } = response as { clientDataJSON: string }
    const said: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    const { challenge, crossOrigin } = said as { challenge?: unknown; crossOrigin?: unknown }
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : null
  } catch {
    return null
  }
}

/** Whether the answer came from the computer itself, and not from a security key or a phone beside it. */
export function isOfThisComputer(credential: Credential): boolean {
  const { authenticatorAttachment } = credential
  if (authenticatorAttachment) return authenticatorAttachment !== 'cross-platform'
  const transports = transportsOf(credential)
  return transports.length > 0 && transports.every((transport) => transport === 'internal')
}

function transportsOf({ response }: Credential): string[] {
  const { transports } = response as { transports?: unknown }
  return Array.isArray(transports) ? TRANSPORTS.filter((known) => transports.includes(known)) : []
}

export type NewPasskey = {
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  is_synced: boolean
}

/** Reads a new passkey from the answer to this challenge; null unless it is right in every part. */
export async function readNewPasskey(
  config: Config,
  credential: Credential,
  challenge: string,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await webauthn()
  const party = partyOf(config)
  try {
    if (await hasCertificate(credential)) return null
    const { registrationInfo } = await verifyRegistrationResponse({
      response: credential as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!registrationInfo) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return {
      credential_id: id,
      public_key: Buffer.from(publicKey),
      counter,
      transports: transportsOf(credential),
      is_synced: registrationInfo.credentialBackedUp,
    }
  } catch {
    // the library throws for each part that is wrong
    return null
  }
}

/**
 * Whether the answer has certificates of its maker. None are asked for, so browsers send none; reading them would mean
 * calls to addresses that they name.
 */
async function hasCertificate({ response }: Credential): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  const { attestationObject } = response as { attestationObject: string }
  const read = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const isAlone = read.get('fmt') === 'none' || read.get('fmt') === 'packed'
  return !isAlone || read.get('attStmt').get('x5c') !== undefined
}

export type SignedAnswer = { counter: number; is_synced: boolean; user_handle: string | null }

/** Reads the answer to this challenge; null unless this key has signed it here, after the device knew its person. */
export async function readSignature(
  config: Config,
  { credential_id, public_key }: { credential_id: string; public_key: Buffer },
  credential: Credential,
  challenge: string,
): Promise<SignedAnswer | null> {
  const { verifyAuthenticationResponse } = await webauthn()
  const party = partyOf(config)
  try {
    const response = credential as unknown as AuthenticationResponseJSON
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      // the counter is compared in the update that stores it, so that two answers at once are found too
      credential: { id: credential_id, publicKey: new Uint8Array(public_key), counter: 0 },
    })
    if (!verified) return null
    const { newCounter, credentialBackedUp } = authenticationInfo
    const { userHandle } = response.response
    return { counter: newCounter, is_synced: credentialBackedUp, user_handle: userHandle ?? null }
  } catch {
    return null
  }
}

/** What a passkey stores as its person: the number of the account, which names nobody. */
export const handleOf = (user_id: number): string => Buffer.from(String(user_id)).toString('base64url')

/** A key that belongs to no account: an answer of an unknown passkey takes as long as one of a known one. */
export const DECOY_KEY = Buffer.from(
  'a5010203262001215820' +
    '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
    '225820' +
    '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  'hex',
)
