import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Returns the answer to a question, both as bytes. */
type StampAnswerer = (question: Buffer) => Buffer | Promise<Buffer>

/** A value in DER, with a length up to 65,535. */
export const value = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const length =
    content.length < 128 ? [content.length] : [0x82, Math.floor(content.length / 256), content.length % 256]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

const hex = (text: string): Buffer => Buffer.from(text, 'hex')

/** The content of an answer; fields left out are as in the question. */
export type StampContent = { status?: number; digest?: Buffer; nonce?: Buffer; at?: string; kind?: string }

/** An answer in the form of RFC 3161, without a valid signature. */
export function stampAnswer(asked: { digest: Buffer; nonce: Buffer }, said: StampContent = {}): Buffer {
  const { status = 0, at = '20251201000102Z', kind = '2a864886f70d0109100104' } = said
  const { digest, nonce } = { ...asked, ...said }
  const stamp = value(
    0x30,
    hex('020101'),
    hex('06032a0304'),
    value(0x30, hex('300d06096086480165030402010500'), value(4, digest)),
    hex('020107'),
    value(0x18, Buffer.from(at)),
    value(2, nonce),
  )
  const message = value(
    0x30,
    hex('020103'),
    hex('3100'),
    value(0x30, value(6, hex(kind)), value(0xa0, value(4, stamp))),
    value(0x31, Buffer.alloc(300)),
  )
  const token = value(0x30, hex('06092a864886f70d010702'), value(0xa0, message))
  return value(0x30, value(0x30, value(2, Buffer.from([status]))), ...(status > 1 ? [] : [token]))
}

/** The digest and nonce in a question of the product. */
export const questionIn = (question: Buffer): { digest: Buffer; nonce: Buffer } => ({
  digest: question.subarray(24, 56),
  nonce: question.subarray(58, 66),
})

/** A time stamp authority on a separate port; when `answer` returns null, it fails. */
export async function startStampAuthority(
  answer: StampAnswerer,
): Promise<{ url: string; asked: Buffer[]; types: string[] }> {
  const asked: Buffer[] = []
  const types: string[] = []
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const question = Buffer.concat(pieces)
    asked.push(question)
    types.push(request.headers['content-type'] ?? '')
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(await answer(question))
  }
  // a fault in it ends the test run as an unhandled rejection
  const server = createServer((request, response) => void reply(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`, asked, types }
}
