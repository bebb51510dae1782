import type { Actor } from '../../shared/access/actor.ts'
import type { ResetCodeIssued } from '../../shared/factors/factors.schema.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { queueMailToEach } from '../mails/mail.ts'
import { listFmbAdministrators } from './administrators.queries.ts'

type Person = Pick<Actor, 'id' | 'first_name' | 'name' | 'email'>
type MailText = { subject: string; text: string }

const IN_PERSON =
  'A reset code is read out in person. It is never mailed, and no one from the bureau asks for it by phone, chat or mail.'

/** Queues one mail for the person, and another for every other administrator of FMB. */
async function mailBoth(db: Db, person: Person, theirs: MailText, administrators: MailText): Promise<void> {
  await queueMailToEach(db, [person], theirs)
  const others = (await listFmbAdministrators(db)).filter(({ id }) => id !== person.id)
  await queueMailToEach(db, others, administrators)
}

const HALF: Record<ResetCodeIssued['part'], string> = {
  whole: 'a reset code',
  first: 'the first half of a reset code',
  second: 'the second half of a reset code',
}

const NEXT: Record<ResetCodeIssued['part'], string> = {
  whole: '',
  first: 'It cannot be used until another administrator of FMB has issued the second half. ',
  second: '',
}

type Issue = { issuer: Actor; person: Person; part: ResetCodeIssued['part']; expires_at: string }

/** Reports a reset code, never its signs, to the person and the administrators of FMB. */
export const mailCodeIssued = (
  { config: { public_url } }: Pick<Services, 'config'>,
  db: Db,
  { issuer, person, part, expires_at }: Issue,
): Promise<void> => {
  const issued = `${issuer.name} (${issuer.role}, ${issuer.email}) has issued ${HALF[part]} for`
  const until = `It works once, until ${formatDateTime(expires_at)}.`
  return mailBoth(
    db,
    person,
    {
      subject: 'A reset code was issued for your account',
      text: `${issued} your account, so that you can log in without your second factor. ${NEXT[part]}You were logged out, and no computer is remembered as your own any more. ${until}\n\nLog in with your password, enter the code, and set up a new second factor at once:\n\n${public_url}/login\n\n${IN_PERSON}\n\nIf you did not ask for it, tell ${issuer.name} or another administrator now, and change your password:\n\n${public_url}/change-password\n`,
    },
    {
      subject: `Reset code for ${person.name}`,
      text: `${issued} ${person.name} (${person.email}). ${NEXT[part]}${person.first_name} was logged out everywhere. ${until}\n\nAll reset codes are listed here:\n\n${public_url}/users/sign-in\n`,
    },
  )
}

/** Reports the use of a reset code to the person and the administrators of FMB. */
export const mailCodeUsed = (
  { config: { public_url } }: Pick<Services, 'config'>,
  db: Db,
  { person, network, now }: { person: Person; network: string; now: Date },
): Promise<void> => {
  const used = `was used on ${formatDateTime(now.toISOString())} from the network ${network}`
  return mailBoth(
    db,
    person,
    {
      subject: 'A reset code was used for your account',
      text: `The reset code of your account ${used}. The second factor that you had is removed, and a new one must be set up before anything else.\n\nIf it was not you, tell your administrator at once.\n`,
    },
    {
      subject: `Reset code used: ${person.name}`,
      text: `The reset code of ${person.name} (${person.email}) ${used}. The second factor is removed, and ${person.first_name} must set up a new one before anything else.\n\nAll reset codes are listed here:\n\n${public_url}/users/sign-in\n`,
    },
  )
}
