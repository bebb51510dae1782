import type { Translate } from '../texts/translate.ts'

/** Mails about records: each at once, a daily or weekly one, or none (S-117). Account mails are always sent. */
export const MAIL_CHOICES = ['each', 'daily', 'weekly', 'off'] as const
export type MailChoice = (typeof MAIL_CHOICES)[number]

export const MAIL_CHOICE_WORDS: Record<MailChoice, string> = {
  each: 'A mail for each record, at once',
  daily: 'One mail a day, with all pending records',
  weekly: 'One mail a week, with how long records wait at each level and office',
  off: 'No mails about records',
}

/** Any page with this parameter opens the user's own profile, where the choice is made (000 §2). */
const CHOOSE = '/dashboard?openProfile=true'

/** The URL where a person chooses, after login. */
export const chooseMailsAt = (public_url: string): string => `${public_url}${CHOOSE}`

/** The last lines of every mail about records: why it was sent, and where to change that. */
export const choiceWords = (t: Translate, why: string, public_url: string): string =>
  `${why} ${t('mails.choose', { address: chooseMailsAt(public_url) })}\n`

/** The person's choice, or the bureau's default. */
export const mailChoiceOf = (own: MailChoice | null, bureau: MailChoice): MailChoice => own ?? bureau

/**
 * Whether a mail about a record is sent at once. Decisions on a person's own record are, unless mails are off; pending
 * reviews wait for the daily or weekly mail of those who chose it.
 */
export const isMailedAtOnce = (choice: MailChoice, isOwnRecord: boolean): boolean =>
  choice === 'each' || (choice !== 'off' && isOwnRecord)
