import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, vi } from 'vitest'
import { requireProgram } from '../product/debian-program.ts'
import { freePort } from '../product/product.ts'

const run = promisify(execFile)
const PATIENCE = { timeout: 60_000, interval: 200 }

/** Ends a process unless it has ended. */
export const end = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })

export type Gateway = {
  /** the S3 endpoint */
  endpoint: string
  version: string
  /** Creates an account, whose access key is its name. */
  account: (name: string, secret: string) => Promise<void>
  goDown: () => Promise<void>
  comeBack: () => Promise<void>
}

const settings = (folder: string, fsid: string, monitor: number, gateway: number) => `[global]
fsid = ${fsid}
mon host = [v1:127.0.0.1:${monitor}]
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
ms bind msgr2 = false
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 4294967296
mon allow pool size one = true
mon max pg per osd = 1000
run dir = ${folder}
admin socket = ${folder}/$name.asok
log file = ${folder}/$name.log
keyring = ${folder}/keyring
mon data = ${folder}/mon
osd data = ${folder}/osd
[client.rgw.a]
rgw data = ${folder}
rgw frontends = beast endpoint=127.0.0.1:${gateway}
`

/**
 * The RADOS gateway of Debian's ceph on one monitor and one in-memory store, in one folder and on loopback. Adds its
 * processes to `running`, even when the start fails.
 */
export async function startRadosGateway(folder: string, running: ChildProcess[]): Promise<Gateway> {
  for (const name of ['ceph', 'ceph-mon', 'ceph-osd', 'radosgw'] as const) requireProgram(name)
  for (const part of ['mon', 'osd']) mkdirSync(path.join(folder, part))
  const [monitor, gateway] = [await freePort(), await freePort()]
  const fsid = randomUUID()
  const conf = path.join(folder, 'ceph.conf')
  writeFileSync(conf, settings(folder, fsid, monitor, gateway))
  const at = (name: string) => path.join(folder, name)
  const ceph = (program: string, ...args: string[]) =>
    run(program, ['-c', conf, ...args], { timeout: 60_000 }).then(({ stdout }) => stdout)

  const start = (program: string, ...args: string[]) => {
    const child = spawn(program, ['-f', '-c', conf, ...args], { stdio: 'ignore' })
    running.push(child)
    return child
  }
  await run('ceph-authtool', [
    '--create-keyring',
    at('keyring'),
    '--gen-key',
    '-n',
    'mon.',
    '--cap',
    'mon',
    'allow *',
  ])
  await run('monmaptool', [
    '--create',
    '--addv',
    'a',
    `[v1:127.0.0.1:${monitor}]`,
    '--fsid',
    fsid,
    at('monmap'),
  ])
  await ceph('ceph-mon', '--mkfs', '-i', 'a', '--monmap', at('monmap'), '--keyring', at('keyring'))
  start('ceph-mon', '-i', 'a')
  const disk = randomUUID()
  await ceph('ceph', 'osd', 'new', disk)
  await ceph('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk)
  const isUp = async () => expect(await ceph('ceph', 'osd', 'stat')).toContain('1 up')
  // it has happened once that the monitor never noticed the store
  for (let tries = 1; ; tries += 1) {
    const store = start('ceph-osd', '-i', '0')
    try {
      await vi.waitFor(isUp, { ...PATIENCE, timeout: 20_000 })
      break
    } catch (error) {
      if (tries === 3) throw error
      await end(store)
    }
  }

  const endpoint = `http://127.0.0.1:${gateway}`
  let front: ChildProcess
  const comeBack = async () => {
    front = start('radosgw', '-n', 'client.rgw.a')
    await vi.waitFor(async () => expect((await fetch(endpoint)).status).toBe(200), PATIENCE)
  }
  await comeBack()
  return {
    endpoint,
    version: (await ceph('ceph', '--version')).trim(),
    account: async (name, secret) => {
      const keys = ['--access-key', name, '--secret', secret]
      await ceph('radosgw-admin', 'user', 'create', '--uid', name, '--display-name', name, ...keys)
    },
    goDown: () => end(front),
    comeBack,
  }
}
