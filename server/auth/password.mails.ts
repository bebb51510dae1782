import { RESET_LINK_MINUTES } from '../../shared/auth/auth.schema.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { mail } from '../mails/compose.ts'
import { type Mail, queueMail } from '../mails/mail.ts'
import type { MailServices, Reader } from '../mails/reader.ts'
import { GUESSED_FAILURES } from './throttle.ts'

type Person = Reader & { first_name: string }

/** Notifies the owner of an account that its password was changed, by themselves or not (S-133). */
export const mailPasswordChanged = (services: Services, db: Db, owner: Person): Promise<void> =>
  queueMail(
    db,
    mail(
      services,
      owner,
      'password_changed',
      { at: services.now(), bureau: services.config.bureau_name },
      {
        paragraphs: ['mails.password_changed', 'mails.password_not_you', { link: '/forgot-password' }],
      },
    ),
  )

/** Mails the link with which a person sets a password that they have forgotten. */
export const mailForgottenPassword = (
  services: MailServices,
  db: Db,
  person: Person,
  link: string,
): Promise<void> =>
  queueMail(
    db,
    mail(
      services,
      person,
      'reset_password',
      { minutes: RESET_LINK_MINUTES },
      { paragraphs: ['mails.reset_password', { link }, 'mails.reset_password_ignore'] },
    ),
  )

/** Returns the mail to the owner of an account whose password is being guessed (S-132). */
export const guessedMail = (services: MailServices, owner: Person): Mail =>
  mail(
    services,
    owner,
    'guessed',
    { count: GUESSED_FAILURES },
    {
      paragraphs: [
        ['mails.guessed', 'mails.guessed_slower'],
        'mails.guessed_change',
        { link: '/change-password' },
        'mails.once_a_day',
      ],
    },
  )

/** Returns the mail about it to an administrator who may reset that password. */
export const guessedAccountMail = (
  services: MailServices,
  administrator: Person,
  { name: person, email }: { name: string; email: string },
): Mail =>
  mail(
    services,
    administrator,
    'guessed_account',
    { person, email, count: GUESSED_FAILURES },
    {
      paragraphs: [
        ['mails.guessed_account', 'mails.guessed_slower'],
        'mails.guessed_account_ask',
        { link: '/users' },
        'mails.once_a_day_each',
      ],
    },
  )
