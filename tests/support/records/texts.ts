import { utils, write } from '@e965/xlsx'
import { expect } from 'vitest'
import { readTranslations } from '../../../server/translations/translations.queries.ts'
import type { CheckedSheet, Translation } from '../../../shared/translations/translations.schema.ts'
import type { Caller, TestApp } from '../product/app.ts'
import { upload } from './factories.ts'

/** The texts of a language as they are now. */
export const textsNow = async ({ db, services }: TestApp, language = 'fil'): Promise<Translation[]> =>
  (await readTranslations(db, services.languages, language)).map(({ translation }) => translation)

export async function textNowOf(t: TestApp, key: string): Promise<Translation> {
  const found = (await textsNow(t)).find((text) => text.key === key)
  if (!found) throw new Error(`There is no text ${key}.`)
  return found
}

/** The headers of a table of texts that is written by hand. */
const TEXT_HEADERS = ['Key', 'English', 'Translation', 'Reviewed: write x', 'Version'] as const

/** A table of texts, written by another library than the product's. */
export function textsTable(lines: readonly (readonly unknown[])[]): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([[...TEXT_HEADERS], ...lines.map((line) => [...line])]),
    'Texts',
  )
  return write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true }) as Buffer
}

/** Uploads a table and checks it. */
export async function checkedTable(
  caller: Caller,
  bytes: Buffer | string,
  name = 'texts.xlsx',
): Promise<{ table_id: number; table: CheckedSheet }> {
  const table_id = await upload(caller, 'table', name, bytes)
  const reply = await caller.post('/translations/fil/table/check', { table_id })
  expect(reply.statusCode, reply.body).toBe(200)
  return { table_id, table: reply.json().table }
}
