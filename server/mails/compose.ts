import { formatCount } from '../../shared/lib/format.ts'
import { lineForm } from '../../shared/lib/text-form.ts'
import { EN, type TextKey } from '../../shared/texts/en.ts'
import { dateTimeIn } from '../../shared/texts/times.ts'
import type { ArgumentsOf, PlainKey, Translate } from '../../shared/texts/translate.ts'
import { chooseMailsAt, choiceWords } from '../../shared/users/mail-choice.ts'
import type { Mail } from './mail.ts'
import { addressIn, languageOf, type MailLanguage, type MailServices, type Reader } from './reader.ts'

/** The keys of mails: `factor_added`, whose subject is `mails.factor_added_subject`. */
export type MailKey = { [Key in TextKey]: Key extends `mails.${infer Name}_subject` ? Name : never }[TextKey]
export type MailText = Extract<TextKey, `mails.${string}`>

/** A path of the product, whose public pages are in the reader's language, or a whole address. */
type Link = { link: string }
/** What fills an argument: a moment is written in the time of Manila, a function returns words in the reader's language. */
type Value = string | number | Date | Link | ((t: Translate) => string)
type Values<Key extends TextKey> = Record<ArgumentsOf<Key>, Value> & { count?: number }

/** A text, several texts in one paragraph, an address, or words without a key; null is left out. */
type Paragraph =
  | MailText
  | readonly (MailText | null)[]
  | Link
  | { words: string }
  | ((t: Translate) => string)
  | null
type TextsIn<One> = One extends MailText
  ? One
  : One extends readonly (infer Text)[]
    ? Extract<Text, MailText>
    : never

type Kind = { greets: boolean; asksWhetherYou: boolean; why: PlainKey | null }

const KINDS = {
  /** about the reader's account, or to those who are responsible for something */
  account: { greets: true, asksWhetherYou: false, why: null },
  /** about something that was done with the reader's account; says how to answer if another person did it */
  own_account: { greets: true, asksWhetherYou: true, why: null },
  // those with a reason can be turned off by their reader
  record: { greets: false, asksWhetherYou: false, why: 'mails.why_each' },
  daily: { greets: true, asksWhetherYou: false, why: 'mails.why_daily' },
  weekly: { greets: true, asksWhetherYou: false, why: 'mails.why_weekly' },
  expiring: { greets: false, asksWhetherYou: false, why: 'mails.why_expiring' },
  found: { greets: false, asksWhetherYou: false, why: 'mails.why_found' },
} as const satisfies Record<string, Kind>

type MailKind = keyof typeof KINDS
type ReaderOf<Of extends MailKind> = (typeof KINDS)[Of]['greets'] extends true
  ? Reader & { first_name: string }
  : Reader

type Options<Paragraphs, Of> = {
  /** by default, about the account */
  kind?: Of
  /** by default, the text of the key, then the link */
  paragraphs?: Paragraphs
  link?: string
}

/** The key of the text about one thing, where there is one. */
export const keyOfOne = (key: TextKey): TextKey =>
  Object.hasOwn(EN, `${key}_one`) ? (`${key}_one` as TextKey) : key

/** Returns what writes any text with these words, of which a text may not need all. */
export const writerOf =
  (t: Translate, words: Record<string, string>) =>
  (key: TextKey): string =>
    (t as (key: TextKey, words: Record<string, string>) => string)(key, words)

const wordsIn =
  ({ code, t }: MailLanguage, public_url: string) =>
  (value: Value): string => {
    if (typeof value === 'function') return value(t)
    if (value instanceof Date) return dateTimeIn(t, value.toISOString())
    if (typeof value === 'object') return addressIn(public_url, code, value.link)
    return typeof value === 'number' ? formatCount(value) : value
  }

function paragraphIn(
  paragraph: Paragraph,
  text: (key: MailText) => string,
  words: (value: Value) => string,
): string[] {
  if (paragraph === null) return []
  if (typeof paragraph === 'string') return [text(paragraph)]
  if (typeof paragraph === 'function' || 'link' in paragraph) return [words(paragraph)]
  if ('words' in paragraph) return [paragraph.words]
  const keys = paragraph.filter((key) => key !== null)
  return [keys.map(text).join(' ')]
}

/**
 * Returns a mail in the language of its reader. `key` names its subject and its first text; `values` fill the arguments of
 * all its texts, which are those about one thing where `count` is 1. The kind adds the greeting, what to do if it was another
 * person, and to an optional mail why it was sent and where to turn it off. A mail in a language that FMB has not reviewed
 * says so (decision 13).
 */
export function mail<
  Key extends MailKey,
  const Paragraphs extends readonly Paragraph[] = readonly [Extract<TextKey, `mails.${Key}`>],
  Of extends MailKind = 'account',
>(
  services: MailServices,
  reader: ReaderOf<Of>,
  key: Key,
  values: Values<`mails.${Key}_subject` | TextsIn<Paragraphs[number]>>,
  { kind, link, paragraphs }: Options<Paragraphs, Of> = {},
): Mail {
  const { public_url } = services.config
  const language = languageOf(services, reader)
  const { t, unofficial } = language
  const words = wordsIn(language, public_url)
  const filled = Object.entries<Value>(values).map(([name, value]) => [name, words(value)])
  const write = writerOf(t, Object.fromEntries(filled))
  const text = (one: TextKey): string => write(values.count === 1 ? keyOfOne(one) : one)
  const { greets, asksWhetherYou, why }: Kind = KINDS[kind ?? 'account']
  const usual: readonly Paragraph[] = [`mails.${key}` as MailText, link === undefined ? null : { link }]
  const letter = [
    ...(greets ? [t('mails.hello', { name: (reader as ReaderOf<'account'>).first_name })] : []),
    ...(paragraphs ?? usual).flatMap((paragraph) => paragraphIn(paragraph, text, words)),
    ...(asksWhetherYou ? [t('mails.not_you'), words({ link: '/forgot-password' })] : []),
  ]
  const endings = [
    ...(why ? [choiceWords(t, t(why), public_url)] : []),
    ...(unofficial ? [`${t('mails.unofficial')}\n`] : []),
  ]
  return {
    to: reader.email,
    subject: lineForm(text(`mails.${key}_subject`)),
    text: [`${letter.join('\n\n')}\n`, ...endings].join('\n'),
    ...(why ? { choose: chooseMailsAt(public_url) } : {}),
  }
}
