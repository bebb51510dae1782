import { plural } from '../../shared/lib/format.ts'
import { lineForm } from '../../shared/lib/text-form.ts'
import { chooseMailsAt, choiceWords } from '../../shared/users/mail-choice.ts'
import type { Mail } from '../mails/mail.ts'
import type { KindFacts } from './record.kind.ts'
import type { StepComments } from './review.queries.ts'

/** A notice to a person about one record. Plain texts, because it may be kept until others of the same decision join it. */
export type RecordNotice = {
  /** what follows the code of the record, or the number of records: "waiting for your review" */
  subject: string
  /** the sentence about one record, and what follows "3 SITES profiles" about several */
  one: string
  many: string
  /** what the reader is asked to do with each */
  advice: string | null
  noun: KindFacts['noun']
  code: string
  name: string
  /** what a reviewer wrote */
  comment: string | null
  path: string
}

/** A letter and who gets it. */
export type AddressedNotice = { to: string; letter: RecordNotice }

/** Several records of a kind. */
export const PLURAL_NOUNS: Record<KindFacts['noun'], string> = {
  'SITES profile': 'SITES profiles',
  'SITES activity': 'SITES activities',
}

const AT_ONCE = 'You receive this mail for each event.'

/** A mail about records: ends with what brings it and where another choice is made, which its headers say as well. */
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

/** The words of another user, marked so that none of their lines reads as one of the mail's own. */
const quoted = (comment: string): string =>
  comment
    .split(/\r?\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

/** The comments of a return, as one text. */
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

/** One mail for one reader, about the records of these letters, which are all about the same kind of event. */
export function noticeMail(to: string, letters: readonly RecordNotice[], public_url: string): Mail {
  const [first] = letters
  if (!first) throw new Error('A mail is about at least one record.')
  const { subject, one, many, advice, noun, code, path } = first
  if (letters.length === 1) {
    const text = [advice ? `${one} ${advice}` : one, ...oneNoticeText(first), `${public_url}${path}\n`]
    return recordMail(to, `${code}: ${subject}`, text.join('\n\n'), public_url)
  }
  const count = plural(letters.length, noun, PLURAL_NOUNS[noun])
  const entries = letters.map((letter) =>
    [
      ...oneNoticeText(letter),
      ...(letter.advice ? [letter.advice] : []),
      `${public_url}${letter.path}\n`,
    ].join('\n'),
  )
  return recordMail(to, `${count}: ${subject}`, [`${count} ${many}\n`, ...entries].join('\n'), public_url)
}

/** One mail per reader for all that was decided together, in the order of the records (S-140). */
export function combinedMails(addressed: readonly AddressedNotice[], public_url: string): Mail[] {
  const byReader = new Map<string, RecordNotice[]>()
  for (const { to, letter } of addressed) {
    const key = `${letter.subject} ${to}`
    byReader.set(key, [...(byReader.get(key) ?? []), letter])
  }
  return [...byReader].map(([key, letters]) =>
    noticeMail(key.slice(key.lastIndexOf(' ') + 1), letters, public_url),
  )
}
