import { RESET_LINK_MINUTES } from '../../shared/auth/auth.schema.ts'
import { dateTimeIn } from '../../shared/texts/times.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { prefixOf } from '../http/page-language.ts'
import { type Mail, queueMail } from '../mails/mail.ts'
import { letterOf, type MailServices, mailTo, type Reader } from '../mails/reader.ts'
import { GUESSED_FAILURES } from './throttle.ts'

type Person = Reader & { first_name: string }

/** Notifies the owner of an account that its password was changed, by themselves or not (S-133). */
export const mailPasswordChanged = (services: Services, db: Db, owner: Person): Promise<void> => {
  const { config, now } = services
  const mail = mailTo(services, owner, ({ t, code }) => ({
    subject: t('mails.password_changed_subject'),
    text: letterOf(
      t('mails.hello', { name: owner.first_name }),
      t('mails.password_changed', { bureau: config.bureau_name, at: dateTimeIn(t, now().toISOString()) }),
      t('mails.password_not_you'),
      `${config.public_url}${prefixOf(code)}/forgot-password`,
    ),
  }))
  return queueMail(db, mail)
}

/** Mails the link with which a person sets a password that they have forgotten. */
export const mailForgottenPassword = (
  services: MailServices,
  db: Db,
  person: Person,
  link: string,
): Promise<void> =>
  queueMail(
    db,
    mailTo(services, person, ({ t }) => ({
      subject: t('mails.reset_password_subject'),
      text: letterOf(
        t('mails.hello', { name: person.first_name }),
        t('mails.reset_password', { minutes: RESET_LINK_MINUTES }),
        link,
        t('mails.reset_password_ignore'),
      ),
    })),
  )

/** Returns the mail to the owner of an account whose password is being guessed (S-132). */
export const guessedMail = (services: MailServices, owner: Person): Mail =>
  mailTo(services, owner, ({ t, code }) => ({
    subject: t('mails.guessed_subject'),
    text: letterOf(
      t('mails.hello', { name: owner.first_name }),
      `${t('mails.guessed', { count: GUESSED_FAILURES })} ${t('mails.guessed_slower')}`,
      t('mails.guessed_change'),
      `${services.config.public_url}${prefixOf(code)}/change-password`,
      t('mails.once_a_day'),
    ),
  }))

/** Returns the mail about it to an administrator who may reset that password. */
export const guessedAccountMail = (
  services: MailServices,
  administrator: Person,
  { name: person, email }: { name: string; email: string },
): Mail =>
  mailTo(services, administrator, ({ t }) => ({
    subject: t('mails.guessed_account_subject', { person }),
    text: letterOf(
      t('mails.hello', { name: administrator.first_name }),
      `${t('mails.guessed_account', { count: GUESSED_FAILURES, person, email })} ${t('mails.guessed_slower')}`,
      t('mails.guessed_account_ask', { person }),
      `${services.config.public_url}/users`,
      t('mails.once_a_day_each'),
    ),
  }))
