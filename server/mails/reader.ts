import type { Level } from '../../shared/access/levels.ts'
import { screenAt } from '../../shared/access/screens.ts'
import { prefixOf, SOURCE } from '../../shared/texts/languages.ts'
import { type PlainKey, type Translate, translator } from '../../shared/texts/translate.ts'
import { countIn } from '../../shared/texts/counted.ts'
import type { Config } from '../lib/config.ts'
import type { Db } from '../database/db.ts'
import type { Services } from '../context/context.ts'
import { isUnofficial, knownTexts } from '../texts/running-texts.ts'

type TextServices = Pick<Services, 'readDb' | 'languages'>

/** the parts of the messages that a mail consists of */
const PARTS = ['common', 'mails']

/** Who a mail goes to. Without a language of their own, or with one that was removed since, they read English. */
export type Reader = { email: string; language?: string | undefined }

export type MailServices = { config: Pick<Config, 'public_url'> } & TextServices

/** The language of a mail: its code, its name in itself, what writes in it, and whether FMB has not reviewed a text of it. */
export type MailLanguage = { code: string; name: string; t: Translate; unofficial: boolean }

/** Returns the language in which a person reads mails. */
export function languageOf(
  services: TextServices,
  { language = SOURCE }: Pick<Reader, 'language'>,
): MailLanguage {
  const { languages } = services
  const code = Object.hasOwn(languages, language) ? language : SOURCE
  const { name } = languages[code] ?? languages[SOURCE]
  const running = knownTexts(services, code)
  return { code, name, t: translator(running.texts), unofficial: isUnofficial(running, PARTS) }
}

/** The address of a page: of a public one, with the sign-in pages, in this language. Any other address is returned as it is. */
export function addressIn(public_url: string, code: string, path: string): string {
  if (!path.startsWith('/')) return path
  const { pathname } = new URL(path, public_url)
  return `${public_url}${screenAt(pathname)?.entry === 'public' ? prefixOf(code) : ''}${path}`
}

const LEVELS: Record<Level, PlainKey> = {
  PENRO: 'mails.level_penro',
  Region: 'mails.level_region',
  FMB: 'mails.level_fmb',
}
export const levelIn = (t: Translate, level: Level): string => t(LEVELS[level])

/** "less than a day", "1 day", "12 days" */
export const daysIn = (t: Translate, days: number): string =>
  days < 1 ? t('mails.less_than_a_day') : countIn(t, days, 'mails.days_one', 'mails.days')

const languageQuery = (db: Db, user_id: number) =>
  db.selectFrom('users').select('users.language').where('users.id', '=', user_id)

/** Returns the language that a person has chosen for mails; there is a person with this id. */
export const findLanguage = async (db: Db, user_id: number): Promise<string> =>
  (await languageQuery(db, user_id).executeTakeFirstOrThrow()).language

/** The same, with the person locked until the transaction ends. */
export const lockLanguage = async (db: Db, user_id: number): Promise<string> =>
  (await languageQuery(db, user_id).forUpdate().executeTakeFirstOrThrow()).language
