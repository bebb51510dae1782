import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CLIENT_ID } from './oidc-provider.ts'

type Claims = Record<string, unknown>
type Key = { id: string; privateKey: KeyObject; publicKey: KeyObject }

/** How the provider differs from an honest one; nothing set is an honest one. */
export type Faults = {
  /** answers nothing for so many milliseconds */
  silentMs?: number
  /** of which answers; all of them without */
  at?: 'discovery' | 'token' | 'keys'
  /** answers this text instead of JSON */
  garbage?: string
  status?: number
  discovery?: Claims
  claims?: Claims
  /** signs with a key that it does not publish */
  otherKey?: boolean
  /** sends the token without a signature */
  unsigned?: boolean
}

export type BadProvider = {
  issuer: string
  /** the answer to the next questions, until it is set again */
  faults: Faults
  /** what was asked, by the last part of the address */
  asked: string[]
  /** signs with a new key from now on, and publishes no other */
  changeKeys: () => void
  /** the address with which this provider would send the browser back from a login page */
  back: (address: string, more?: Record<string, string>) => URLSearchParams
  stop: () => Promise<void>
}

let keys = 0
const newKey = (): Key => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  keys += 1
  return { id: `key-${keys}`, privateKey, publicKey }
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function token(claims: Claims, key: Key, { unsigned = false, otherKey = false }: Faults): string {
  const alg = unsigned ? 'none' : 'RS256'
  const content = `${part({ alg, kid: key.id })}.${part(claims)}`
  const { privateKey } = otherKey ? newKey() : key
  return `${content}.${unsigned ? '' : sign('RSA-SHA256', Buffer.from(content), privateKey).toString('base64url')}`
}

/**
 * A provider made by hand that can be wrong in every way. Its login page is skipped: `back` makes the query with which
 * it would return, for the person `s-isabel`.
 */
export async function startBadProvider(): Promise<BadProvider> {
  let key = newKey()
  let nonce = ''
  const bad = { faults: {}, asked: [] } as unknown as BadProvider

  const answers: Record<string, () => object> = {
    'openid-configuration': () => ({
      issuer: bad.issuer,
      authorization_endpoint: `${bad.issuer}/authorize`,
      token_endpoint: `${bad.issuer}/token`,
      jwks_uri: `${bad.issuer}/keys`,
      end_session_endpoint: `${bad.issuer}/logout`,
      authorization_response_iss_parameter_supported: true,
      id_token_signing_alg_values_supported: ['RS256'],
      ...bad.faults.discovery,
    }),
    keys: () => ({
      keys: [{ ...key.publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: key.id }],
    }),
    token: () => {
      const now = Math.floor(Date.now() / 1000)
      const claims = {
        iss: bad.issuer,
        aud: CLIENT_ID,
        sub: 's-isabel',
        iat: now,
        exp: now + 600,
        nonce,
        name: 'Isabel Muñoz',
        email: 'isabel@denr.example',
        ...bad.faults.claims,
      }
      return { access_token: 'a', token_type: 'Bearer', id_token: token(claims, key, bad.faults) }
    },
  }
  const placeOf: Record<string, Faults['at']> = {
    'openid-configuration': 'discovery',
    keys: 'keys',
    token: 'token',
  }
  const answer = (what: string, response: ServerResponse) => {
    const { at, garbage, status = 200 } = bad.faults
    const isHit = at === undefined || placeOf[what] === at
    const body = isHit && garbage !== undefined ? garbage : JSON.stringify(answers[what]?.() ?? {})
    response.writeHead(isHit ? status : 200, { 'content-type': 'application/json' }).end(body)
  }

  const server = createServer((request, response) => {
    const what = new URL(request.url ?? '', 'http://here').pathname.split('/').at(-1) ?? ''
    bad.asked.push(what)
    const { at, silentMs = 0 } = bad.faults
    const isHit = at === undefined || placeOf[what] === at
    request.resume()
    const timer = setTimeout(() => answer(what, response), isHit ? silentMs : 0)
    response.on('close', () => clearTimeout(timer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  bad.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  bad.changeKeys = () => {
    key = newKey()
  }
  bad.back = (address, more = {}) => {
    const asked = new URL(address).searchParams
    nonce = asked.get('nonce') ?? ''
    const state = asked.get('state') ?? ''
    return new URLSearchParams({ code: 'a-code', state, iss: bad.issuer, ...more })
  }
  bad.stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return bad
}
