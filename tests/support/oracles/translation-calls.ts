import { sql } from 'kysely'
import { partSeen } from '../../../server/translations/translations.queries.ts'
import { OFFICIAL_KEYS } from '../../../shared/texts/official-words.ts'
import type { TestApp } from '../product/app.ts'
import { upload } from '../records/factories.ts'
import { textNowOf, textsNow, textsTable } from '../records/texts.ts'
import type { CallBuilder } from './authorization-calls.ts'

const KEY = 'common.close'

/** The requests of the review of translations. Each of these people has uploaded a table that reviews one text. */
export async function translationCallsOf(
  t: TestApp,
  personOf: (caller: Parameters<CallBuilder>[1]) => string | null,
  uploaders: readonly string[],
): Promise<Record<string, CallBuilder>> {
  const { english, text } = await textNowOf(t, KEY)
  const bytes = textsTable([[KEY, english, text, 'x']])
  const tables = new Map<string | null, number>()
  for (const name of uploaders) tables.set(name, await upload(await t.as(name), 'table', 'texts.xlsx', bytes))
  // a change of an official word that waits for another person, and one of each person's own
  const waiting = OFFICIAL_KEYS[0] ?? ''
  const ownKeys = new Map(uploaders.map((name, at) => [name, OFFICIAL_KEYS[at + 1] ?? waiting]))
  for (const [name, key] of new Map([['laguna.encoder', waiting], ...ownKeys]))
    await sql`insert into text_proposals (language, key, english, text, reviewed, proposed_by, proposed_at)
      values ('fil', ${key}, ${(await textNowOf(t, key)).english}, ${`Bago ${key}`}, true, ${await t.userId(name)}, now())`.execute(
      t.db,
    )
  const ofProposal = async (key: string, step: 'confirm' | 'take-back') => ({
    url: `/translations/fil/texts/${key}/${step}`,
    payload: { seen: (await textNowOf(t, key)).seen },
  })
  const read =
    (url: string): CallBuilder =>
    () => ({ url })
  /** every change is one again */
  const anew = async () => {
    await sql`delete from text_reviews`.execute(t.db)
    return textNowOf(t, KEY)
  }
  const tableOf = (caller: Parameters<CallBuilder>[1]) => tables.get(personOf(caller)) ?? 1
  return {
    'GET /translations': read('/translations'),
    'GET /translations/:language': read('/translations/fil'),
    'GET /translations/:language/texts/:key': read(`/translations/fil/texts/${KEY}`),
    'GET /translations/:language/table': read('/translations/fil/table'),
    'PATCH /translations/:language/texts/:key': async () => {
      const { seen } = await anew()
      return { url: `/translations/fil/texts/${KEY}`, payload: { text: 'Sara', reviewed: true, seen } }
    },
    'POST /translations/:language/texts/:key/confirm': () => ofProposal(waiting, 'confirm'),
    'POST /translations/:language/texts/:key/take-back': (_aim, caller) =>
      ofProposal(ownKeys.get(personOf(caller) ?? '') ?? waiting, 'take-back'),
    'POST /translations/:language/review': async () => {
      const { key, seen } = await anew()
      return { url: '/translations/fil/review', payload: { reviewed: true, texts: [{ key, seen }] } }
    },
    'POST /translations/:language/review-part': async () => {
      await anew()
      const part = 'trouble'
      const seen = partSeen((await textsNow(t)).filter((one) => one.part === part))
      return { url: '/translations/fil/review-part', payload: { part, seen } }
    },
    'POST /translations/:language/table/check': (_aim, caller) => ({
      url: '/translations/fil/table/check',
      payload: { table_id: tableOf(caller) },
    }),
    'POST /translations/:language/table': async (_aim, caller) => {
      await anew()
      const table_id = tableOf(caller)
      const by = await t.as(personOf(caller))
      const checked = (await by.post('/translations/fil/table/check', { table_id })).json()
      return {
        url: '/translations/fil/table',
        payload: { table_id, seen: checked.table?.seen ?? 'not checked' },
      }
    },
  }
}
