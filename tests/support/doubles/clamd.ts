import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'

/** The harmless file every scanner reports; found only where a file begins with it. */
export const EICAR = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`
/** A signature of our own, found anywhere in a file, so that a PDF can have a virus too. */
export const MARKER = 'SAFEGUARDS-TEST-MARKER-4711'

/**
 * How the scanner behaves: as it should; reading in small sips; reading everything and never answering; hanging up in
 * the middle; giving an answer of the test's own.
 */
type ClamdBehaviour = 'well' | 'slow' | 'silent' | 'hangs up' | { answer: string }

export type Clamd = {
  /** CLAMAV_URL for this scanner; stays the same while it is down */
  url: string
  /** every file that arrived whole, oldest first */
  files: Buffer[]
  /** bytes of files read so far */
  bytesRead: () => number
  be: (mood: ClamdBehaviour) => void
  /** refuses connections from now on */
  goDown: () => Promise<void>
  comeBack: () => Promise<void>
  close: () => Promise<void>
}

/** What clamd says of a whole file. */
function verdictOn(file: Buffer): string {
  if (file.subarray(0, EICAR.length).toString('latin1') === EICAR) return 'stream: Eicar-Test-Signature FOUND'
  return file.includes(MARKER) ? 'stream: Test.Marker FOUND' : 'stream: OK'
}

/** Returns a stream by exact amounts, whatever pieces it comes in; null when it ends before. */
function reader(socket: Socket) {
  const pieces = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)
  const more = async () => {
    const { done, value } = await pieces.next()
    if (!done) rest = Buffer.concat([rest, value])
    return !done
  }
  return {
    async take(length: number): Promise<Buffer | null> {
      while (rest.length < length) if (!(await more())) return null
      const taken = rest.subarray(0, length)
      rest = rest.subarray(length)
      return taken
    },
    /** up to and without one of these bytes */
    async until(ends: readonly string[]): Promise<{ text: string; end: string } | null> {
      for (;;) {
        const at = rest.findIndex((byte) => ends.includes(String.fromCharCode(byte)))
        if (at !== -1) {
          const found = { text: rest.toString('latin1', 0, at), end: String.fromCharCode(rest[at] ?? 0) }
          rest = rest.subarray(at + 1)
          return found
        }
        if (!(await more())) return null
      }
    },
  }
}

/**
 * A scanner that speaks clamd's protocol as version 1.4 does: PING and INSTREAM, each as z (ended by a zero) or n (by
 * a line feed) and answered likewise; chunks after their length, a length of zero at the end; above `max_bytes`
 * (StreamMaxLength) the refusal and a closed line at once. One command per connection.
 */
export async function startClamd(max_bytes = 100 * 1_048_576): Promise<Clamd> {
  const files: Buffer[] = []
  const open = new Set<Socket>()
  let mood: ClamdBehaviour = 'well'
  let bytesRead = 0

  async function instream(take: (length: number) => Promise<Buffer | null>): Promise<string | null> {
    const chunks: Buffer[] = []
    let size = 0
    for (;;) {
      const length = (await take(4))?.readUInt32BE()
      if (length === undefined) return null
      if (length === 0) break
      if (size + length > max_bytes) return 'INSTREAM size limit exceeded. ERROR'
      const chunk = await take(length)
      if (!chunk) return null
      size += length
      bytesRead += length
      chunks.push(chunk)
      if (mood === 'slow') await after(5)
      if (mood === 'hangs up' && size > 100_000) return null
    }
    const file = Buffer.concat(chunks)
    files.push(file)
    if (mood === 'silent') return after(60_000, null, { ref: false })
    return typeof mood === 'object' ? mood.answer : verdictOn(file)
  }

  async function serve(socket: Socket): Promise<void> {
    const { take, until } = reader(socket)
    const kind = (await take(1))?.toString('latin1')
    const command = await until(kind === 'z' ? ['\0'] : ['\n'])
    if (!command) return
    const name = kind === 'z' || kind === 'n' ? command.text : ''
    const answers: Record<string, () => Promise<string | null>> = {
      PING: async () => 'PONG',
      INSTREAM: () => instream(take),
    }
    const reply = await (answers[name] ?? (async () => 'UNKNOWN COMMAND'))()
    if (reply !== null) socket.write(`${reply}${command.end}`)
  }

  const listen = async (port: number): Promise<Server> => {
    const server = createServer({ highWaterMark: 16_384 }, (socket) => {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
      socket.on('error', () => undefined)
      serve(socket).then(
        () => socket.destroySoon(),
        () => socket.destroy(),
      )
    })
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return server
  }

  let server: Server | null = await listen(0)
  const { port } = server.address() as AddressInfo
  const goDown = async () => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server?.close(resolve) ?? resolve(null))
    server = null
  }
  return {
    url: `tcp://127.0.0.1:${port}`,
    files,
    bytesRead: () => bytesRead,
    be: (next) => {
      mood = next
    },
    goDown,
    comeBack: async () => {
      server ??= await listen(port)
    },
    close: goDown,
  }
}
