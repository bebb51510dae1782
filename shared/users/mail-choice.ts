/** Mails about records: each at once, one a day or a week with what waits, or none (S-117). Mails about an account always leave. */
export const MAIL_CHOICES = ['each', 'daily', 'weekly', 'off'] as const
export type MailChoice = (typeof MAIL_CHOICES)[number]

export const MAIL_CHOICE_WORDS: Record<MailChoice, string> = {
  each: 'A mail for each record, at once',
  daily: 'One mail a day, with all pending records',
  weekly: 'One mail a week, with how long records wait at each level and office',
  off: 'No mails about records',
}

/** Where a person chooses: any page opens the own profile by this (000 §2). */
const CHOOSE = '/dashboard?openProfile=true'

/** The address at which a person chooses, once signed in. */
export const chooseMailsAt = (public_url: string): string => `${public_url}${CHOOSE}`

/** The last lines of every mail about records: what brings it, and where another choice is made. */
export const choiceWords = (why: string, public_url: string): string =>
  `${why} You can choose other mails, or none, in "View Profile": ${chooseMailsAt(public_url)}\n`

/** What a person gets: the own choice or, without one, the bureau's. */
export const mailChoiceOf = (own: MailChoice | null, bureau: MailChoice): MailChoice => own ?? bureau

/**
 * Whether a mail about a record leaves at once. What was decided about a person's own record does unless mails are off;
 * what waits for a review waits for the day's or the week's mail of those who chose that.
 */
export const isMailedAtOnce = (choice: MailChoice, isOwnRecord: boolean): boolean =>
  choice === 'each' || (choice !== 'off' && isOwnRecord)
