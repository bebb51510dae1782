import { spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync, hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { signCheckpoint } from '../../server/public-log/checkpoint.ts'
import { checkpointLine } from '../../server/public-log/saved-checkpoints.ts'
import { keyText, signerKey } from '../../server/public-log/note.ts'
import {
  append,
  emptyEdge,
  edgeFile,
  openTiles,
  rootOf,
  tileNamed,
  tilePart,
  TILE_WIDTH,
  tilePath,
} from '../../server/public-log/tiles.ts'
import { foldersFor } from '../support/product/folders.ts'
import { full } from '../support/full.ts'

const freshFolder = foldersFor('verify-log')
const NAME = 'sis.example/log'
/** three levels of tiles, the last ones partial */
const SIZE = 66_123
/** the sizes at which tiles and levels begin and end, and some between */
const SIZES = [1, 2, 3, 255, 256, 257, 511, 1_000, 65_535, 65_536, 65_537, 66_047, 66_048, 66_122, SIZE]

const root = (text: string) => hash('sha256', text, 'buffer')

full.test(
  'the program for strangers finds every size of a long log in it, from a few tiles, and nothing else',
  async () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const files = new Map<string, Buffer>()
    const edge = emptyEdge()
    const roots = new Map<number, Buffer>()
    for (let entry = 0; entry < SIZE; entry += 1) {
      for (const { name, bytes } of append(edge, root(`${entry}`))) files.set(name, bytes)
      if (SIZES.includes(edge.size)) roots.set(edge.size, rootOf(edge))
    }
    for (const { name, bytes } of openTiles(edgeFile(edge))) files.set(name, bytes)
    const noteOf = (size: number, over = roots.get(size) ?? Buffer.alloc(32)) =>
      signCheckpoint({ origin: NAME, size, root: over }, privateKey)

    let asked = 0
    let now = noteOf(SIZE)
    const server = createServer((request, response) => {
      asked += 1
      const name = (request.url ?? '').slice('/log/'.length)
      if (name === 'checkpoint') return response.end(now)
      const tile = tileNamed(name.slice('tile/'.length))
      const bytes = tile && files.get(tilePath(tile.kind, tile.index))
      const part = tile && bytes ? tilePart(tile.kind, bytes, tile.width ?? TILE_WIDTH) : null
      return part ? response.end(part) : response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/log`
    const file = path.join(freshFolder(), 'kept')
    const check = (kept: string) =>
      new Promise<string>((resolve) => {
        writeFileSync(file, kept)
        asked = 0
        const key = keyText(signerKey(NAME, privateKey))
        const child = spawn('python3', ['scripts/verify-log.py', file, key, address])
        let said = ''
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (bytes: Buffer) => {
            said += bytes.toString()
          })
        child.once('close', () => resolve(said.trim()))
      })

    const lines = SIZES.map((size) => checkpointLine(noteOf(size)))
    expect((await check(lines.join('\n'))).split('\n')).toEqual(
      SIZES.map((size) => `EXTENDS: the ${SIZE} entries of ${NAME} begin with the ${size} that you hold.`),
    )
    expect(await check(noteOf(1_000))).toMatch(/^EXTENDS/)
    expect(asked).toBeLessThan(10)
    for (const size of [1, 256, 1_000, 65_537, SIZE])
      expect(await check(checkpointLine(noteOf(size, root('another')))), `${size}`).toMatch(
        /^DIFFERS: .* rewritten\.$/,
      )
    // the log's own checkpoint has another root than its tiles
    now = noteOf(SIZE, root('another'))
    expect(await check(noteOf(1_000))).toMatch(/^DIFFERS/)
    now = noteOf(1_000)
    expect(await check(noteOf(65_536))).toMatch(
      /^DIFFERS: .* an older copy was restored, or the end was cut off\.$/,
    )
  },
)

/** Runs each call as a program of its own, and writes how it ended and what it said. */
const HARNESS = `
import contextlib, io, json, runpy, sys
results = []
for program, *words in json.load(sys.stdin):
    sys.argv, status, said = [program, *words], 0, io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
        try:
            runpy.run_path("scripts/" + program, run_name="__main__")
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
            said.write("" if isinstance(end.code, int) else str(end.code))
    results.append({"status": status, "said": said.getvalue().strip()})
print(json.dumps(results))`

test('the programs for strangers say how they are used, and tell what they could not read from what differs', () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const note = (name: string) => signCheckpoint({ origin: name, size: 1, root: root('one') }, privateKey)
  const key = keyText(signerKey(NAME, privateKey))
  const folder = freshFolder()
  const file = path.join(folder, 'kept')
  // one process for all: Python starts slowly
  const runs = (calls: string[][]) => {
    const { stdout } = spawnSync('python3', ['-c', HARNESS], {
      input: JSON.stringify(calls),
      encoding: 'utf8',
    })
    return JSON.parse(stdout) as { status: number; said: string }[]
  }
  writeFileSync(file, note(NAME))
  writeFileSync(path.join(folder, 'checkpoint'), note('another/log'))
  const missing = path.join(folder, 'missing')
  const address = ['http://127.0.0.1:1/log', missing, 'nowhere://at.all']
  const explained = (program: string, usage: string) => ({
    status: 2,
    said: `usage: python3 ${program} ${usage}`,
  })
  const unread = { status: 3, said: expect.stringMatching(/^NOT REACHED: .* cannot be read: /) }
  expect(
    runs([
      ['verify-log.py'],
      ['verify-log.py', file, key, folder, 'more'],
      ['verify-log.py', file, 'no key', folder],
      ['verify-proof.py'],
      ['verify-rows.py', folder],
      ['verify-log.py', missing, key, folder],
      ['verify-proof.py', missing, key],
      ['verify-rows.py', missing, key],
      ...address.map((one) => ['verify-log.py', file, key, one]),
      ['verify-log.py', file, key, folder],
      ['verify-proof.py', file, key],
    ]),
  ).toEqual([
    explained('verify-log.py', 'FILE KEY ADDRESS'),
    explained('verify-log.py', 'FILE KEY ADDRESS'),
    { status: 2, said: 'usage: KEY is not the key of a log: it is the one line at /log/key.' },
    explained('verify-proof.py', 'FILE KEY'),
    explained('verify-rows.py', 'FOLDER KEY'),
    unread,
    unread,
    unread,
    ...address.map(() => unread),
    { status: 1, said: "NOT SIGNED: the log's present checkpoint is not signed with this key." },
    { status: 1, said: 'NOT PROVED: This is not a proof of a row.' },
  ])
})
