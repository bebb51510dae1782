import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider/lib/provider.js'

export const CLIENT_ID = 'safeguards'
export const CLIENT_SECRET = 'a-secret-of-the-provider'

/** The people whom the provider knows, by subject. */
export const ACCOUNTS: Record<string, { name: string; email: string }> = {
  's-isabel': { name: 'Isabel Muñoz', email: 'isabel@denr.example' },
  's-ramon': { name: 'Ramon Cruz', email: 'ramon@denr.example' },
  's-stranger': { name: 'Sancho Stranger', email: 'stranger@denr.example' },
}

export type OidcDouble = {
  issuer: string
  /**
   * Goes through the provider's pages as a browser with this person's cookies would, and logs in as this person;
   * returns the address that the provider sends the browser to, of the product.
   */
  visit: (address: string, subject: string, browser?: CookieJar) => Promise<URL>
  /** cancels at the login page */
  cancel: (address: string) => Promise<URL>
  /** goes to the address that ends the provider's session, and confirms; returns where the browser is sent */
  logOut: (address: string, browser: CookieJar) => Promise<URL>
  /** whether this browser is logged in there */
  knows: (browser: CookieJar) => boolean
  stop: () => Promise<void>
}

/** The provider's cookies in one browser. */
type CookieJar = Map<string, string>

/** What the provider stores, in memory. */
function memory() {
  type Payload = Record<string, unknown> & { uid?: string; grantId?: string; consumed?: number }
  const stored = new Map<string, Payload>()
  return class {
    readonly model: string
    constructor(model: string) {
      this.model = model
    }
    private key(id: string) {
      return `${this.model} ${id}`
    }
    async upsert(id: string, payload: Payload) {
      stored.set(this.key(id), payload)
    }
    async find(id: string) {
      return stored.get(this.key(id))
    }
    async findByUid(uid: string) {
      return [...stored].find(([key, { uid: own }]) => key.startsWith(`${this.model} `) && own === uid)?.[1]
    }
    async findByUserCode() {
      return undefined
    }
    async consume(id: string) {
      const payload = stored.get(this.key(id))
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    }
    async destroy(id: string) {
      stored.delete(this.key(id))
    }
    async revokeByGrantId(grantId: string) {
      for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key)
    }
  }
}

const TTL = 600

function configuration(productUrl: string) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: randomUUID() }
  return {
    adapter: memory(),
    jwks: { keys: [key] },
    cookies: { keys: [randomUUID()] },
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${productUrl}/sign-in/single`],
        post_logout_redirect_uris: [`${productUrl}/login`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], profile: ['name'], email: ['email'] },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx: { body: string }, form: string) => {
          ctx.body = `<!doctype html><title>Log out</title>${form}<button form="op.logoutForm" name="logout" value="yes">Log out</button>`
        },
        postLogoutSuccessSource: (ctx: { body: string }) => {
          ctx.body = '<!doctype html><title>Logged out</title>'
        },
      },
    },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_ctx: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...ACCOUNTS[accountId] }),
    }),
    // nobody is asked what the product may know
    loadExistingGrant: async (ctx: {
      oidc: {
        provider: Provider
        client: { clientId: string }
        session: { accountId: string }
      }
    }) => {
      const { provider, client, session } = ctx.oidc
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save(TTL)
      return grant
    },
    renderError: (ctx: { body: string }, out: { error: string }) => {
      ctx.body = `<!doctype html><title>${out.error}</title>`
    },
    ttl: {
      AccessToken: TTL,
      AuthorizationCode: 60,
      IdToken: TTL,
      Interaction: TTL,
      Session: TTL,
      Grant: TTL,
    },
  }
}

/** The provider's login page: a button for each person, and one to cancel. */
const loginPage = (uid: string): string => {
  const button = (subject: string, says: string) =>
    `<button formaction="/interaction/${uid}?login=${subject}">${says}</button>`
  const people = Object.entries(ACCOUNTS).map(([subject, { name }]) => button(subject, name))
  return `<!doctype html><title>Log in</title><form method="post">${people.join('')}${button('', 'Cancel')}</form>`
}

async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  const { uid } = await provider.interactionDetails(request, response)
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(loginPage(uid))
    return
  }
  const accountId = new URL(request.url ?? '', 'http://here').searchParams.get('login') ?? ''
  const result = accountId === '' ? { error: 'access_denied' } : { login: { accountId } }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

/** A request of a browser that keeps the provider's cookies and follows no redirect. */
async function request(url: string, jar: CookieJar, method = 'GET', body?: URLSearchParams) {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const reply = await fetch(url, {
    method,
    headers: { cookie },
    redirect: 'manual',
    ...(body ? { body } : {}),
  })
  for (const line of reply.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '') jar.delete(name)
    else jar.set(name, value)
  }
  return reply
}

/** Starts a provider on a port of its own, which knows the product at this address. */
export async function startOidcProvider(productUrl: string): Promise<OidcDouble> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, configuration(productUrl))
  const serve = provider.callback()
  server.on('request', (message: IncomingMessage, response: ServerResponse) => {
    if (!message.url?.startsWith('/interaction/')) return serve(message, response)
    interact(provider, message, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })

  /** Follows the provider's redirects, answers its login page, and stops where it leaves for the product. */
  const follow = async (address: string, jar: CookieJar, subject: string): Promise<URL> => {
    let url = address
    let method = 'GET'
    for (let step = 0; step < 12; step += 1) {
      if (!url.startsWith(issuer)) return new URL(url)
      const reply = await request(url, jar, method)
      const next = reply.headers.get('location')
      if (next) {
        url = new URL(next, url).href
        method = 'GET'
      } else if (new URL(url).pathname.startsWith('/interaction/')) {
        url = `${url}?login=${subject}`
        method = 'POST'
      } else throw new Error(`The provider stays at ${url}: ${reply.status} ${await reply.text()}`)
    }
    throw new Error('The provider sends the browser in a circle.')
  }
  return {
    issuer,
    visit: (address, subject, browser = new Map()) => follow(address, browser, subject),
    cancel: (address) => follow(address, new Map(), ''),
    logOut: async (address, jar) => {
      const page = await (await request(address, jar)).text()
      const [, action = ''] = /action="([^"]+)"/.exec(page) ?? []
      const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? []
      const body = new URLSearchParams({ xsrf, logout: 'yes' })
      const reply = await request(action, jar, 'POST', body)
      return new URL(reply.headers.get('location') ?? '', issuer)
    },
    knows: (browser) => browser.has('_session'),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
