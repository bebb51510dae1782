import { parseCheckpoint } from './checkpoint.ts'
import { parseProof } from './proof-file.ts'

const LINE = /^(\S+) (0|[1-9]\d{0,15}) ([A-Za-z0-9+/]{43}=) ([A-Za-z0-9+/]+={0,2})$/

/** A checkpoint as one line that people can mail and store: name, size, root and the log's own signature. */
export function checkpointLine(text: string): string {
  const read = parseCheckpoint(text)
  const line = read && text.split('\n').find((one) => one.startsWith(`— ${read.origin} `))
  if (!read || !line) throw new Error('A checkpoint of the public log is not signed.')
  return [read.origin, read.size, read.root.toString('base64'), line.split(' ')[2]].join(' ')
}

/** Rebuilds the note of such a line, without co-signatures; null where the line is none. */
function noteOfLine(line: string): string | null {
  const [, origin, size, root, signature] = LINE.exec(line.trim()) ?? []
  if (origin === undefined) return null
  const note = `${origin}\n${size}\n${root}\n\n— ${origin} ${signature}\n`
  return parseCheckpoint(note) && note
}

/** Undoes what mail programs do to long lines (quoted-printable), as far as it affects ours. */
const unfolded = (text: string): string => text.replaceAll('=\n', '').replaceAll('=3D', '=')

/**
 * Returns every checkpoint in a saved file: a note, a proof that contains one, a saved mail with our line, or a file of
 * many such lines. Verifies nothing.
 */
export function parseSavedCheckpoints(stored: string): string[] {
  const text = stored.replaceAll('\r\n', '\n')
  const note = parseProof(text)?.checkpoint ?? text
  if (parseCheckpoint(note)) return [note]
  for (const form of [text, unfolded(text)]) {
    const found = form.split('\n').flatMap((line) => noteOfLine(line) ?? [])
    if (found.length > 0) return found
  }
  return []
}
