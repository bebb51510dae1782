import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  PutBucketPolicyCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { s3FileStore } from '../../server/store/file-store-s3.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../server/embedded-postgres/embedded-postgres.ts'
import { MEGABYTE } from '../../shared/files/files.schema.ts'
import { sentence } from '../support/oracles/worded.ts'
import { requireProgram } from '../support/product/debian-program.ts'
import { foldersFor } from '../support/product/folders.ts'
import { freePort, type Product, startProduct } from '../support/product/product.ts'
import { end, type Gateway, startRadosGateway } from '../support/doubles/rados-gateway.ts'
import { idOf, tusClient, type TusClient } from '../support/product/tus.ts'
import { personAt } from '../support/product/write-load.ts'
import { full } from '../support/full.ts'

const STORE_GONE = sentence('store_gone')

/**
 * The product on another store: two instances behind HAProxy that share a database and a bucket of Debian's ceph, but
 * no folder. Needs Debian packages (radosgw, ceph-mon, ceph-osd, haproxy), so only in `npm run test:full`.
 */

const { test } = full

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const freshFolder = foldersFor('gateway')
const SECRET = 'a secret of the product'

let gateway: Gateway
let postgres: EmbeddedPostgres
let owner: S3Client
let env: Record<string, string>
const products: Product[] = []
/** proxy and store */
const running: ChildProcess[] = []

const filesUrl = (bucket = 'safeguards') =>
  `s3://${bucket}?endpoint=${encodeURIComponent(gateway.endpoint)}&region=us-east-1`
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const csvOf = (size: number) => Buffer.from(randomBytes(size / 2).toString('hex'))

beforeAll(async () => {
  requireProgram('haproxy')
  gateway = await startRadosGateway(freshFolder(), running)
  console.log(gateway.version)
  for (const [name, secret] of [
    ['owner', 'a secret of the owner'],
    ['product', SECRET],
  ] as const)
    await gateway.account(name, secret)
  const credentials = { accessKeyId: 'owner', secretAccessKey: 'a secret of the owner' }
  const { endpoint } = gateway
  owner = new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true })
  postgres = await startEmbeddedPostgres({ dataDir: freshFolder() })
  const url = new URL(`postgresql:///${postgres.connection.database}`)
  for (const [key, value] of Object.entries(postgres.connection))
    if (value && key !== 'database') url.searchParams.set(key, String(value))
  env = {
    DATABASE_URL: url.href,
    FILES_URL: filesUrl(),
    AWS_ACCESS_KEY_ID: 'product',
    AWS_SECRET_ACCESS_KEY: SECRET,
  }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  for (const product of products) await product.stop()
  owner?.destroy()
  await postgres?.stop()
  for (const child of running.reverse()) await end(child)
})

const start = (more: Record<string, string> = {}, port?: number) =>
  startProduct({
    dataDir: freshFolder(),
    fromNothing: true,
    env: { ...env, ...more },
    ...(port === undefined ? {} : { port }),
  })

test('a start says what is wrong with bucket and account', async () => {
  await expect(start()).rejects.toThrow('The file store has no bucket "safeguards"')
  await owner.send(new CreateBucketCommand({ Bucket: 'safeguards' }))
  await expect(start()).rejects.toThrow('The file store refuses access to the bucket "safeguards"')
  await expect(start({ AWS_SECRET_ACCESS_KEY: 'another secret' })).rejects.toThrow(
    'The file store refuses access',
  )
  const policy = JSON.parse(readFileSync('deploy/store-policy.json', 'utf8')) as { Statement: object[] }
  const Principal = { AWS: ['arn:aws:iam:::user/product'] }
  const Statement = policy.Statement.map((one) => ({ ...one, Principal }))
  const Policy = JSON.stringify({ ...policy, Statement })
  await owner.send(new PutBucketPolicyCommand({ Bucket: 'safeguards', Policy }))
})

