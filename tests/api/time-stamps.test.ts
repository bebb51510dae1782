import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, vi } from 'vitest'
import { saveDayHead, stampDay } from '../../server/public-log/days.actions.ts'
import { startAppForTest } from '../support/product/app.ts'
import { addLine, publishNow } from '../support/records/audit-log.ts'
import { requireProgram } from '../support/product/debian-program.ts'
import { foldersFor } from '../support/product/folders.ts'
import { startStampAuthority } from '../support/doubles/stamper.ts'
import { full } from '../support/full.ts'

/** Uses Debian's openssl as time stamp authority and as independent checker, so only in `npm run test:full`. */

const { test } = full

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const freshFolder = foldersFor('stamps')

const SETTINGS = `[ tsa ]
default_tsa = here
[ here ]
serial = serial
signer_cert = tsa.pem
certs = ca.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
[ stamping ]
extendedKeyUsage = critical,timeStamping
`

test('a day’s checkpoint is stamped by openssl, and openssl verifies what the world reads', async () => {
  requireProgram('openssl')
  const folder = freshFolder()
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' })
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(path.join(folder, name), content)
    return name
  }
  file('tsa.cnf', SETTINGS)
  file('serial', '01\n')
  const newKey = (name: string) => ['-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`]
  openssl('req', '-x509', ...newKey('ca'), '-out', 'ca.pem', '-subj', '/CN=Authority')
  openssl('req', ...newKey('tsa'), '-out', 'tsa.csr', '-subj', '/CN=Stamps')
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'tsa.cnf']
  openssl('x509', '-req', '-in', 'tsa.csr', ...signed, '-extensions', 'stamping', '-out', 'tsa.pem')
  const stamper = await startStampAuthority((question) => {
    file('question.tsq', question)
    openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'question.tsq', '-out', 'answer.tsr')
    return readFileSync(path.join(folder, 'answer.tsr'))
  })

  const t = await startAppForTest()
  Object.assign(t.services.config, { tsa_url: stamper.url })
  t.setNow(new Date('2025-12-01T09:00:00+08:00'))
  await addLine(t.db, 1)
  await publishNow(t)
  t.setNow(new Date('2025-12-02T00:05:00+08:00'))
  await publishNow(t)
  await saveDayHead(t.services)
  const lines: string[] = []
  const tell = (text: string) => lines.push(text)
  await stampDay(t.services, { log: { warn: tell, info: tell } })
  expect(lines).toEqual([])
  const asked = openssl('ts', '-query', '-in', 'question.tsq', '-text').toString()
  expect(asked).toMatch(/Hash Algorithm: sha256/i)
  expect(asked).toMatch(/Certificate required: yes/)

  const read = async (name: string) =>
    (await t.app.inject({ method: 'GET', url: `/log/day/2025-12-01/${name}` })).rawPayload
  file('stamp.tsr', await read('stamp.tsr'))
  const verify = (checkpoint: Buffer) =>
    spawnSync(
      'openssl',
      ['ts', '-verify', '-in', 'stamp.tsr', '-data', file('checkpoint', checkpoint), '-CAfile', 'ca.pem'],
      { cwd: folder, encoding: 'utf8' },
    )
  const checkpoint = await read('checkpoint')
  expect(verify(checkpoint).stdout).toContain('Verification: OK')
  expect(verify(Buffer.concat([checkpoint, Buffer.from('\n')])).status).not.toBe(0)
})
