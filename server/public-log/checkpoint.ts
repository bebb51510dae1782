import type { KeyObject } from 'node:crypto'
import type { Head } from './merkle.ts'
import { parseNote, signNote, type Note } from './note.ts'

/** A commitment of the log of this name: it has so many entries with this root (C2SP tlog-checkpoint). */
export type Checkpoint = Head & { origin: string }

const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`

/** Returns the checkpoint as a signed note. */
export const signCheckpoint = (checkpoint: Checkpoint, key: KeyObject): string =>
  signNote(checkpointText(checkpoint), checkpoint.origin, key)

const SIZE = /^(0|[1-9]\d{0,15})$/

/** Parses the text of a checkpoint; null where it is none. */
function parseText(text: string): Checkpoint | null {
  const [origin = '', size = '', base64 = '', ...rest] = text.split('\n')
  const root = Buffer.from(base64, 'base64')
  const isWhole = origin !== '' && SIZE.test(size) && root.length === 32 && rest.at(-1) === ''
  if (!isWhole || root.toString('base64') !== base64) return null
  // extension lines are not empty
  return rest.slice(0, -1).includes('') ? null : { origin, size: Number(size), root }
}

/** Parses a signed checkpoint; null where it is none. Does not verify its signatures. */
export function parseCheckpoint(text: string): (Checkpoint & { note: Note }) | null {
  const note = parseNote(text)
  const checkpoint = note && parseText(note.text)
  return note && checkpoint && { ...checkpoint, note }
}
