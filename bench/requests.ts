import http from 'node:http'

/** One request; a fresh one is asked for each time, so that writes can differ. */
export type Request = {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: object
  /** a form with a file, instead of a body */
  multipart?: { boundary: string; text: string }
}

type Answer = { status: number; body: Buffer }

/** as many connections as there are calls at once */
const agent = new http.Agent({ keepAlive: true })

/** What is sent, and of which type it is. */
function contentOf({ body, multipart }: Request): { type: string; text: string } | null {
  if (multipart) return { type: `multipart/form-data; boundary=${multipart.boundary}`, text: multipart.text }
  return body === undefined ? null : { type: 'application/json', text: JSON.stringify(body) }
}

/** Begins a request; resolves with its reply once the first bytes of it are there. */
export function begin(origin: string, request: Request): Promise<http.IncomingMessage> {
  const content = contentOf(request)
  const described = content && {
    'content-type': content.type,
    'content-length': String(Buffer.byteLength(content.text)),
  }
  return new Promise((resolve, reject) => {
    const outgoing = http.request(
      `${origin}${request.path}`,
      {
        agent,
        method: request.method ?? 'GET',
        headers: { ...request.headers, ...described },
      },
      resolve,
    )
    outgoing.on('error', reject)
    outgoing.end(content?.text)
  })
}

/** Sends one request and reads the whole reply. */
export async function send(origin: string, request: Request): Promise<Answer> {
  const incoming = await begin(origin, request)
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  return { status: incoming.statusCode ?? 0, body: Buffer.concat(parts) }
}

/** The same; a reply that is no success stops the bench: a fast refusal is no figure. */
export async function mustSend(origin: string, request: Request): Promise<Buffer> {
  const { status, body } = await send(origin, request)
  if (status >= 300) throw new Error(`${request.path} answered ${status}: ${body.toString().slice(0, 300)}`)
  return body
}

let visitor = 0

/** Every visitor comes from an address of their own; the proxy says which. */
export const visitorAddress = () => {
  visitor += 1
  return { 'x-forwarded-for': `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}` }
}
