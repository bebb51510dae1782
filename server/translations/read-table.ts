import { FILE_NOT_FOUND, notVirusFree } from '../../shared/files/file-checks.ts'
import type { NamedRow } from '../../shared/imports/named-columns.ts'
import { isFileOf } from '../../shared/file-access/file-access.policy.ts'
import {
  judgeTable,
  NEEDED_COLUMNS,
  TABLE_COLUMNS,
  type TableColumn,
  type TableTexts,
} from '../../shared/translations/table.rules.ts'
import { textsTableComplaint } from '../../shared/translations/table-file.ts'
import { areAsSeen, canReviewTexts } from '../../shared/translations/translations.policy.ts'
import {
  type CheckedSheet,
  type Saved,
  type SaveTableInput,
  type SheetLine,
  TEXTS_MAX_ROWS,
} from '../../shared/translations/translations.schema.ts'
import type { Ctx } from '../context/context.ts'
import { findFile, type StoredFile } from '../store/files.queries.ts'
import { listNamedRows } from '../imports/named-columns.queries.ts'
import { invalid, isRefusal, requireAllowed } from '../lib/errors.ts'
import { changeSeveral, type TextChange } from './translations.actions.ts'
import { fingerprint, readTranslations, type StoredTranslation } from './translations.queries.ts'

const COLUMNS = Object.keys(TABLE_COLUMNS) as TableColumn[]
const isNeeded = (column: TableColumn) => (NEEDED_COLUMNS as readonly TableColumn[]).includes(column)
const headersThat = (needed: boolean) =>
  COLUMNS.filter((column) => isNeeded(column) === needed).map((column) => TABLE_COLUMNS[column])
const WANTED = { needed: headersThat(true), others: headersThat(false), max_rows: TEXTS_MAX_ROWS }

/** Returns the caller's uploaded table; throws 422 for any other file. */
async function uploadedTable(ctx: Ctx, id: number): Promise<StoredFile> {
  const refused = (sentence: string) => invalid({ table_id: [sentence] })
  const file = await findFile(ctx.db, id)
  if (!file || !isFileOf(ctx.actor, file)) throw refused(FILE_NOT_FOUND)
  if (file.scan_status === 'quarantined') throw refused(notVirusFree(file.name))
  const complaint = textsTableComplaint(file)
  if (complaint) throw refused(complaint)
  return file
}

const textsOf = ({ number, cells }: NamedRow): TableTexts => ({
  number,
  cells: Object.fromEntries(
    COLUMNS.flatMap((column) => {
      const cell = cells[TABLE_COLUMNS[column]]
      return cell ? [[column, cell]] : []
    }),
  ),
})

/** Reads the rows of a stored table; throws 422 with one sentence for what is no table of texts. */
async function readRows({ services }: Ctx, file: StoredFile): Promise<TableTexts[]> {
  try {
    return (await listNamedRows(services, file.storage_key, WANTED)).map(textsOf)
  } catch (error) {
    throw isRefusal(error, 'no_import') ? invalid({ table_id: [error.message] }) : error
  }
}

const isGood = ({ fault }: SheetLine): boolean => fault === null

type TextsNow = ReadonlyMap<string, StoredTranslation>

function checked(file: StoredFile, rows: readonly TableTexts[], now: TextsNow): CheckedSheet {
  const texts = new Map([...now].map(([key, { translation }]) => [key, translation]))
  const { lines, unchanged } = judgeTable(rows, texts)
  const based = lines.filter(isGood).map(({ key }) => texts.get(key)?.seen)
  return {
    name: file.name,
    lines,
    unchanged,
    good: lines.filter(isGood).length,
    seen: fingerprint([file.sha256, lines, based]),
  }
}

/** Says what a table would change; nothing is written. */
export async function checkTable(ctx: Ctx, language: string, table_id: number): Promise<CheckedSheet> {
  requireAllowed(canReviewTexts(ctx.actor))
  const texts = await readTranslations(ctx.db, ctx.services.languages, language)
  const file = await uploadedTable(ctx, table_id)
  return checked(file, await readRows(ctx, file), new Map(texts.map((one) => [one.translation.key, one])))
}

/** Saves the rows without a fault, if they are as the caller has seen them; the tick of a row is the caller's review. */
export async function saveTable(
  ctx: Ctx,
  language: string,
  { table_id, seen }: SaveTableInput,
): Promise<Saved> {
  requireAllowed(canReviewTexts(ctx.actor))
  const file = await uploadedTable(ctx, table_id)
  const rows = await readRows(ctx, file)
  return changeSeveral(ctx, {
    language,
    choose: (now) => {
      const table = checked(file, rows, now)
      requireAllowed(areAsSeen(seen, table.seen))
      return table.lines.filter(isGood).flatMap(({ key, text, reviewed }): TextChange[] => {
        const of = now.get(key)?.translation
        if (!of) return []
        return [
          { key, text: text ?? of.text, reviewed: reviewed || (text === null && of.state === 'reviewed') },
        ]
      })
    },
    more: [
      { field: 'file', old: null, new: file.name },
      { field: 'file_sha256', old: null, new: file.sha256 },
    ],
  })
}
