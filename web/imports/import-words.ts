import type { Import, ImportState, RowState } from '../../shared/imports/imports.schema.ts'
import { formatCount, formatList, plural } from '../../shared/lib/format.ts'

/** "1 row", "1,200 rows" */
export const rowsOf = (count: number): string => plural(count, 'row')
export const profilesOf = (count: number): string => plural(count, 'profile')

/** "577 of 600 rows" */
export const partOf = (count: number, total: number): string => `${formatCount(count)} of ${rowsOf(total)}`

const ROW_WORDS: Record<RowState, string> = {
  Read: 'Not checked yet',
  Good: 'Can be imported',
  Wrong: 'To correct',
  LeftOut: 'Left out',
  Known: 'Already a profile',
  Repeated: 'Repeats another row',
  Imported: 'Imported',
  Failed: 'Could not be imported',
}

/** Returns the state of a row in the screen's words; a good row of a cancelled import was not imported. */
export const rowWords = (row: RowState, { state }: Pick<Import, 'state'>): string =>
  row === 'Good' && state === 'Cancelled' ? 'Not imported' : ROW_WORDS[row]

/** Returns the state of an import in one or two words. */
export const stateWords = (state: ImportState): string => (state === 'Uploaded' ? 'Being checked' : state)

/** Returns how many rows of the present step are done: checking counts all rows, importing only the good ones. */
export function progressOf({ state, rows_total, rows }: Import): { done: number; total: number } | null {
  if (rows_total === null) return null
  if (state === 'Uploaded') return { done: rows_total - rows.Read, total: rows_total }
  const done = rows.Imported + rows.Failed
  return { done, total: done + rows.Good }
}

type Outcome = { tone: 'success' | 'warning' | 'info' | 'danger'; title: string; sentences: string[] }

/** "row 12", "rows 12 and 40" */
export const namedRows = (rows: readonly (number | string)[]): string =>
  `${rows.length === 1 ? 'row' : 'rows'} ${formatList(rows)}`

function leftOut({ left_out, rows }: Import): string[] {
  const more = rows.LeftOut - left_out.length
  if (left_out.length === 0) return []
  return [`Left out: ${namedRows(more > 0 ? [...left_out, `${formatCount(more)} more`] : left_out)}.`]
}

const NOTHING_YET = 'No profile has been added yet.'

function checked(of: Import): Outcome {
  const { rows, rows_total } = of
  const total = rows_total ?? 0
  const known = [
    ...(rows.Known > 0
      ? [`${rowsOf(rows.Known)} of it ${rows.Known === 1 ? 'is already a profile' : 'are already profiles'}.`]
      : []),
    ...(rows.Repeated > 0
      ? [
          `${rowsOf(rows.Repeated)} of it ${rows.Repeated === 1 ? 'repeats' : 'repeat'} another row of this table.`,
        ]
      : []),
    ...leftOut(of),
  ]
  if (rows.Wrong > 0) {
    const correct = `${rowsOf(rows.Wrong)} must be corrected first: download them, correct them there, and upload that table as another import, with the same zip file. A row that is no profile can be left out in the list of rows.`
    if (rows.Good === 0)
      return { tone: 'warning', title: 'No row can be imported yet', sentences: [correct, ...known] }
    return {
      tone: 'warning',
      title: `${partOf(rows.Good, total)} can be imported`,
      sentences: [correct, 'The other rows can be imported now.', ...known, NOTHING_YET],
    }
  }
  if (rows.Good === 0)
    return {
      tone: 'info',
      title: 'There is nothing new in this table',
      sentences: [
        rows.LeftOut > 0 && rows.Known + rows.Repeated === 0
          ? 'All of its rows are left out, so there is nothing to import.'
          : `Every ${rows.LeftOut > 0 ? 'other ' : ''}row is already a profile or repeats another row. Nothing is imported twice.`,
        ...leftOut(of),
      ],
    }
  return {
    tone: 'success',
    title: `${partOf(rows.Good, total)} can be imported`,
    sentences: [...known, NOTHING_YET],
  }
}

function finished(of: Import): Outcome {
  const { rows } = of
  const waiting = 'Each is waiting for the approvers of its office.'
  if (rows.Failed === 0)
    return {
      tone: 'success',
      title: `${profilesOf(rows.Imported)} added`,
      sentences: [waiting, ...leftOut(of)],
    }
  return {
    tone: 'warning',
    title: `${profilesOf(rows.Imported)} added, ${rowsOf(rows.Failed)} could not be imported`,
    sentences: [
      waiting,
      'These rows were good when they were checked; a place, an office or a file has changed since. Download these rows, correct them and upload that table as another import.',
      ...leftOut(of),
    ],
  }
}

const cancelled = ({ rows, refusal }: Import): Outcome => ({
  tone: 'info',
  title: 'This import was cancelled',
  sentences: [
    ...(refusal === null ? [] : [refusal]),
    rows.Imported === 0
      ? 'No profile was added from it.'
      : `${profilesOf(rows.Imported)} that it had added ${rows.Imported === 1 ? 'stays' : 'stay'}.`,
  ],
})

/** Returns the outcome of an import in a few sentences; null while the server works on it. */
export function outcomeOf(of: Import): Outcome | null {
  const outcomes: Record<ImportState, () => Outcome | null> = {
    Uploaded: () => null,
    Importing: () => null,
    Checked: () => checked(of),
    Finished: () => finished(of),
    Cancelled: () => cancelled(of),
    Refused: () => ({
      tone: 'danger',
      title: 'These files cannot be imported',
      sentences: [of.refusal ?? '', 'No profile was added from it.'],
    }),
  }
  return outcomes[of.state]()
}
