import { parseCheckpoint } from './checkpoint.ts'
import { entryOfRevealed, RevealedRow, revealedParts } from './entry.ts'
import { leafHash, rootOfInclusion } from './merkle.ts'
import { isSignedBy, type NoteKey } from './note.ts'
import { parseProof } from './proof-file.ts'

/** The result of a check: the proof is valid and what it shows, or why it is not. */
type ProofCheck =
  | { ok: true; origin: string; index: number; size: number; shown: string[] }
  | { ok: false; why: string }

const refused = (why: string): ProofCheck => ({ ok: false, why })

function rowInProof(extra: Buffer | null) {
  try {
    return RevealedRow.safeParse(JSON.parse(extra?.toString() ?? '')).data ?? null
  } catch {
    return null
  }
}

/** Checks a proof with a key and nothing else: the row leads to the entry, and the entry to the signed root. */
export function checkProof(text: string, key: NoteKey): ProofCheck {
  const proof = parseProof(text)
  const checkpoint = proof && parseCheckpoint(proof.checkpoint)
  const row = proof && rowInProof(proof.extra)
  if (!proof || !checkpoint || !row) return refused('This is not a proof of a row.')
  const { origin, size, root, note } = checkpoint
  const found = rootOfInclusion(leafHash(entryOfRevealed(row)), proof.index, size, proof.hashes)
  if (!found?.equals(root)) return refused('This row is not in the tree of the checkpoint.')
  if (key.name !== origin || !isSignedBy(note, key))
    return refused('The checkpoint is not signed with this key.')
  const shown = revealedParts(row).flatMap(([name, part]) =>
    'text' in part ? [`${name}: ${part.text}`] : [],
  )
  return { ok: true, origin, index: proof.index, size, shown }
}
