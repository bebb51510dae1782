import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  consistencyProof,
  EMPTY_ROOT,
  type Head,
  inclusionProof,
  isConsistent,
  leafHash,
  rootOfInclusion,
  rootOver,
} from './merkle.ts'
import { append, copyOfEdge, edgeFile, emptyEdge, nodesIn, openTiles, rootOf } from './tiles.ts'

/** The entries that every implementation of RFC 6962 is tested with, and the root after each of them. */
const ENTRIES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

/** An entry of 32 bytes, as ours are. */
const entry = (number: number): Buffer => {
  const bytes = Buffer.alloc(32)
  bytes.writeUInt32BE(number, 0)
  return bytes
}

/** A log of so many entries: its files, and its head after each of them. */
function aLog(size: number, entryAt = entry) {
  const files = new Map<string, Buffer>()
  const edge = emptyEdge()
  const heads: Head[] = [{ size: 0, root: rootOf(edge) }]
  for (let index = 0; index < size; index += 1) {
    for (const { name, bytes } of append(edge, entryAt(index))) files.set(name, bytes)
    heads.push({ size: edge.size, root: rootOf(edge) })
  }
  for (const { name, bytes } of openTiles(edgeFile(edge))) files.set(name, bytes)
  const nodes = nodesIn(async (level, index) => {
    const file = files.get(`tile/${level}/${String(index).padStart(3, '0')}`)
    if (!file) throw new Error('no such tile')
    return file
  })
  return { files, heads, nodes }
}
const headAt = (heads: Head[], size: number): Head => heads[size] ?? { size, root: EMPTY_ROOT }

test('the tree has the roots of RFC 6962', () => {
  const leaves = ENTRIES.map((hex) => leafHash(Buffer.from(hex, 'hex')))
  const roots = ROOTS.map((_, size) => rootOver(leaves.slice(0, size)).toString('hex'))
  expect(roots).toEqual(ROOTS)
})

describe('a log of any size', () => {
  const { heads, nodes } = aLog(1400)
  const size = () => fc.integer({ min: 1, max: 1400 })

  test('has at its edge the root of all its leaves', () => {
    const leaves = Array.from({ length: 1400 }, (_, index) => leafHash(entry(index)))
    for (const at of [0, 1, 2, 255, 256, 257, 511, 512, 513, 1023, 1400])
      expect(headAt(heads, at).root).toEqual(rootOver(leaves.slice(0, at)))
  })

  test('grows on from a copy of its edge', () => {
    const edge = emptyEdge()
    for (let index = 0; index < 300; index += 1) append(edge, entry(index))
    const copy = copyOfEdge(edge)
    append(copy, entry(9))
    expect([edge.size, rootOf(edge)]).toEqual([300, headAt(heads, 300).root])
  })

  test('proves each entry, and no other entry, place or size', async () => {
    await fc.assert(
      fc.asyncProperty(size(), fc.nat(), fc.nat(), async (size, seed, other) => {
        const index = seed % size
        const { root } = headAt(heads, size)
        const proof = await inclusionProof(nodes, index, size)
        const leaf = leafHash(entry(index))
        expect(rootOfInclusion(leaf, index, size, proof)).toEqual(root)
        expect(rootOfInclusion(leafHash(entry(index + 1)), index, size, proof)).not.toEqual(root)
        const elsewhere = other % size
        if (elsewhere !== index) expect(rootOfInclusion(leaf, elsewhere, size, proof)).not.toEqual(root)
        expect(rootOfInclusion(leaf, index, size, [...proof, leaf])).not.toEqual(root)
        expect(rootOfInclusion(leaf, index, size, proof.slice(1))).not.toEqual(proof.length > 0 ? root : null)
        expect(rootOfInclusion(leaf, size, size, proof)).toBeNull()
        const { root: wrong } = headAt(heads, size === 1400 ? 1 : size + 1)
        expect(rootOfInclusion(leaf, index, size, proof)).not.toEqual(wrong)
      }),
    )
  })

  test('is shown to begin with itself at any earlier size, and with nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(size(), size(), fc.nat(), async (one, other, seed) => {
        const [first, last] = [Math.min(one, other), Math.max(one, other)]
        const [before, now] = [headAt(heads, first), headAt(heads, last)]
        const proof = await consistencyProof(nodes, first, last)
        expect(isConsistent(before, now, proof)).toBe(true)
        // flips one bit of the old root, the new root or the proof
        const changed = (hash: Buffer) => {
          const copy = Buffer.from(hash)
          copy[seed % 32] = (copy[seed % 32] ?? 0) ^ 1
          return copy
        }
        expect(isConsistent({ ...before, root: changed(before.root) }, now, proof)).toBe(false)
        expect(isConsistent(before, { ...now, root: changed(now.root) }, proof)).toBe(false)
        expect(isConsistent(before, now, [...proof, now.root])).toBe(false)
        if (proof.length === 0) return
        const at = seed % proof.length
        expect(isConsistent(before, now, proof.with(at, changed(proof[at] ?? now.root)))).toBe(false)
        expect(isConsistent(before, now, proof.slice(1))).toBe(false)
        expect(isConsistent(now, before, proof)).toBe(false)
      }),
    )
  })

  test('whose past was changed is shown to begin with no honest one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 600 }),
        fc.integer({ min: 0, max: 100 }),
        fc.nat(),
        async (first, more, seed) => {
          const changed = seed % first
          const forged = aLog(first + more, (index) => entry(index === changed ? 1_000_000 : index))
          const proof = await consistencyProof(forged.nodes, first, first + more)
          const now = headAt(forged.heads, first + more)
          expect(isConsistent(headAt(heads, first), now, proof)).toBe(false)
          expect(isConsistent(headAt(forged.heads, first), now, proof)).toBe(true)
        },
      ),
      { numRuns: 8 },
    )
  })

  test('begins with the empty one', async () => {
    const now = headAt(heads, 7)
    expect(isConsistent({ size: 0, root: EMPTY_ROOT }, now, await consistencyProof(nodes, 0, 7))).toBe(true)
    expect(isConsistent({ size: 0, root: now.root }, now, [])).toBe(false)
  })
})
