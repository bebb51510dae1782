import type { Actor } from '../../shared/access/actor.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { listResetters } from '../auth/auth.queries.ts'
import { GUESSED_CODES } from '../auth/throttle.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { queueMail, queueMails } from '../mails/mail.ts'

type Person = { first_name: string; email: string }
type Told = Pick<Services, 'config' | 'now'>

const accountIn = ({ config }: Told) =>
  `your account in the REDD+ Safeguards Information System of the ${config.bureau_name}`

/** How the owner answers to something that they have not done: a new password ends every session. */
const notYou = ({ config }: Told) =>
  `If this was not you, please set a new password at once and tell your administrator:\n\n${config.public_url}/forgot-password\n`

/** Notifies a person that a second factor of theirs counts from now on. */
export const mailFactorAdded = (told: Told, db: Db, person: Person, factor: string): Promise<void> =>
  queueMail(db, {
    to: person.email,
    subject: 'A second factor was added to your account',
    text: `Hello ${person.first_name},\n\nOn ${formatDateTime(told.now().toISOString())} this second factor was added to ${accountIn(told)}: ${factor}. It is asked for when you log in.\n\n${notYou(told)}`,
  })

/** Notifies a person that a second factor of theirs was removed. */
export const mailFactorRemoved = (told: Told, db: Db, person: Person, factor: string): Promise<void> =>
  queueMail(db, {
    to: person.email,
    subject: 'A second factor was removed from your account',
    text: `Hello ${person.first_name},\n\nOn ${formatDateTime(told.now().toISOString())} this second factor was removed from ${accountIn(told)}: ${factor}. On your own computers you will be asked for the second step again.\n\n${notYou(told)}`,
  })

/** Notifies a person that new codes on paper were made and older ones no longer work. */
export const mailCodesMade = (told: Told, db: Db, person: Person, count: number): Promise<void> =>
  queueMail(db, {
    to: person.email,
    subject: 'New codes were made for your account',
    text: `Hello ${person.first_name},\n\nOn ${formatDateTime(told.now().toISOString())} a sheet of ${count} new codes was made for ${accountIn(told)}. The codes of an older sheet no longer work.\n\n${notYou(told)}`,
  })

/** Notifies a person that few codes of their sheet are left, while there is time to print another one. */
export const mailFewCodesLeft = (told: Told, db: Db, person: Person, left: number): Promise<void> =>
  queueMail(db, {
    to: person.email,
    subject: `Your code sheet has ${left} codes left`,
    text: `Hello ${person.first_name},\n\nThe code sheet of ${accountIn(told)} has ${left} codes left. Please make a new one before they are used up, because without a code you cannot log in:\n\n${told.config.public_url}/my-sign-in\n`,
  })

/** Notifies a person of a login from a network and a device that were both not used before. */
export const mailNewDevice = (
  told: Told,
  db: Db,
  person: Person,
  { device, network_address }: { device: string; network_address: string },
): Promise<void> =>
  queueMail(db, {
    to: person.email,
    subject: 'A login from a new device',
    text: `Hello ${person.first_name},\n\nOn ${formatDateTime(told.now().toISOString())} ${accountIn(told)} was used on a device and from a network that are new for it:\n\nDevice: ${device}\nNetwork: ${network_address}\n\nIf this was you, there is nothing to do.\n\n${notYou(told)}`,
  })

/**
 * Notifies the owner of an account, and the administrators who may reset its password, that codes of the second step are
 * being guessed, and what follows: the password is known.
 */
export async function mailGuessedCodes(
  { config }: Pick<Services, 'config'>,
  db: Db,
  owner: Actor,
): Promise<void> {
  const wrong = `At least ${GUESSED_CODES} wrong codes were entered`
  const slower = `For up to an hour, codes are accepted from the usual networks only.`
  const administrators = (await listResetters(db, owner)).map((administrator) => ({
    to: administrator.email,
    subject: `Wrong codes: ${owner.name}`,
    text: `Hello ${administrator.first_name},\n\n${wrong} for the account of ${owner.name} (${owner.email}) within an hour. Codes are asked for after the right password, so if these were not ${owner.name}'s own, another person knows the password. ${slower}\n\nPlease ask ${owner.name}. If another person is guessing, the password must be changed; you can send a new one from the user's profile:\n\n${config.public_url}/users\n\nThe log lists the attempts as "Second Step Failed". You receive this mail at most once a day for each account.\n`,
  }))
  await queueMails(db, [
    {
      to: owner.email,
      subject: 'Wrong codes for your account: change your password',
      text: `Hello ${owner.first_name},\n\n${wrong} for your account within an hour. Codes are asked for after the right password, so if these were not your own, another person knows your password. Your second factor has kept them out until now. ${slower}\n\nIf it was not you, please change your password at once, use the new one nowhere else, and tell your administrator:\n\n${config.public_url}/change-password\n\nYou receive this mail at most once a day.\n`,
    },
    ...administrators,
  ])
}
