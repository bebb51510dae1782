import http from 'node:http'

export type Request = {
  method?: 'POST'
  path: string
  headers?: Record<string, string>
  /** an object is sent as JSON, a string or bytes as they are */
  body?: object | string | Buffer
}

/** opens a connection for each concurrent call */
const agent = new http.Agent({ keepAlive: true })

export async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

/** Sends a request and reads its reply. Throws on a refusal, since the time of a refusal must not be measured. */
export async function send(origin: string, request: Request): Promise<string> {
  const { method = 'GET', path, headers = {}, body } = request
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body)
  const content = isJson ? JSON.stringify(body) : (body ?? '')
  const about = { ...(isJson && { 'content-type': 'application/json' }), ...headers }
  const reply = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const length = content.length === 0 ? {} : { 'content-length': String(Buffer.byteLength(content)) }
    http
      .request(`${origin}${path}`, { agent, method, headers: { ...about, ...length } }, resolve)
      .on('error', reject)
      .end(content)
  })
  const text = (await readAll(reply)).toString()
  if ((reply.statusCode ?? 0) < 300) return text
  throw new Error(`${path} answered ${reply.statusCode}: ${text.slice(0, 300)}`)
}

export const sendForJson = async <T>(origin: string, request: Request): Promise<T> =>
  JSON.parse(await send(origin, request)) as T

let visitor = 0

/** A new client address for each visitor, as the proxy would forward it. */
export function visitorAddress(): Record<string, string> {
  visitor += 1
  return { 'x-forwarded-for': `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}` }
}
