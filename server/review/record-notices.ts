import { plural } from '../../shared/lib/format.ts'
import { lineForm } from '../../shared/lib/text-form.ts'
import { chooseMailsAt, choiceWords } from '../../shared/users/mail-choice.ts'
import type { Mail } from '../mails/mail.ts'
import type { KindFacts } from './record.kind.ts'
import type { StepComments } from './review.queries.ts'

/** A notice about one record. Texts only, because a decision on many stores it until all its records are decided on. */
export type RecordNotice = {
  /** follows the code of the record, or the number of records: "waiting for your review" */
  subject: string
  /** `one` is a sentence about one record; `many` follows "3 SITES profiles" */
  one: string
  many: string
  /** what the reader should do with the record */
  advice: string | null
  noun: KindFacts['noun']
  code: string
  name: string
  /** the reviewer's comment */
  comment: string | null
  path: string
}

/** A notice with the mail address of its reader; stored as it is in the column `letters` of bulk_decision_rows. */
export type AddressedNotice = { to: string; letter: RecordNotice }

export const PLURAL_NOUNS: Record<KindFacts['noun'], string> = {
  'SITES profile': 'SITES profiles',
  'SITES activity': 'SITES activities',
}

const AT_ONCE = 'You receive this mail for each event.'

/** Returns a mail about records. Its end says why it was sent and where to change that; its headers have that link. */
export const recordMail = (
  to: string,
  subject: string,
  text: string,
  public_url: string,
  why = AT_ONCE,
): Mail => ({
  to,
  subject: lineForm(subject),
  text: `${text}\n${choiceWords(why, public_url)}`,
  choose: chooseMailsAt(public_url),
})

/** Quotes a comment, so that no line of it can pass for a line of the mail. */
const quoted = (comment: string): string =>
  comment
    .split(/\r?\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

/** Returns the comments of a return as one text, or null. */
export const commentText = ({ comment, comments = [] }: StepComments): string | null =>
  comment ??
  (comments
    .map(({ principle_number, comment: text }) => `Principle ${principle_number}: ${text}`)
    .join('\n\n') ||
    null)

const oneNoticeText = ({ code, name, comment }: RecordNotice): string[] => [
  lineForm(`${code}, ${name}`),
  ...(comment ? [quoted(comment)] : []),
]

/** Returns one mail about several notices of the same event. */
export function noticeMail(to: string, notices: readonly RecordNotice[], public_url: string): Mail {
  const [first] = notices
  if (!first) throw new Error('A mail is about at least one record.')
  const { subject, one, many, advice, noun, code, path } = first
  if (notices.length === 1) {
    const text = [advice ? `${one} ${advice}` : one, ...oneNoticeText(first), `${public_url}${path}\n`]
    return recordMail(to, `${code}: ${subject}`, text.join('\n\n'), public_url)
  }
  const count = plural(notices.length, noun, PLURAL_NOUNS[noun])
  const entries = notices.map((notice) =>
    [
      ...oneNoticeText(notice),
      ...(notice.advice ? [notice.advice] : []),
      `${public_url}${notice.path}\n`,
    ].join('\n'),
  )
  return recordMail(to, `${count}: ${subject}`, [`${count} ${many}\n`, ...entries].join('\n'), public_url)
}

/** Returns one mail per reader and subject for a decision on many, in the order of the records (S-140). */
export function combinedMails(addressed: readonly AddressedNotice[], public_url: string): Mail[] {
  const byReader = new Map<string, RecordNotice[]>()
  for (const { to, letter: notice } of addressed) {
    const key = `${notice.subject} ${to}`
    byReader.set(key, [...(byReader.get(key) ?? []), notice])
  }
  return [...byReader].map(([key, notices]) =>
    noticeMail(key.slice(key.lastIndexOf(' ') + 1), notices, public_url),
  )
}
