import { ALL_KINDS } from '../../shared/access/record-kinds.ts'
import { lineForm } from '../../shared/lib/text-form.ts'
import { lineOfPoint, type ListedPoint } from '../../shared/review/points.rules.ts'
import { countIn } from '../../shared/texts/counted.ts'
import type { TextKey } from '../../shared/texts/en.ts'
import type { ArgumentsOf, Translate } from '../../shared/texts/translate.ts'
import { keyOfOne, mail, type MailKey, type MailText, writerOf } from '../mails/compose.ts'
import type { Mail } from '../mails/mail.ts'
import type { MailServices } from '../mails/reader.ts'
import type { KindFacts, MailedRecord } from './record.kind.ts'
import type { StepComments } from './review.queries.ts'

/** What a notice about one record says. Texts only, because a decision on many stores it until all its records are decided on. */
export type NoticeText = {
  /** follows the code of the record, or the number of records: "waiting for your review" */
  subject: string
  /** `one` is a sentence about one record; `many` follows "3 SITES profiles" */
  one: string
  many: string
  /** what the reader should do with the record, or what is open in it */
  advice: string | null
  noun: KindFacts['noun']
  code: string
  name: string
  /** how many points the texts of the reviewer are, said in a mail about several records */
  counted?: string | null
  /** the texts of the reviewer */
  comment: string | null
  path: string
}

/** A notice in the language of its reader. */
export type RecordNotice = NoticeText & { language: string }

/** A notice with the mail address of its reader; stored as it is in the column `letters` of bulk_decision_rows. */
export type AddressedNotice = { to: string; letter: RecordNotice }

type Noun = KindFacts['noun']

/** the key of the word in the texts of mails */
const keyOf = (noun: Noun) =>
  `mails.${ALL_KINDS.find((kind) => kind.noun === noun)?.word ?? 'profile'}` as const

/** "SITES profile" */
export const nounIn = (t: Translate, noun: Noun): string => t(keyOf(noun))

/** "1 SITES profile", "3 SITES activities" */
export const recordsIn = (t: Translate, count: number, noun: Noun): string =>
  countIn(t, count, `${keyOf(noun)}_count_one`, `${keyOf(noun)}_count`)

type NoticeOptions<One> = Pick<NoticeText, 'path'> &
  Partial<Pick<NoticeText, 'advice' | 'counted' | 'comment'>> & { one?: One; many?: MailText }

/**
 * Returns a notice about a record: `key` names its subject and its texts, which `one` and `many` replace. Texts may name
 * the record as "SITES profile".
 */
export function noticeIn<Key extends MailKey, One extends MailText = Extract<TextKey, `mails.${Key}`>>(
  t: Translate,
  { noun }: Pick<KindFacts, 'noun'>,
  { code, name_of_partner: name }: Pick<MailedRecord, 'code' | 'name_of_partner'>,
  key: Key,
  values: Omit<Record<ArgumentsOf<`mails.${Key}_subject` | One>, string>, 'record'>,
  { one, many, path, advice = null, counted = null, comment = null }: NoticeOptions<One>,
): NoticeText {
  const write = writerOf(t, { ...values, record: nounIn(t, noun) })
  const text = `mails.${key}` as MailText
  return {
    subject: write(`mails.${key}_subject`),
    one: write(one ?? keyOfOne(text)),
    many: write(many ?? text),
    advice,
    noun,
    code,
    name,
    counted,
    comment,
    path,
  }
}

/** Quotes a comment, so that no line of it can pass for a line of the mail. */
const quoted = (comment: string): string =>
  comment
    .split(/\r?\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

/** Returns all texts of a return as one: the typed comments, then its points; null without any. */
export const returnText = (
  t: Translate,
  { comment, comments = [] }: StepComments,
  points: readonly ListedPoint[],
): string | null =>
  [
    ...(comment ? [comment] : []),
    ...comments.map(
      ({ principle_number: number, comment: text }) => `${t('mails.principle', { number })}: ${text}`,
    ),
    ...points.map(lineOfPoint),
  ].join('\n\n') || null

const oneNoticeText = ({ code, name, comment }: RecordNotice, counted?: string | null): string[] => [
  lineForm(`${code}, ${name}`),
  ...(counted ? [counted] : []),
  ...(comment ? [quoted(comment)] : []),
]

/** Returns one mail about several notices of the same event. */
export function noticeMail(to: string, notices: readonly RecordNotice[], services: MailServices): Mail {
  const [first] = notices
  if (!first) throw new Error('A mail is about at least one record.')
  const { public_url } = services.config
  const { language, subject, one, many: what, advice, noun, code, path } = first
  const reader = { email: to, language }
  if (notices.length === 1)
    return mail(
      services,
      reader,
      'records',
      { records: code, subject },
      {
        kind: 'record',
        paragraphs: [
          { words: advice ? `${one} ${advice}` : one },
          ...oneNoticeText(first).map((words) => ({ words })),
          { link: path },
        ],
      },
    )
  const records = (t: Translate) => recordsIn(t, notices.length, noun)
  const entries = notices.map((notice) =>
    [
      ...oneNoticeText(notice, notice.counted),
      ...(notice.advice ? [notice.advice] : []),
      `${public_url}${notice.path}`,
    ].join('\n'),
  )
  return mail(
    services,
    reader,
    'records',
    { records, subject, what },
    { kind: 'record', paragraphs: ['mails.many', ...entries.map((words) => ({ words }))] },
  )
}

/** Returns one mail per reader and subject for a decision on many, in the order of the records (S-140). */
export function combinedMails(addressed: readonly AddressedNotice[], services: MailServices): Mail[] {
  const byReader = new Map<string, RecordNotice[]>()
  for (const { to, letter: notice } of addressed) {
    const key = `${notice.subject} ${to}`
    byReader.set(key, [...(byReader.get(key) ?? []), notice])
  }
  return [...byReader].map(([key, notices]) =>
    noticeMail(key.slice(key.lastIndexOf(' ') + 1), notices, services),
  )
}
