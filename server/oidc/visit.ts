import * as client from 'openid-client'
import { EMAIL_MAX, isEmail } from '../../shared/auth/auth.schema.ts'
import { no } from '../../shared/lib/verdict.ts'
import { lineForm } from '../../shared/lib/text-form.ts'
import type { Services } from '../context/context.ts'
import { AppError } from '../lib/errors.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import {
  discovered,
  forgetProvider,
  type Provider,
  providerOf,
  returnAddress,
  unreachable,
} from './provider.ts'

type WithProvider = Pick<Services, 'config' | 'now'>

/** What a visit to the provider must bring back. */
export type VisitSecrets = { state: string; nonce: string; verifier: string }

/** Who came back: issuer and subject are the person, name and address are only shown. */
export type Claims = { issuer: string; subject: string; name: string; email: string; id_token: string }

const NAME_MAX = 200
/** a subject as the protocol has it: of ASCII, and not blank */
const SUBJECT = /^[\x21-\x7e][\x20-\x7e]{0,254}$/
const VISIT_LIMIT_MS = 8_000

export const newVisit = (): VisitSecrets => ({
  state: client.randomState(),
  nonce: client.randomNonce(),
  verifier: client.randomPKCECodeVerifier(),
})

/**
 * Returns the provider's login page for this visit. Who links an account must type the password there: on a shared
 * computer the provider may still know the colleague before.
 */
export async function visitAddress(
  services: WithProvider,
  visit: VisitSecrets,
  purpose: 'sign_in' | 'link',
): Promise<string> {
  const provider = providerOf(services)
  const parameters = {
    redirect_uri: returnAddress(services),
    scope: 'openid profile email',
    response_type: 'code',
    state: visit.state,
    nonce: visit.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(visit.verifier),
    code_challenge_method: 'S256',
    ...(purpose === 'link' ? { prompt: 'login' } : {}),
  }
  const configuration = await discovered(services)
  try {
    return client.buildAuthorizationUrl(configuration, parameters).href
  } catch (error) {
    // it has no login page, or none for browsers
    forgetProvider(provider)
    throw unreachable(provider, error)
  }
}

const line = (value: unknown, most: number): string =>
  typeof value === 'string' ? [...lineForm(value.slice(0, most * 2))].slice(0, most).join('').trim() : ''

type Said = Record<string, unknown>

function shownFrom({ name, preferred_username, email }: Said): Pick<Claims, 'name' | 'email'> {
  const address = [email, preferred_username].map((one) => line(one, EMAIL_MAX)).find(isEmail) ?? ''
  return { name: line(name, NAME_MAX) || line(preferred_username, NAME_MAX), email: address }
}

/** Name and address are often not in the token; without an answer the person is known all the same. */
async function userInfo(configuration: client.Configuration, token: string, subject: string): Promise<Said> {
  if (!configuration.serverMetadata().userinfo_endpoint) return {}
  return client.fetchUserInfo(configuration, token, subject).catch(() => ({}))
}

/** Whether this query is no answer of this provider to one question, so that there is nothing to ask it. */
function isForeign(query: URLSearchParams, provider: client.ServerMetadata): boolean {
  const isRepeated = ['state', 'code', 'iss', 'error'].some((name) => query.getAll(name).length > 1)
  const tellsIssuer = provider.authorization_response_iss_parameter_supported === true
  const issuer = query.get('iss') ?? (tellsIssuer ? null : provider.issuer)
  return isRepeated || issuer !== provider.issuer || !(query.has('code') || query.has('error'))
}

/** Whether these claims of a token name somebody. */
const namesPerson = ({ sub }: Said): boolean => typeof sub === 'string' && SUBJECT.test(sub)

const namesNobody = ({ name }: Provider, cause?: unknown) =>
  new AppError(no('provider_names_nobody', { provider: name }), { cause })

async function exchanged(
  services: WithProvider,
  visit: VisitSecrets,
  query: URLSearchParams,
): Promise<Claims> {
  const configuration = await discovered(services)
  if (isForeign(query, configuration.serverMetadata())) throw new AppError('sign_in_over')
  const url = new URL(`${returnAddress(services)}?${query}`)
  const tokens = await client.authorizationCodeGrant(configuration, url, {
    expectedState: visit.state,
    expectedNonce: visit.nonce,
    pkceCodeVerifier: visit.verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims || !namesPerson({ ...claims })) throw namesNobody(providerOf(services))
  const shown = shownFrom({ ...claims })
  const missing = shown.name === '' || shown.email === ''
  const more = missing ? shownFrom(await userInfo(configuration, tokens.access_token, claims.sub)) : shown
  return {
    issuer: claims.iss,
    subject: claims.sub,
    name: shown.name || more.name,
    email: shown.email || more.email,
    id_token: tokens.id_token ?? '',
  }
}

/** Errors with which a provider says that it is down, and not that the person may not enter. */
const DOWN = ['server_error', 'temporarily_unavailable']

/** Turns a failed visit into the sentence for its person. */
function refusalOf(provider: Provider, error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof client.AuthorizationResponseError && !DOWN.includes(error.error))
    return new AppError(no('sign_in_declined', { provider: provider.name }), { cause: error })
  // a code that was used before, is too old, or was never given out
  if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant')
    return new AppError('sign_in_over', { cause: error })
  // the library refuses a token without a subject, or with one that is no text, and says which claims it had
  const refused =
    error instanceof client.ClientError && error.cause instanceof Error ? error.cause.cause : null
  const { claims } = (refused ?? {}) as { claims?: Said }
  if (claims && !namesPerson(claims)) return namesNobody(provider, error)
  // keys or addresses may have changed
  forgetProvider(provider)
  return unreachable(provider, error)
}

/**
 * Asks the provider who came back with this query, within eight seconds in all. Throws when the provider declined, the
 * code is not good, the token is not for this visit, or the provider cannot be reached.
 */
export async function claimsOf(
  services: WithProvider,
  visit: VisitSecrets,
  query: URLSearchParams,
): Promise<Claims> {
  const provider = providerOf(services)
  const tooSlow = () => new Error('The provider was too slow.')
  try {
    return await withTimeout(VISIT_LIMIT_MS, exchanged(services, visit, query), tooSlow)
  } catch (error) {
    throw refusalOf(provider, error)
  }
}

const LOGOUT_LIMIT_MS = 2_000

/**
 * Returns the address at which the provider ends its session and sends the browser back to our login page; null when it
 * has none, or cannot be asked soon: the session here has ended already. `id_token` may be empty.
 */
export async function endSessionAddress(services: WithProvider, id_token: string): Promise<string | null> {
  const tooSlow = () => new Error('The provider was too slow.')
  try {
    const configuration = await withTimeout(LOGOUT_LIMIT_MS, discovered(services), tooSlow)
    return client.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: `${services.config.public_url}/login`,
      ...(id_token ? { id_token_hint: id_token } : {}),
    }).href
  } catch {
    return null
  }
}
