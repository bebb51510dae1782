import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'

/** The harmless file that every scanner reports; found only at the beginning of a file. */
export const EICAR = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`
/** A signature for tests, found anywhere in a file, so that a PDF can be infected too. */
export const MARKER = 'SAFEGUARDS-TEST-MARKER-4711'

/**
 * How the scanner behaves: normally, reading slowly, reading everything without an answer, closing the connection
 * midway, or with an answer of the test.
 */
type ClamdBehaviour = 'well' | 'slow' | 'silent' | 'hangs up' | { answer: string }

export type Clamd = {
  /** CLAMAV_URL for this scanner; stays the same while it is down */
  url: string
  /** every file that arrived whole, oldest first */
  files: Buffer[]
  bytesRead: () => number
  be: (mood: ClamdBehaviour) => void
  /** rejects connections from now on */
  goDown: () => Promise<void>
  comeBack: () => Promise<void>
  close: () => Promise<void>
}

function verdictOn(file: Buffer): string {
  if (file.subarray(0, EICAR.length).toString('latin1') === EICAR) return 'stream: Eicar-Test-Signature FOUND'
  return file.includes(MARKER) ? 'stream: Test.Marker FOUND' : 'stream: OK'
}

/** Reads a stream by exact amounts; null when the stream ends too early. */
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
    /** reads up to one of these characters, which is dropped */
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
 * A scanner that speaks the protocol of clamd 1.4: PING and INSTREAM, each with prefix z (ends with a zero byte) or n
 * (ends with a line feed) and answered alike; chunks preceded by their length, ended by length zero. Above `max_bytes`
 * (StreamMaxLength) it rejects the file and closes the connection. One command per connection.
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
