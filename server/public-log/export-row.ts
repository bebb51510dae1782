import {
  entryOf,
  entryOfRevealed,
  FACT_PARTS,
  type RevealedRow,
  revealRow,
  revealedOfErased,
  withOnly,
} from './entry.ts'
import type { ExportedEntry } from './export.queries.ts'

/**
 * Returns what can be shown of a row; null where the row is lost or an erased row does not match what is stored of it.
 */
function revealedOf({ row, salt, kept }: ExportedEntry): RevealedRow | null {
  if (!row) return null
  return salt === null ? revealedOfErased(kept, row) : revealRow(salt, row)
}

/** Whether the row is missing for a known reason: lost with a restore, or deleted before it was sealed. */
const isRightlyMissing = ({ audit_log_id, row, salt, entry }: ExportedEntry): boolean =>
  audit_log_id === null || (row === null && salt !== null && entryOf(salt, null).equals(entry))

/** Returns an entry as a line of an export, and whether its row is the one it was made of. */
export function exportedLine(own: ExportedEntry, withPersons: boolean): { line: string; isRight: boolean } {
  const { log_index: index, entry, row } = own
  const whole = revealedOf(own)
  if (!whole || !row) {
    const line = JSON.stringify({ index, entry: entry.toString('hex') })
    return { line: `${line}\n`, isRight: isRightlyMissing(own) }
  }
  const shown = withPersons ? whole : withOnly(whole, FACT_PARTS)
  return { line: `${JSON.stringify({ index, ...shown })}\n`, isRight: entryOfRevealed(whole).equals(entry) }
}
