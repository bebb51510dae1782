import http from 'node:http'

/** One request; a fresh one is asked for each time, so that writes can differ. */
export type Request = {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: object
}

type Answer = { status: number; body: Buffer }

/** as many connections as there are calls at once */
const agent = new http.Agent({ keepAlive: true })

/** Begins a request; resolves with its reply once the first bytes of it are there. */
export function begin(origin: string, request: Request): Promise<http.IncomingMessage> {
  const text = request.body === undefined ? null : JSON.stringify(request.body)
  const length = text === null ? {} : { 'content-length': String(Buffer.byteLength(text)) }
  return new Promise((resolve, reject) => {
    const outgoing = http.request(
      `${origin}${request.path}`,
      {
        agent,
        method: request.method ?? 'GET',
        headers: {
          ...request.headers,
          ...(text === null ? {} : { 'content-type': 'application/json', ...length }),
        },
      },
      resolve,
    )
    outgoing.on('error', reject)
    outgoing.end(text ?? undefined)
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
