import type { Actor } from '../../shared/access/actor.ts'
import type { FactorKind } from '../../shared/factors/codes.ts'
import type { PlainKey } from '../../shared/texts/translate.ts'
import { dateTimeIn } from '../../shared/texts/times.ts'
import { listResetters } from '../auth/auth.queries.ts'
import { GUESSED_CODES, MOST_WRONG_CODES } from '../auth/throttle.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { prefixOf } from '../http/page-language.ts'
import { queueMail, queueMails } from '../mails/mail.ts'
import { letterOf, type MailLanguage, type MailServices, mailTo, type Reader } from '../mails/reader.ts'

type Person = Reader & { first_name: string }
type FactorServices = Pick<Services, 'config' | 'now' | 'languages' | 'readDb'>
/** a kind of factor, with the name that the person has given it */
type NamedFactor = { kind: FactorKind; name?: string | undefined }

type Facts = { at: string; bureau: string; page: (path: string) => string }
type Words = (t: MailLanguage['t'], facts: Facts) => { subject: string; paragraphs: readonly string[] }

/** Queues a mail to the owner of an account; `page` is the address of a page in their language. */
const mailOwner = ({ config, now, ...services }: FactorServices, db: Db, owner: Person, words: Words) =>
  queueMail(
    db,
    mailTo(services, owner, ({ t, code }) => {
      const { subject, paragraphs } = words(t, {
        at: dateTimeIn(t, now().toISOString()),
        bureau: config.bureau_name,
        page: (path) => `${config.public_url}${prefixOf(code)}${path}`,
      })
      return { subject, text: letterOf(t('mails.hello', { name: owner.first_name }), ...paragraphs) }
    }),
  )

/** How the owner answers to something that they have not done: a new password ends every session. */
const notYou = (t: MailLanguage['t'], { page }: Facts) => [t('mails.not_you'), page('/forgot-password')]

const FACTORS: Record<FactorKind, PlainKey> = {
  app: 'mails.factor_app',
  passkey: 'mails.factor_passkey',
  sheet: 'mails.factor_sheet',
}
const factorIn = (t: MailLanguage['t'], { kind, name }: NamedFactor): string =>
  name ? `${t(FACTORS[kind])} "${name}"` : t(FACTORS[kind])

/** Notifies a person that a second factor of theirs counts from now on. */
export const mailFactorAdded = (services: FactorServices, db: Db, person: Person, factor: NamedFactor) =>
  mailOwner(services, db, person, (t, facts) => ({
    subject: t('mails.factor_added_subject'),
    paragraphs: [t('mails.factor_added', { ...facts, factor: factorIn(t, factor) }), ...notYou(t, facts)],
  }))

/** Notifies a person that a second factor of theirs was removed. */
export const mailFactorRemoved = (services: FactorServices, db: Db, person: Person, factor: NamedFactor) =>
  mailOwner(services, db, person, (t, facts) => ({
    subject: t('mails.factor_removed_subject'),
    paragraphs: [t('mails.factor_removed', { ...facts, factor: factorIn(t, factor) }), ...notYou(t, facts)],
  }))

/** Notifies a person that new codes on paper were made and older ones no longer work. */
export const mailCodesMade = (services: FactorServices, db: Db, person: Person, count: number) =>
  mailOwner(services, db, person, (t, facts) => ({
    subject: t('mails.codes_made_subject'),
    paragraphs: [t('mails.codes_made', { ...facts, count }), ...notYou(t, facts)],
  }))

/** Notifies a person that few codes of their sheet are left, while there is time to print another one. */
export const mailFewCodesLeft = (services: FactorServices, db: Db, person: Person, count: number) =>
  mailOwner(services, db, person, (t, { bureau, page }) => ({
    subject: t('mails.few_codes_subject', { count }),
    paragraphs: [t('mails.few_codes', { bureau, count }), page('/my-sign-in')],
  }))

/** Notifies a person of a login from a network and a device that were both not used before. */
export const mailNewDevice = (
  services: FactorServices,
  db: Db,
  person: Person,
  { device, network_address: network }: { device: string; network_address: string },
) =>
  mailOwner(services, db, person, (t, facts) => ({
    subject: t('mails.new_device_subject'),
    paragraphs: [
      t('mails.new_device', facts),
      `${t('mails.new_device_device', { device })}\n${t('mails.new_device_network', { network })}`,
      t('mails.new_device_you'),
      ...notYou(t, facts),
    ],
  }))

/**
 * Notifies the owner of an account, and the administrators who may reset its password, that codes of the second step are
 * being guessed, and what follows: the password is known. `isLocked` when only a reset code is accepted from now on.
 */
export async function mailGuessedCodes(
  services: MailServices,
  db: Db,
  owner: Actor,
  { isLocked = false } = {},
): Promise<void> {
  const { public_url } = services.config
  const { name: person, email } = owner
  const count = isLocked ? MOST_WRONG_CODES : GUESSED_CODES
  const toOwner = mailTo(services, owner, ({ t, code }) => ({
    subject: t('mails.codes_subject'),
    text: letterOf(
      t('mails.hello', { name: owner.first_name }),
      isLocked
        ? t('mails.codes_locked', { count })
        : `${t('mails.codes', { count })} ${t('mails.codes_slower')}`,
      t('mails.codes_change'),
      `${public_url}${prefixOf(code)}/change-password`,
      ...(isLocked ? [] : [t('mails.once_a_day')]),
    ),
  }))
  const toAdministrators = (await listResetters(db, owner)).map((administrator) =>
    mailTo(services, administrator, ({ t }) => ({
      subject: t('mails.codes_account_subject', { person }),
      text: letterOf(
        t('mails.hello', { name: administrator.first_name }),
        isLocked
          ? t('mails.codes_account_locked', { count, person, email })
          : `${t('mails.codes_account', { count, person, email })} ${t('mails.codes_slower')}`,
        t('mails.codes_account_ask', { person }),
        `${public_url}/users`,
        isLocked
          ? t('mails.codes_account_log')
          : `${t('mails.codes_account_log')} ${t('mails.once_a_day_each')}`,
      ),
    })),
  )
  await queueMails(db, [toOwner, ...toAdministrators])
}
