import { connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** clamd itself gives up after two minutes */
const DEADLINE_MS = 150_000
const LONGEST_REPLY = 1000
const DEFAULT_PORT = 3310

export type Scan = {
  /** tcp://host:3310 */
  clamav_url: string
  stream: Readable
  /** size of the file; a scan of fewer or more bytes is no verdict */
  size: number
  /** aborts the scan, as when the server stops */
  signal?: AbortSignal
  deadline_ms?: number
}

/**
 * Streams a file to clamd (INSTREAM), a few chunks in memory at a time, and returns the name of the virus in it, or
 * null. Throws on anything but one of clamd's two verdicts: silence, a broken connection, a file above its
 * StreamMaxLength.
 */
export async function scanForViruses(scan: Scan): Promise<string | null> {
  const { clamav_url, stream, size, signal, deadline_ms = DEADLINE_MS } = scan
  const { hostname, port } = new URL(clamav_url)
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || DEFAULT_PORT) })
  const deadline = setTimeout(() => socket.destroy(new Error(`silent for ${deadline_ms} ms`)), deadline_ms)
  const stop = () => socket.destroy(new Error('the server stops'))
  signal?.addEventListener('abort', stop)
  try {
    if (signal?.aborted) stop()
    const reply = replyOf(socket)
    const sent = pipeline(framed(stream, size), socket, { end: false })
    // both fail when the connection breaks; the first failure is reported
    for (const outcome of [reply, sent]) outcome.catch(() => undefined)
    // clamd may answer and hang up before it has received everything
    const virus = verdictOf(await Promise.race([sent.then(() => reply), reply]))
    if (virus === null) await sent
    return virus
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`No verdict on ${size} bytes from ${clamav_url}: ${reason}`, { cause: error })
  } finally {
    clearTimeout(deadline)
    signal?.removeEventListener('abort', stop)
    socket.destroy()
    stream.destroy()
  }
}

/** Frames a file for clamd: the command, chunks preceded by their length, a length of zero. */
async function* framed(stream: Readable, size: number): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0')
  let sent = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    // a length of zero would end the file
    if (chunk.length === 0) continue
    sent += chunk.length
    yield lengthOf(chunk.length)
    yield chunk
  }
  if (sent !== size) throw new Error(`the store gave ${sent} bytes`)
  yield lengthOf(0)
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** Returns the reply up to the zero byte that ends it. */
async function replyOf(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    text += chunk.toString('utf8')
    const end = text.indexOf('\0')
    if (end !== -1) return text.slice(0, end)
    if (text.length > LONGEST_REPLY) break
  }
  throw new Error(`an answer without an end, "${text.slice(0, LONGEST_REPLY)}"`)
}

function verdictOf(reply: string): string | null {
  const verdict = /^stream: (?:OK|(.+) FOUND)$/.exec(reply)
  // a file too large or too deep to scan is neither clean nor infected
  if (!verdict || verdict[1]?.startsWith('Heuristics.Limits.Exceeded'))
    throw new Error(`the answer was "${reply}"`)
  return verdict[1] ?? null
}
