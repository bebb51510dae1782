import { Agent, type ClientRequest, type IncomingHttpHeaders, request as httpRequest } from 'node:http'

export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  body: { message?: string; code?: string; errors?: Record<string, string[]>; data?: Record<string, unknown> }
}

/**
 * What happens to the connection after so many bytes of a piece: it is reset, which may lose bytes in transit; it is
 * closed; or it stays open and silent.
 */
export type ConnectionFault = { after: number; line: 'cut' | 'ended' | 'silent' }
export type Piece = { offset: number; bytes: Buffer; mishap?: ConnectionFault }

const TUS = { 'tus-resumable': '1.0.0' }
export const BYTES = 'application/offset+octet-stream'

export const metadataOf = (name: string) => `filename ${Buffer.from(name).toString('base64')}`

/** A client that uploads in pieces over a real connection to a server at this address. */
export function tusClient(address: string, of: { api_key: string; token: string | null }) {
  const { hostname, port } = new URL(address)
  const agent = new Agent({ keepAlive: false })
  const headersOf = (more: Record<string, string | number>) => ({
    'x-api-key': of.api_key,
    ...(of.token ? { authorization: `Bearer ${of.token}` } : {}),
    ...more,
  })

  function send(
    method: string,
    path: string,
    headers: Record<string, string | number> = {},
    piece?: { bytes: Buffer; mishap?: ConnectionFault } | ((request: ClientRequest) => void),
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        { hostname, port, agent, method, path: `/api${path}`, headers: headersOf(headers) },
        (reply) => {
          const chunks: Buffer[] = []
          reply.on('data', (chunk: Buffer) => chunks.push(chunk))
          reply.on('error', reject)
          reply.on('end', () => {
            const text = Buffer.concat(chunks).toString()
            const body = text === '' ? {} : (JSON.parse(text) as Answer['body'])
            resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body })
          })
        },
      )
      request.on('error', reject)
      if (!piece) return void request.end()
      if (typeof piece === 'function') return piece(request)
      const { bytes, mishap } = piece
      if (!mishap) return void request.end(bytes)
      request.write(bytes.subarray(0, mishap.after), () => {
        if (mishap.line === 'cut') request.socket?.resetAndDestroy()
        if (mishap.line === 'ended') request.socket?.destroy()
      })
    })
  }

  /** Sends a piece whose bytes are written by `push`; the connection stays open in between. */
  function pushed(id: string, offset: number, length: number) {
    const headers = { ...TUS, 'upload-offset': offset, 'content-type': BYTES, 'content-length': length }
    let push: (bytes: Buffer) => void = () => undefined
    const answer = send('PATCH', `/file/uploads/${id}`, headers, (request) => {
      push = (bytes) => void request.write(bytes)
    })
    return { push, answer }
  }

  return {
    send,
    pushed,
    begin: (kind: string, name: string, size: number) =>
      send('POST', `/file/${kind}/uploads`, {
        ...TUS,
        'upload-length': size,
        'upload-metadata': metadataOf(name),
      }),
    received: async (id: string): Promise<number> => {
      const { status, headers } = await send('HEAD', `/file/uploads/${id}`, TUS)
      if (status !== 200) throw new Error(`HEAD answered ${status}.`)
      return Number(headers['upload-offset'])
    },
    append: (id: string, { offset, ...piece }: Piece) =>
      send(
        'PATCH',
        `/file/uploads/${id}`,
        { ...TUS, 'upload-offset': offset, 'content-type': BYTES, 'content-length': piece.bytes.length },
        piece,
      ),
    finish: (id: string) => send('POST', `/file/uploads/${id}`),
    cancel: (id: string) => send('POST', `/file/uploads/${id}/cancel`),
  }
}
export type TusClient = ReturnType<typeof tusClient>

/** The id of the upload that was created. */
export function idOf({ status, body }: Answer): string {
  if (status !== 201) throw new Error(`The upload was refused: ${status} ${body.message}`)
  return String(body.data?.id)
}

/** Random numbers from 0 up to but not including 1, the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
