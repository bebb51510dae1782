import * as client from 'openid-client'
import { no } from '../../shared/lib/verdict.ts'
import type { Services } from '../context/context.ts'
import type { Config } from '../lib/config.ts'
import { AppError } from '../lib/errors.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import { bytesOf } from '../public-log/call-external.ts'

export type Provider = NonNullable<Config['oidc']>
type WithProvider = Pick<Services, 'config' | 'now'>

/** how long a person waits for the provider, whatever it is asked */
const LIMIT_MS = 8_000
/** after this the provider is asked again what its addresses are */
const REFRESH_MS = 3_600_000
/** after a failure nobody waits for the provider for so long */
const REST_MS = 5_000
/** far more than the keys or tokens of any provider */
const MAX_BYTES = 1_000_000

/** Returns the provider of the settings. Throws 404 where there is none. */
export function providerOf({ config }: Pick<Services, 'config'>): Provider {
  if (!config.oidc) throw new AppError('no_single_sign_on')
  return config.oidc
}

/** The refusal while the provider is down, slow or answers nonsense; the cause is for the log. */
export const unreachable = ({ name }: Provider, cause?: unknown) =>
  new AppError(no('provider_unreachable', { provider: name }), { cause })

/** Reads an answer of limited size, because a provider may be another one than it was. */
const boundedFetch: client.CustomFetch = async (url, options) => {
  const reply = await fetch(url, options as RequestInit)
  const body = await bytesOf(reply.body, MAX_BYTES)
  const { status, headers } = reply
  return new Response(body.length > 0 ? body : null, { status, headers })
}

/** The secret in the body where the provider takes it there, as most do; otherwise in the header. */
const authentication =
  (secret: string): client.ClientAuth =>
  (server, ...rest) => {
    const inBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    const prove = inBody ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret)
    prove(server, ...rest)
  }

const discover = ({ issuer, client_id, client_secret }: Provider): Promise<client.Configuration> =>
  client.discovery(new URL(issuer), client_id, undefined, authentication(client_secret), {
    timeout: LIMIT_MS / 1000,
    [client.customFetch]: boundedFetch,
    execute: [
      // the signature counts even though the token comes straight from the provider
      client.enableNonRepudiationChecks,
      // only an issuer on this machine may be without https (readConfig)
      ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
    ],
  })

/** What is known of a provider: its addresses and keys since when, and until when it is not asked after a failure. */
type Known = {
  found: client.Configuration | null
  at: number
  restsUntil: number
  asking: Promise<client.Configuration> | null
}
const knownProviders = new WeakMap<Provider, Known>()

function knownOf(provider: Provider): Known {
  const known = knownProviders.get(provider) ?? { found: null, at: 0, restsUntil: 0, asking: null }
  knownProviders.set(provider, known)
  return known
}

/** Forgets addresses and keys, so that the next person gets those that are valid then. */
export const forgetProvider = (provider: Provider): void => void knownProviders.delete(provider)

/**
 * Returns the provider's addresses and keys, an hour old at most; older ones while it cannot be reached. Callers share
 * one question. Throws 503 when nothing is known and the provider does not answer properly.
 */
export async function discovered({ config, now }: WithProvider): Promise<client.Configuration> {
  const provider = providerOf({ config })
  const known = knownOf(provider)
  const time = now().getTime()
  if (known.found && time - known.at < REFRESH_MS) return known.found
  if (time >= known.restsUntil) {
    known.asking ??= discover(provider).finally(() => {
      known.asking = null
    })
    try {
      known.found = await withTimeout(LIMIT_MS, known.asking, () => new Error('The provider was too slow.'))
      known.at = time
    } catch (error) {
      known.restsUntil = time + REST_MS
      if (!known.found) throw unreachable(provider, error)
    }
  }
  if (!known.found) throw unreachable(provider)
  return known.found
}

/** The page to which the provider sends the browser back; providers compare it letter by letter. */
export const returnAddress = ({ config }: Pick<Services, 'config'>): string =>
  `${config.public_url}/sign-in/single`
