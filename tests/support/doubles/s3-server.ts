import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The minimum size of every part but the last, as in real stores. */
const MIN_PART_BYTES = 5 * 1_048_576

type Reply = { status: number; headers?: Record<string, string | number>; body?: Buffer | string }
type Parts = Map<number, { bytes: Buffer; etag: string }>

export type S3Server = {
  /** FILES_URL for this server */
  url: string
  /** the stored bytes, by key */
  objects: Map<string, Buffer>
  /** when each object was stored, by key; now if not set */
  putAt: Map<string, Date>
  /** multipart uploads neither completed nor aborted */
  unfinished: Map<string, Parts>
  /** every request as "METHOD /path?query" */
  requests: string[]
  /** makes the next request whose line matches fail with this status, once */
  failOnce: (line: RegExp, status: number) => void
  /** delays each answer from now on; counts how many requests have waited at once since */
  answerAfter: (ms: number) => { mostAtOnce: number }
  /** closes open connections and rejects new ones */
  goDown: () => Promise<void>
  /** the same, at the first request whose line matches */
  goDownAt: (line: Pick<RegExp, 'test'>) => void
  comeBack: () => Promise<void>
  close: () => Promise<void>
}

const xml = (status: number, content: string): Reply => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>${content}`,
})
const failure = (status: number, code: string): Reply =>
  xml(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function ranged(bytes: Buffer, header: string | undefined): Reply {
  const asked = /^bytes=(\d+)-(\d+)$/.exec(header ?? '')
  const headers = { 'content-type': 'application/octet-stream', etag: etagOf(bytes) }
  if (!asked) return { status: 200, headers, body: bytes }
  const [start, end] = [Number(asked[1]), Math.min(Number(asked[2]), bytes.length - 1)]
  if (start >= bytes.length) return failure(416, 'InvalidRange')
  const range = { 'content-range': `bytes ${start}-${end}/${bytes.length}` }
  return { status: 206, headers: { ...headers, ...range }, body: bytes.subarray(start, end + 1) }
}

/** Joins the parts that the request lists, or rejects what a real store rejects. */
function assembled(parts: Parts, body: string): Buffer | Reply {
  const listed = [...body.matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: (/<ETag>(.*?)</.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
  }))
  const pieces: Buffer[] = []
  for (const [index, { number, etag }] of listed.entries()) {
    const part = parts.get(number)
    if (!part || part.etag !== etag) return failure(400, 'InvalidPart')
    if (index > 0 && number <= (listed[index - 1]?.number ?? 0)) return failure(400, 'InvalidPartOrder')
    if (index < listed.length - 1 && part.bytes.length < MIN_PART_BYTES) return failure(400, 'EntityTooSmall')
    pieces.push(part.bytes)
  }
  return pieces.length > 0 ? Buffer.concat(pieces) : failure(400, 'MalformedXML')
}

/** A small store with one bucket and the part of the S3 protocol that the product uses. */
export async function startS3Server(bucket: string): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const putAt = new Map<string, Date>()
  const unfinished = new Map<string, Parts>()
  const requests: string[] = []
  let fault: { line: RegExp; status: number } | null = null

  function put(key: string, query: URLSearchParams, body: Buffer): Reply {
    const upload = query.get('uploadId')
    if (upload === null) {
      objects.set(key, body)
      return { status: 200, headers: { etag: etagOf(body) } }
    }
    const parts = unfinished.get(upload)
    if (!parts) return failure(404, 'NoSuchUpload')
    parts.set(Number(query.get('partNumber')), { bytes: body, etag: etagOf(body) })
    return { status: 200, headers: { etag: etagOf(body) } }
  }

  function post(key: string, query: URLSearchParams, body: Buffer): Reply {
    if (query.has('uploads')) {
      const id = randomUUID()
      unfinished.set(id, new Map())
      return xml(
        200,
        `<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    const id = query.get('uploadId') ?? ''
    const parts = unfinished.get(id)
    if (!parts) return failure(404, 'NoSuchUpload')
    const whole = assembled(parts, body.toString())
    if (!Buffer.isBuffer(whole)) return whole
    unfinished.delete(id)
    objects.set(key, whole)
    return xml(
      200,
      `<CompleteMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><ETag>${etagOf(whole)}</ETag></CompleteMultipartUploadResult>`,
    )
  }

  function list(prefix: string): Reply {
    const keys = [...objects.keys()].filter(
      (key) => key.startsWith(prefix) && !key.slice(prefix.length).includes('/'),
    )
    const contents = keys.sort().map((key) => {
      const at = (putAt.get(key) ?? new Date()).toISOString()
      return `<Contents><Key>${key}</Key><LastModified>${at}</LastModified></Contents>`
    })
    const head = `<Name>${bucket}</Name><KeyCount>${keys.length}</KeyCount><IsTruncated>false</IsTruncated>`
    return xml(200, `<ListBucketResult>${head}${contents.join('')}</ListBucketResult>`)
  }

  function remove(key: string, query: URLSearchParams): Reply {
    const upload = query.get('uploadId')
    if (upload !== null) unfinished.delete(upload)
    else objects.delete(key)
    return { status: 204 }
  }

  function answer(request: IncomingMessage, body: Buffer): Reply {
    const url = new URL(request.url ?? '/', 'http://store')
    if (fault?.line.test(`${request.method} ${request.url}`)) {
      const { status } = fault
      fault = null
      return failure(status, 'InternalError')
    }
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=test-id/'))
      return failure(403, 'AccessDenied')
    const [, asked, ...rest] = url.pathname.split('/')
    const key = decodeURIComponent(rest.join('/'))
    if (asked !== bucket) return failure(404, 'NoSuchBucket')
    if (key === '' && url.searchParams.get('list-type') === '2')
      return list(url.searchParams.get('prefix') ?? '')
    if (key === '') return { status: request.method === 'HEAD' ? 200 : 405 }
    if (request.method === 'PUT') return put(key, url.searchParams, body)
    if (request.method === 'POST') return post(key, url.searchParams, body)
    if (request.method === 'DELETE') return remove(key, url.searchParams)
    const bytes = objects.get(key)
    return bytes ? ranged(bytes, request.headers.range) : failure(404, 'NoSuchKey')
  }

  let latency = 0
  let waiting = 0
  const seen = { mostAtOnce: 0 }
  const distance = async () => {
    if (latency === 0) return
    waiting += 1
    seen.mostAtOnce = Math.max(seen.mostAtOnce, waiting)
    await sleep(latency)
    waiting -= 1
  }

  let last: Pick<RegExp, 'test'> | null = null
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    requests.push(`${request.method} ${request.url}`)
    if (last?.test(`${request.method} ${request.url}`)) {
      last = null
      return goDown()
    }
    const { status, headers = {}, body = '' } = answer(request, await bodyOf(request))
    await distance()
    const length = Buffer.byteLength(body)
    response.writeHead(status, { ...headers, ...(status === 204 ? {} : { 'content-length': length }) })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const goDown = async () => {
    if (!server.listening) return
    const down = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await down
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`

  return {
    url: `s3://${bucket}?endpoint=${encodeURIComponent(endpoint)}&region=ap-southeast-1`,
    objects,
    putAt,
    unfinished,
    requests,
    failOnce: (line, status) => {
      fault = { line, status }
    },
    answerAfter: (ms) => {
      latency = ms
      seen.mostAtOnce = 0
      return seen
    },
    goDown,
    goDownAt: (line) => {
      last = line
    },
    comeBack: async () => {
      if (!server.listening) await listen(port)
    },
    close: goDown,
  }
}
