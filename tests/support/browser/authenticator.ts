import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

/** A passkey as the virtual authenticator holds it, with its private key. */
type HeldPasskey = {
  credentialId: string
  isResidentCredential: boolean
  rpId?: string
  privateKey: string
  userHandle?: string
  signCount: number
}

type Authenticator = {
  /** the passkeys it holds */
  passkeys: () => Promise<HeldPasskey[]>
  /** gives it a passkey of another one, as the maker of both would copy it */
  add: (passkey: HeldPasskey) => Promise<void>
  /** sets the counter of its passkeys, as a copy made earlier has it */
  setCounter: (counter: number) => Promise<void>
  /** whether its person touches it when it is asked; at first they do */
  setTouched: (isTouched: boolean) => Promise<void>
  /** whether it recognises its person by finger, face or PIN; at first it does */
  setRecognised: (isRecognised: boolean) => Promise<void>
  /** takes it away before the test ends */
  remove: () => Promise<void>
}

type Options = {
  /** `internal` is part of the computer, `usb` a key that is plugged in */
  transport?: 'internal' | 'usb'
}

/**
 * Gives this page an authenticator that holds passkeys, until the test ends. The page must be of the host `localhost`:
 * browsers refuse passkeys for an IP address.
 */
export async function addAuthenticator(
  page: Page,
  { transport = 'internal' }: Options = {},
): Promise<Authenticator> {
  const line = await page.context().newCDPSession(page)
  await line.send('WebAuthn.enable')
  const { authenticatorId } = await line.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const passkeys = async () => (await line.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  const add = async (credential: HeldPasskey) => {
    await line.send('WebAuthn.addCredential', { authenticatorId, credential })
  }
  // the page may be closed or have lost its authenticator by then
  const remove = async () => {
    await line.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }).catch(() => undefined)
    await line.send('WebAuthn.disable').catch(() => undefined)
    await line.detach().catch(() => undefined)
  }
  onTestFinished(remove)
  return {
    passkeys,
    add,
    setCounter: async (counter) => {
      const held = await passkeys()
      await line.send('WebAuthn.clearCredentials', { authenticatorId })
      for (const one of held) await add({ ...one, signCount: counter })
    },
    setTouched: async (enabled) => {
      await line.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    setRecognised: async (isUserVerified) => {
      await line.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    remove,
  }
}
