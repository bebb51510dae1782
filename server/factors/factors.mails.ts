import type { Actor } from '../../shared/access/actor.ts'
import type { FactorKind } from '../../shared/factors/codes.ts'
import type { PlainKey, Translate } from '../../shared/texts/translate.ts'
import { listResetters } from '../auth/auth.queries.ts'
import { GUESSED_CODES, MOST_WRONG_CODES } from '../auth/throttle.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { mail } from '../mails/compose.ts'
import { queueMail, queueMails } from '../mails/mail.ts'
import type { MailServices, Reader } from '../mails/reader.ts'
import { listFmbAdministrators } from '../users/administrators.queries.ts'

type Person = Reader & { first_name: string }
type FactorServices = Pick<Services, 'config' | 'now' | 'languages' | 'readDb'>
/** a kind of factor, with the name that the person has given it */
type NamedFactor = { kind: FactorKind; name?: string | undefined }

const FACTORS: Record<FactorKind, PlainKey> = {
  app: 'mails.factor_app',
  passkey: 'mails.factor_passkey',
  sheet: 'mails.factor_sheet',
}
const factorIn =
  ({ kind, name }: NamedFactor) =>
  (t: Translate): string =>
    name ? `${t(FACTORS[kind])} "${name}"` : t(FACTORS[kind])

const whenAndWhere = ({ now, config }: FactorServices) => ({ at: now(), bureau: config.bureau_name })

/** Notifies a person that a second factor of theirs counts from now on. */
export function mailFactorAdded(services: FactorServices, db: Db, person: Person, factor: NamedFactor) {
  const values = { ...whenAndWhere(services), factor: factorIn(factor) }
  return queueMail(db, mail(services, person, 'factor_added', values, { kind: 'own_account' }))
}

/** Notifies a person that a second factor of theirs was removed. */
export function mailFactorRemoved(services: FactorServices, db: Db, person: Person, factor: NamedFactor) {
  const values = { ...whenAndWhere(services), factor: factorIn(factor) }
  return queueMail(db, mail(services, person, 'factor_removed', values, { kind: 'own_account' }))
}

/** Notifies a person that new codes on paper were made and older ones no longer work. */
export function mailCodesMade(services: FactorServices, db: Db, person: Person, count: number) {
  const values = { ...whenAndWhere(services), count }
  return queueMail(db, mail(services, person, 'codes_made', values, { kind: 'own_account' }))
}

/** Notifies a person that few codes of their sheet are left, while there is time to print another one. */
export function mailFewCodesLeft(services: FactorServices, db: Db, person: Person, count: number) {
  const values = { bureau: services.config.bureau_name, count }
  return queueMail(db, mail(services, person, 'few_codes', values, { link: '/my-sign-in' }))
}

/** Notifies a person of a login from a network and a device that were both not used before. */
export function mailNewDevice(
  services: FactorServices,
  db: Db,
  person: Person,
  { device, network_address: network }: { device: string; network_address: string },
) {
  const used = (t: Translate) =>
    `${t('mails.new_device_device', { device })}\n${t('mails.new_device_network', { network })}`
  return queueMail(
    db,
    mail(services, person, 'new_device', whenAndWhere(services), {
      kind: 'own_account',
      paragraphs: ['mails.new_device', used, 'mails.new_device_you'],
    }),
  )
}

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
  const { name: person, email } = owner
  const count = isLocked ? MOST_WRONG_CODES : GUESSED_CODES
  const toOwner = mail(
    services,
    owner,
    'codes',
    { count },
    {
      paragraphs: [
        isLocked ? 'mails.codes_locked' : ['mails.codes', 'mails.codes_slower'],
        'mails.codes_change',
        { link: '/change-password' },
        isLocked ? null : 'mails.once_a_day',
      ],
    },
  )
  const toAdministrators = (await listResetters(db, owner)).map((administrator) =>
    mail(
      services,
      administrator,
      'codes_account',
      { count, person, email },
      {
        paragraphs: [
          isLocked ? 'mails.codes_account_locked' : ['mails.codes_account', 'mails.codes_slower'],
          'mails.codes_account_ask',
          { link: '/users' },
          ['mails.codes_account_log', isLocked ? null : 'mails.once_a_day_each'],
        ],
      },
    ),
  )
  await queueMails(db, [toOwner, ...toAdministrators])
}

/** Reports a login with the break-glass account to every administrator of FMB. */
export async function mailBreakGlassUsed(
  services: FactorServices,
  db: Db,
  { email, network }: { email: string; network: string },
): Promise<void> {
  const values = { at: services.now(), email, network }
  const mails = (await listFmbAdministrators(db)).map((administrator) =>
    mail(services, administrator, 'break_glass', values, {
      paragraphs: [
        'mails.break_glass',
        'mails.break_glass_unexpected',
        { link: '/audit-logs' },
        'mails.break_glass_spent',
      ],
    }),
  )
  await queueMails(db, mails)
}
