/** Mails about records: each at once, one a day with what waits, or none (S-117). Mails about an account always leave. */
export const MAIL_CHOICES = ['each', 'daily', 'off'] as const
export type MailChoice = (typeof MAIL_CHOICES)[number]

export const MAIL_CHOICE_WORDS: Record<MailChoice, string> = {
  each: 'A mail for each record, at once',
  daily: 'One mail a day, with all that waits',
  off: 'No mails about records',
}

/** What a person gets: the own choice or, without one, the bureau's. */
export const mailChoiceOf = (own: MailChoice | null, bureau: MailChoice): MailChoice => own ?? bureau

/**
 * Whether a mail about a record leaves at once. What was decided about a person's own record does unless mails are off;
 * what waits for a review waits for the day's mail of those who chose that.
 */
export const isMailedAtOnce = (choice: MailChoice, isOwnRecord: boolean): boolean =>
  choice === 'each' || (choice === 'daily' && isOwnRecord)