test('two instances behind a proxy do with what the policy gives all that people do, and an upload outlives one of them', async () => {
  const ports = [await freePort(), await freePort()] as const
  for (const port of ports) products.push(await start({}, port))
  const [first, second] = products as [Product, Product]
  const at = await freePort()
  const config = ports.reduce(
    (text, port, index) => text.replaceAll(`product-${index + 1}:3000`, `127.0.0.1:${port}`),
    readFileSync('deploy/haproxy.cfg', 'utf8').replace('bind :80', `bind 127.0.0.1:${at}`),
  )
  const file = path.join(freshFolder(), 'haproxy.cfg')
  writeFileSync(file, config)
  running.push(spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' }))
  const site = `http://127.0.0.1:${at}`
  const isWell = async () => expect((await fetch(`${site}/health/ready`).catch(() => null))?.status).toBe(200)
  await vi.waitFor(isWell, { timeout: 60_000, interval: 200 })

  const { token } = await personAt(site, 'laguna.encoder')
  const clientAt = (url: string): TusClient => tusClient(url, { api_key: 'demo-key', token })
  const through = clientAt(site)
  const open = async (id: unknown, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${token}`
    const reply = await fetch(`${site}/api/file/${String(id)}`, {
      headers: { 'x-api-key': 'demo-key', authorization, ...headers },
    })
    return { status: reply.status, bytes: Buffer.from(await reply.arrayBuffer()) }
  }

  const bytes = csvOf(20 * MEGABYTE)
  const id = idOf(await through.begin('csv', 'rows.csv', bytes.length))
  const piece = 4 * MEGABYTE
  for (const [turn, url] of [first.url, second.url, site].entries()) {
    const offset = turn * piece
    const part = bytes.subarray(offset, offset + piece)
    expect((await clientAt(url).append(id, { offset, bytes: part })).status).toBe(204)
  }
  // the first is killed in the middle of a piece: what the store had by then counts
  const mishap = { after: 2_500_000, line: 'silent' } as const
  const rest = { offset: 3 * piece, bytes: bytes.subarray(3 * piece) }
  const cut = clientAt(first.url)
    .append(id, { ...rest, mishap })
    .catch(() => 'cut')
  const arrived = async () => expect(await through.received(id)).toBe(rest.offset + mishap.after)
  await vi.waitFor(arrived, { timeout: 20_000 })
  first.child.kill('SIGKILL')
  expect(await cut).toBe('cut')
  const offset = await clientAt(second.url).received(id)

  await gateway.goDown()
  const away = await through.append(id, { offset, bytes: bytes.subarray(offset) })
  expect([away.status, away.body.message]).toEqual([503, STORE_GONE])
  expect(await through.received(id)).toBe(offset)
  await gateway.comeBack()
  expect((await through.append(id, { offset, bytes: bytes.subarray(offset) })).status).toBe(204)
  const made = (await through.finish(id)).body.data
  expect(made).toMatchObject({ size: bytes.length, sha256: sha256(bytes) })
  expect(sha256((await open(made?.id)).bytes)).toBe(sha256(bytes))
  const part = await open(made?.id, { range: 'bytes=1000-1999' })
  expect([part.status, part.bytes.equals(bytes.subarray(1000, 2000))]).toEqual([206, true])

  const given = idOf(await through.begin('csv', 'rows.csv', bytes.length))
  await through.append(given, { offset: 0, bytes: bytes.subarray(0, 100) })
  expect((await through.cancel(given)).status).toBe(204)
  expect(await s3FileStore(filesUrl()).pieces.list('')).toEqual([])
})

test('a store of more files than one list tells has all of them listed and removed, and the account has nothing but its files', async () => {
  const store = s3FileStore(filesUrl())
  const upload = '00000000-0000-4000-8000-000000000000'
  const names = Array.from({ length: 1_005 }, (_, at) => `${upload}.${upload.slice(0, -4)}${1000 + at}`)
  for (const name of names) await store.pieces.put(name, Buffer.from('x'))
  expect((await store.pieces.list(`${upload}.`)).map(({ name }) => name).sort()).toEqual(names.sort())
  for (const name of names) await store.pieces.remove(name)
  expect([await store.pieces.list(''), await store.pieces.read(names[0] ?? '')]).toEqual([[], null])

  // in parts, the last of which fails: nothing of it is visible
  const broken = Readable.from(
    (async function* () {
      yield randomBytes(12 * MEGABYTE)
      throw new Error('cut')
    })(),
  )
  await expect(store.put(upload, broken)).rejects.toThrow('cut')
  await expect(store.get(upload)).rejects.toMatchObject({ name: 'NoSuchKey' })
  const credentials = { accessKeyId: 'product', secretAccessKey: SECRET }
  const product = new S3Client({
    endpoint: gateway.endpoint,
    credentials,
    region: 'us-east-1',
    forcePathStyle: true,
  })
  await expect(product.send(new DeleteBucketCommand({ Bucket: 'safeguards' }))).rejects.toMatchObject({
    $metadata: { httpStatusCode: 403 },
  })
  product.destroy()
})
