import { hash } from 'node:crypto'

const LEAF = Buffer.from([0])
const NODE = Buffer.from([1])

const sha256 = (...parts: Buffer[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer')

export const EMPTY_ROOT = sha256()

/** The hash of an entry as a leaf of the tree (RFC 6962, 2.1). */
export const leafHash = (entry: Buffer): Buffer => sha256(LEAF, entry)

const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(NODE, left, right)

/** The largest power of two below a number greater than one: where a tree is split. */
function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

/**
 * Returns the root over these hashes in their order: leaves, or subtrees of one full size, of which only the last may
 * be smaller.
 */
export function rootOver(hashes: readonly Buffer[]): Buffer {
  const [first] = hashes
  if (first === undefined) return EMPTY_ROOT
  if (hashes.length === 1) return first
  const split = splitOf(hashes.length)
  return nodeHash(rootOver(hashes.slice(0, split)), rootOver(hashes.slice(split)))
}

/** Returns the root of a full subtree: the `index`-th of those with two to the power of `height` leaves. */
export type Nodes = (height: number, index: number) => Promise<Buffer>

/** Returns the root over the leaves from `begin` to before `end`, where `begin` is where a split of the tree begins. */
async function rootOfRange(nodes: Nodes, begin: number, end: number): Promise<Buffer> {
  const size = end - begin
  const height = Math.log2(size)
  if (Number.isInteger(height)) return nodes(height, begin / size)
  const middle = begin + splitOf(size)
  return nodeHash(await rootOfRange(nodes, begin, middle), await rootOfRange(nodes, middle, end))
}

/** Returns the root of the first `size` leaves. */
export const rootAt = (nodes: Nodes, size: number): Promise<Buffer> =>
  size === 0 ? Promise.resolve(EMPTY_ROOT) : rootOfRange(nodes, 0, size)

/** Returns the hashes from a leaf to the root of a tree of this size, the leaf's neighbour first (RFC 6962, 2.1.1). */
export async function inclusionProof(nodes: Nodes, index: number, size: number): Promise<Buffer[]> {
  const path = async (begin: number, end: number): Promise<Buffer[]> => {
    if (end - begin === 1) return []
    const middle = begin + splitOf(end - begin)
    return index < middle
      ? [...(await path(begin, middle)), await rootOfRange(nodes, middle, end)]
      : [...(await path(middle, end)), await rootOfRange(nodes, begin, middle)]
  }
  return path(0, size)
}

/** Returns the hashes that prove that a tree of `size` extends one of `first` leaves (RFC 6962, 2.1.2). */
export async function consistencyProof(nodes: Nodes, first: number, size: number): Promise<Buffer[]> {
  const proof = async (begin: number, end: number, isWhole: boolean): Promise<Buffer[]> => {
    if (end === first) return isWhole ? [] : [await rootOfRange(nodes, begin, end)]
    const middle = begin + splitOf(end - begin)
    return first <= middle
      ? [...(await proof(begin, middle, isWhole)), await rootOfRange(nodes, middle, end)]
      : [...(await proof(middle, end, false)), await rootOfRange(nodes, begin, middle)]
  }
  return first === 0 || first === size ? [] : proof(0, size, true)
}

/** Returns the root that a leaf and its proof lead to; null where the proof has the wrong length for such a tree. */
export function rootOfInclusion(
  leaf: Buffer,
  index: number,
  size: number,
  proof: readonly Buffer[],
): Buffer | null {
  if (index < 0 || index >= size) return null
  let [node, last, root] = [index, size - 1, leaf]
  for (const beside of proof) {
    if (last === 0) return null
    if (node % 2 === 1 || node === last) {
      root = nodeHash(beside, root)
      // a node without a neighbour moves up unchanged
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)]
    } else root = nodeHash(root, beside)
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  return last === 0 ? root : null
}

export type Head = { size: number; root: Buffer }

/** Whether the tree of `now` extends that of `before`, according to the proof (RFC 9162, 2.1.4.2). */
export function isConsistent(before: Head, now: Head, proof: readonly Buffer[]): boolean {
  if (before.size > now.size) return false
  if (before.size === now.size) return proof.length === 0 && before.root.equals(now.root)
  if (before.size === 0) return proof.length === 0 && before.root.equals(EMPTY_ROOT)
  const isFull = Number.isInteger(Math.log2(before.size))
  const [start, ...rest] = isFull ? [before.root, ...proof] : proof
  if (start === undefined) return false
  let [node, last] = [before.size - 1, now.size - 1]
  while (node % 2 === 1) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  let [older, newer] = [start, start]
  for (const beside of rest) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      older = nodeHash(beside, older)
      newer = nodeHash(beside, newer)
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)]
    } else newer = nodeHash(newer, beside)
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  return last === 0 && older.equals(before.root) && newer.equals(now.root)
}
