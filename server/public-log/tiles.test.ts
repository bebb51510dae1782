import { describe, expect, test } from 'vitest'
import {
  append,
  copyOfEdge,
  edgeFile,
  edgeFrom,
  emptyEdge,
  entriesOf,
  openTiles,
  type TileKind,
  tileNamed,
  tilePart,
  tilePath,
} from './tiles.ts'

describe('the address of a tile', () => {
  test.each([
    ['entries', 0, 'tile/entries/000'],
    [0, 999, 'tile/0/999'],
    [1, 1000, 'tile/1/x001/000'],
    [0, 1_234_067, 'tile/0/x001/x234/067'],
    [63, 5, 'tile/63/005'],
  ] as const)('of %s %d is %s, and names it', (kind, index, path) => {
    expect(tilePath(kind, index)).toBe(path)
    expect(tileNamed(path.slice('tile/'.length))).toEqual({ kind, index, width: null })
    expect(tileNamed(`${path.slice('tile/'.length)}.p/255`)).toEqual({ kind, index, width: 255 })
  })

  test.each([
    '0/1',
    '0/0001',
    '0/x000/001',
    '00/001',
    '64/001',
    '-1/001',
    '0/001/002',
    '0/x001/2',
    '0/001.p/0',
    '0/001.p/256',
    '0/001.p/',
    '0/001.p/01',
    'leaves/001',
    '../checkpoint',
    '0/../001',
    '0/x001',
    '',
    '0/x999/x999/x999/x999/x999/999',
  ])('%j names none', (path) => {
    expect(tileNamed(path)).toBeNull()
  })
})

describe('the files of a log', () => {
  /** The widths of all files of a log, by name: full tiles as they fill, and the edge at the end. */
  function filesOf(size: number) {
    const edge = emptyEdge()
    const full: string[] = []
    const entry = Buffer.alloc(32)
    for (let index = 0; index < size; index += 1) {
      entry.writeUInt32BE(index)
      for (const { name, bytes } of append(edge, Buffer.from(entry)))
        full.push(`${name} ${bytes.length / (name.includes('entries') ? 34 : 32)}`)
    }
    const open = openTiles(edgeFile(edge)).map(
      ({ name, bytes }) => `${name} ${bytes.length / (name.includes('entries') ? 34 : 32)}`,
    )
    return { full, open }
  }

  test('are those of the specification at 70,000 entries', () => {
    const { full, open } = filesOf(70_000)
    const level = (number: number | string) => full.filter((name) => name.startsWith(`tile/${number}/`))
    expect([level(0).length, level('entries').length, level(1), level(2)]).toEqual([
      273,
      273,
      ['tile/1/000 256'],
      [],
    ])
    expect(open).toEqual(['tile/entries/273 112', 'tile/0/273 112', 'tile/1/001 17', 'tile/2/000 1'])
  })

  test('at 256 are a full tile and one of width 1 above it', () => {
    expect(filesOf(256)).toEqual({ full: ['tile/entries/000 256', 'tile/0/000 256'], open: ['tile/1/000 1'] })
    expect(filesOf(0)).toEqual({ full: [], open: [] })
  })

  test('keep what they held when more is added, so that a narrower tile is the beginning of a wider one', () => {
    const edge = emptyEdge()
    const bundleAt = (size: number) => {
      while (edge.size < size) append(edge, Buffer.alloc(32, edge.size))
      return openTiles(edgeFile(edge))[0]?.bytes ?? Buffer.alloc(0)
    }
    const [narrow, wide] = [bundleAt(3), bundleAt(9)]
    expect(tilePart('entries', wide, 3)).toEqual(narrow)
    expect(tilePart('entries', narrow, 9)).toBeNull()
    expect(entriesOf(wide).map((entry) => entry[0])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(() => entriesOf(wide.subarray(1))).toThrow(/something other than entries/)
    expect(() => entriesOf(Buffer.alloc(34))).toThrow(/something other than entries/)
  })

  test('lead to the edge at every size that they reach, and to none where one is shorter or has other entries', async () => {
    const edge = emptyEdge()
    const files = new Map<string, Buffer>()
    const edges = new Map([[0, copyOfEdge(edge)]])
    for (let size = 1; size <= 66_000; size += 1) {
      for (const { name, bytes } of append(edge, Buffer.alloc(32, size % 251))) files.set(name, bytes)
      if (size < 3 || size % 7_937 === 0 || Math.abs(size - 65_536) < 2 || size % 32_512 < 2)
        edges.set(size, copyOfEdge(edge))
    }
    for (const { name, bytes } of openTiles(edgeFile(edge))) files.set(name, bytes)
    const read = async (kind: TileKind, index: number) => files.get(tilePath(kind, index)) ?? null
    for (const [size, then] of edges) expect(await edgeFrom(read, size)).toEqual(then)
    expect(await edgeFrom(read, 66_001)).toBeNull()
    files.set(tilePath('entries', 257), Buffer.concat([Buffer.from([0, 32]), Buffer.alloc(32, 255)]))
    expect(await edgeFrom(read, 257 * 256 + 1)).toBeNull()
  })
})
