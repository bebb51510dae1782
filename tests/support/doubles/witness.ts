import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { parseCheckpoint } from '../../../server/public-log/checkpoint.ts'
import { EMPTY_ROOT, type Head, isConsistent } from '../../../server/public-log/merkle.ts'
import {
  cosignatureLine,
  isSignedBy,
  keyText,
  type NoteKey,
  signerKey,
} from '../../../server/public-log/note.ts'

type WitnessBehaviour =
  | 'honest'
  | 'slow'
  | 'says far too much'
  | 'sends elsewhere'
  | 'signs something else'
  | 'signs with another key'
  | 'knows another tree'
  | 'answers 409 for ever'
  | { status: number }

export type TestWitness = {
  /** one entry of WITNESS_URLS */
  setting: { url: string; key: string }
  key: NoteKey
  /** the newest checkpoint that it has co-signed */
  knows: () => Head
  /** the first line of every request, oldest first */
  asked: string[]
  be: (mood: WitnessBehaviour) => void
  /** sets what it remembers, as if restored from an older copy */
  remember: (head: Head) => void
  goDown: () => Promise<void>
}

const NOTHING: Head = { size: 0, root: EMPTY_ROOT }

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

/** A small witness (C2SP tlog-witness) that knows one log by its key. */
export async function startWitness(
  name: string,
  logKey: () => NoteKey,
  at: () => Date,
): Promise<TestWitness> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const key: NoteKey = { ...signerKey(name, privateKey), type: 4 }
  let known = NOTHING
  let mood: WitnessBehaviour = 'honest'
  const asked: string[] = []

  const answerTo = (body: string): { status: number; text: string } => {
    const end = body.indexOf('\n\n')
    const [old = '', ...proof] = body.slice(0, end).split('\n')
    asked.push(old)
    const checkpoint = parseCheckpoint(body.slice(end + 2))
    if (!checkpoint) return { status: 400, text: '' }
    const { origin, size, root, note } = checkpoint
    if (origin !== logKey().name) return { status: 404, text: '' }
    if (!isSignedBy(note, logKey())) return { status: 403, text: '' }
    const isOtherRoot = size === known.size && !root.equals(known.root)
    if (old !== `old ${known.size}` || size < known.size || isOtherRoot)
      return { status: 409, text: `${known.size}\n` }
    const hashes = proof.map((line) => Buffer.from(line, 'base64'))
    if (!isConsistent(known, { size, root }, hashes)) return { status: 422, text: '' }
    const signer = mood === 'signs with another key' ? generateKeyPairSync('ed25519').privateKey : privateKey
    const signed = mood === 'signs something else' ? note.text.replace(`\n${size}\n`, '\n7\n') : note.text
    known = { size, root }
    return {
      status: 200,
      text: cosignatureLine(signed, name, signer, BigInt(Math.floor(at().getTime() / 1000))),
    }
  }

  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request)
    if (mood === 'slow') await after(60_000, undefined, { ref: false })
    if (mood === 'says far too much') return response.writeHead(200).end('x'.repeat(2_000_000))
    if (mood === 'sends elsewhere') return response.writeHead(302, { location: 'http://192.0.2.1/' }).end()
    if (mood === 'answers 409 for ever')
      return response
        .writeHead(409, { 'content-type': 'text/x.tlog.size' })
        .end(body.slice(4, body.indexOf('\n')))
    if (mood === 'knows another tree') known = { size: 1, root: Buffer.alloc(32, 9) }
    const isAsked = request.method === 'POST' && request.url === '/add-checkpoint'
    const { status, text } = isAsked ? answerTo(body) : { status: 405, text: '' }
    return response.writeHead(typeof mood === 'object' ? mood.status : status).end(text)
  }
  // a fault in it ends the test run as an unhandled rejection
  const server = createServer((request, response) => void reply(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const goDown = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(goDown)
  return {
    setting: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: keyText(key) },
    key,
    knows: () => known,
    asked,
    be: (next) => {
      mood = next
    },
    remember: (head) => {
      known = head
    },
    goDown,
  }
}
