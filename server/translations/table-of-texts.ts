import type { Readable } from 'node:stream'
import { formatDate } from '../../shared/lib/dates.ts'
import { partWords } from '../../shared/translations/part-words.ts'
import { TABLE_COLUMNS } from '../../shared/translations/table.rules.ts'
import type { Translation } from '../../shared/translations/translations.schema.ts'
import { type Sheet, textLook } from '../sheets/sheet.ts'
import { xlsxStream } from '../sheets/xlsx.ts'

const look = textLook
const { key, english, text, tick, seen } = TABLE_COLUMNS

const COLUMNS: Sheet['columns'] = [
  { label: key, width: 26, look },
  { label: 'Part', width: 22, look },
  { label: english, width: 60, look },
  { label: text, width: 60, look },
  // empty in every file: a tick is the review of the person who uploads it
  { label: tick, width: 12, look },
  { label: 'Reviewed by', width: 22, look },
  { label: 'On', width: 14, look },
  { label: 'Note', width: 50, look },
  { label: seen, width: 18, look },
]

function noteOf({ state, before, text: now, english: source, shipped }: Translation): string {
  if (before && before.english !== source)
    return `English has changed since. It was: ${before.english}\nIts translation was: ${before.text}`
  if (state === 'changed') return `The translation has changed since. It was: ${before?.text ?? ''}`
  return now === shipped ? '' : `Corrected by FMB. It came as: ${shipped}`
}

async function* rowsOf(texts: readonly Translation[]): AsyncGenerator<readonly string[]> {
  for (const one of texts) {
    const on = formatDate(one.reviewed_at)
    yield [
      one.key,
      partWords(one.part),
      one.english,
      one.text,
      '',
      one.reviewed_by ?? '',
      on,
      noteOf(one),
      one.seen,
    ]
  }
}

/** Writes all texts of a language as a table to translate, correct and tick. */
export const tableOfTexts = (language: string, texts: readonly Translation[]): Readable =>
  xlsxStream([
    {
      name: 'Texts',
      title: `Texts of the public pages and mails in English and ${language}. Change the column "${text}", and write x where you have reviewed it.`,
      columns: COLUMNS,
      rows: rowsOf(texts),
      paper: { wide: 2, repeated: 1 },
    },
  ])
