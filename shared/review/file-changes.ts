import type { FileChange } from './changes.schema.ts'
import type { SnapshotFile } from './snapshot.schema.ts'
import { normalForm } from '../lib/text-form.ts'

export type ChangedFile = { change: FileChange; old: SnapshotFile | null; new: SnapshotFile | null }

/** Names are compared without case: evidence may not have the same name twice (C-12). */
const folded = (name: string): string => normalForm('NFC', name).toLowerCase()

const byName = (a: SnapshotFile, b: SnapshotFile): number =>
  folded(a.name) < folded(b.name) ? -1 : folded(a.name) > folded(b.name) ? 1 : a.id - b.id

type Pair = { old: SnapshotFile; new: SnapshotFile }

/** Removes pairs with the same key from both lists, each file once. */
function pairsBy(keyOf: (file: SnapshotFile) => string, lists: { old: SnapshotFile[]; new: SnapshotFile[] }) {
  const waiting = new Map<string, SnapshotFile[]>()
  for (const file of lists.new) waiting.set(keyOf(file), [...(waiting.get(keyOf(file)) ?? []), file])
  const pairs: Pair[] = []
  const left: SnapshotFile[] = []
  for (const file of lists.old) {
    const match = waiting.get(keyOf(file))?.shift()
    if (match) pairs.push({ old: file, new: match })
    else left.push(file)
  }
  lists.old = left
  lists.new = lists.new.filter((file) => waiting.get(keyOf(file))?.includes(file))
  return pairs
}

/**
 * The changes of the files in one place: renamed is the same content under another name, replaced another content under
 * the same name. Same content and name is no change, even if it was uploaded again.
 */
export function fileChanges(before: readonly SnapshotFile[], after: readonly SnapshotFile[]): ChangedFile[] {
  const lists = { old: [...before].sort(byName), new: [...after].sort(byName) }
  pairsBy((file) => String(file.id), lists)
  pairsBy((file) => `${file.sha256} ${folded(file.name)}`, lists)
  const renamed = pairsBy((file) => file.sha256, lists)
  const replaced = pairsBy((file) => folded(file.name), lists)
  const changes: ChangedFile[] = [
    ...replaced.map((pair) => ({ change: 'replaced' as const, ...pair })),
    ...renamed.map((pair) => ({ change: 'renamed' as const, ...pair })),
    ...lists.new.map((file) => ({ change: 'added' as const, old: null, new: file })),
    ...lists.old.map((file) => ({ change: 'removed' as const, old: file, new: null })),
  ]
  const nameOf = (one: ChangedFile) => (one.new ?? one.old) as SnapshotFile
  return changes.sort((a, b) => byName(nameOf(a), nameOf(b)))
}

/** The change of a single document; null if name and content are the same. */
export function documentChange(old: SnapshotFile, after: SnapshotFile): 'replaced' | 'renamed' | null {
  if (old.sha256 !== after.sha256) return 'replaced'
  return old.name === after.name ? null : 'renamed'
}
