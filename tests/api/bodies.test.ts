import { type AddressInfo, connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../server/lib/log.ts'
import { API_KEY, multipart, startApp, type TestApp } from '../support/product/app.ts'
import { full } from '../support/full.ts'

/** Bodies that arrive late, in part or not at all, over a real connection. */

const PATIENCE = { body: 400, idle: 1000 }
const lines: string[] = []

let t: TestApp
let token: string | null

beforeAll(async () => {
  t = await startApp({
    timeouts: PATIENCE,
    log: createLog('info', { write: (line) => void lines.push(line) }),
  })
  token = (await t.as('laguna.encoder')).token
  await t.app.listen({ host: '127.0.0.1', port: 0 })
  return () => t.close()
})

type Line = { socket: Socket; heard: () => string; closed: Promise<void> }

/** Sends the head of a request; the test sends the body. */
function line(path: string, headers: Record<string, string | number>): Line {
  const socket = connect((t.app.server.address() as AddressInfo).port, '127.0.0.1')
  let heard = ''
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()))
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const all = { host: 'localhost', 'x-api-key': API_KEY, authorization: `Bearer ${token}`, ...headers }
  const text = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST /api${path} HTTP/1.1\r\n${text.join('')}\r\n`)
  return { socket, heard: () => heard, closed }
}

const JSON_HEAD = { 'content-type': 'application/json', 'content-length': 100 }
const levelOf = (text: string) => (JSON.parse(text) as { level: number }).level
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

describe('a body', () => {
  test('that does not come, or comes too slowly, is not waited for', async () => {
    const silent = line('/login', JSON_HEAD)
    const slow = line('/login', JSON_HEAD)
    const trickle = setInterval(() => slow.socket.write('{'), 50)
    await Promise.all([silent.closed, slow.closed])
    clearInterval(trickle)
    expect(silent.heard() + slow.heard()).not.toContain('200 OK')
  })

  test('that is cut off is no fault of ours in the log', async () => {
    const before = lines.length
    const cut = line('/login', JSON_HEAD)
    cut.socket.write('{"email":')
    await expect.poll(() => lines.slice(before).join('')).toContain('incoming request')
    cut.socket.destroy()
    const open = () =>
      new Promise((resolve) => t.app.server.getConnections((_error, count) => resolve(count)))
    await expect.poll(open).toBe(0)
    expect((await t.app.inject('/health/live')).statusCode).toBe(200)
    expect(lines.slice(before).filter((text) => levelOf(text) >= 50)).toEqual([])
  })

  full.test('of an upload may take as long as its bytes move, and no longer', async () => {
    const { payload, headers } = multipart('rows.csv', `name\r\n${'Biñan\r\n'.repeat(40)}`)
    const upload = { ...headers, 'content-length': payload.length }
    const moving = line('/file/csv', upload)
    const piece = Math.ceil(payload.length / 8)
    for (let at = 0; at < payload.length; at += piece) {
      moving.socket.write(payload.subarray(at, at + piece))
      await pause(PATIENCE.idle / 4)
    }
    await expect.poll(moving.heard).toContain('200 OK')
    moving.socket.destroy()

    const silent = line('/file/csv', upload)
    silent.socket.write(payload.subarray(0, 200))
    await silent.closed
    expect(silent.heard()).not.toContain('200 OK')
  })
})
