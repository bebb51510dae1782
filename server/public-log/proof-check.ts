import { parseCheckpoint } from './checkpoint.ts'
import { entryOfShown, ShownRow, shownParts } from './entry.ts'
import { leafHash, rootOfInclusion } from './merkle.ts'
import { isSignedBy, type NoteKey } from './note.ts'
import { parseProof } from './proof-file.ts'

/** What a proof comes to: that it holds and what it tells, or why it does not. */
type Checked =
  | { ok: true; origin: string; index: number; size: number; told: string[] }
  | { ok: false; why: string }

const no = (why: string): Checked => ({ ok: false, why })

function shownIn(extra: Buffer | null) {
  try {
    return ShownRow.safeParse(JSON.parse(extra?.toString() ?? '')).data ?? null
  } catch {
    return null
  }
}

/** Checks the file of a proof against a key, with nothing else: the row leads to the entry, that to the signed root. */
export function checkProof(text: string, key: NoteKey): Checked {
  const proof = parseProof(text)
  const checkpoint = proof && parseCheckpoint(proof.checkpoint)
  const row = proof && shownIn(proof.extra)
  if (!proof || !checkpoint || !row) return no('This is not a proof of a row.')
  const { origin, size, root, note } = checkpoint
  const found = rootOfInclusion(leafHash(entryOfShown(row)), proof.index, size, proof.hashes)
  if (!found?.equals(root)) return no('This row is not in the tree of the checkpoint.')
  if (key.name !== origin || !isSignedBy(note, key)) return no('The checkpoint is not signed with this key.')
  const told = shownParts(row).flatMap(([name, part]) => ('text' in part ? [`${name}: ${part.text}`] : []))
  return { ok: true, origin, index: proof.index, size, told }
}
