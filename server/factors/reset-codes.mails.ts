import type { Actor } from '../../shared/access/actor.ts'
import type { ResetCodeIssued, ResetCodeRow } from '../../shared/factors/factors.schema.ts'
import type { PlainKey, Translate } from '../../shared/texts/translate.ts'
import { countIn } from '../../shared/texts/counted.ts'
import { dateTimeIn } from '../../shared/texts/times.ts'
import { listIn } from '../../shared/texts/words.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { mail } from '../mails/compose.ts'
import { type Mail, queueMails } from '../mails/mail.ts'
import type { MailServices } from '../mails/reader.ts'
import { listFmbAdministrators } from '../users/administrators.queries.ts'

type Person = Pick<Actor, 'id' | 'first_name' | 'name' | 'email' | 'language'>

/** Queues the mail to the person, and one to every other administrator of FMB. */
async function mailBoth(
  db: Db,
  person: Person,
  toPerson: Mail,
  toOther: (one: Actor) => Mail,
): Promise<void> {
  const others = (await listFmbAdministrators(db)).filter(({ id }) => id !== person.id)
  await queueMails(db, [toPerson, ...others.map(toOther)])
}

const PARTS: Record<ResetCodeIssued['part'], PlainKey> = {
  whole: 'mails.reset_code_whole',
  first: 'mails.reset_code_first',
  second: 'mails.reset_code_second',
}

type Issue = { issuer: Actor; person: Person; part: ResetCodeIssued['part']; expires_at: string }

/** Reports a reset code, never its signs, to the person and the administrators of FMB. */
export function mailCodeIssued(
  services: MailServices,
  db: Db,
  { issuer, person, part, expires_at }: Issue,
): Promise<void> {
  const values = {
    issuer: issuer.name,
    role: issuer.role,
    email: issuer.email,
    what: (t: Translate) => t(PARTS[part]),
    until: new Date(expires_at),
  }
  const toPerson = mail(services, person, 'reset_code', values, {
    paragraphs: [
      [
        'mails.reset_code',
        part === 'first' ? 'mails.reset_code_half' : 'mails.reset_code_logged_out',
        'mails.reset_code_until',
      ],
      'mails.reset_code_use',
      { link: '/login' },
      'mails.reset_code_in_person',
      'mails.reset_code_not_asked',
      { link: '/change-password' },
    ],
  })
  const named = { ...values, person: person.name, person_email: person.email, name: person.first_name }
  return mailBoth(db, person, toPerson, (administrator) =>
    mail(services, administrator, 'reset_code_for', named, {
      paragraphs: [
        [
          'mails.reset_code_for',
          part === 'first' ? 'mails.reset_code_half' : 'mails.reset_code_for_logged_out',
          'mails.reset_code_until',
        ],
        'mails.reset_codes_listed',
        { link: '/users/sign-in' },
      ],
    }),
  )
}

/** Reports the use of a reset code to the person and the administrators of FMB. */
export function mailCodeUsed(
  services: MailServices,
  db: Db,
  { person, network, now }: { person: Person; network: string; now: Date },
): Promise<void> {
  const values = { network, at: now }
  const toPerson = mail(services, person, 'reset_code_used', values, {
    paragraphs: ['mails.reset_code_used', 'mails.reset_code_used_not_you'],
  })
  const named = { ...values, person: person.name, person_email: person.email, name: person.first_name }
  return mailBoth(db, person, toPerson, (administrator) =>
    mail(services, administrator, 'reset_code_used_by', named, {
      paragraphs: ['mails.reset_code_used_by', 'mails.reset_codes_listed', { link: '/users/sign-in' }],
    }),
  )
}

/** more than anyone reads in a mail; the list has all */
const MAX_NAMED = 100

const ENDS = {
  used: 'mails.reset_list_used',
  replaced: 'mails.reset_list_replaced',
  expired: 'mails.reset_list_expired',
  'not needed': 'mails.reset_list_not_needed',
} as const satisfies Record<NonNullable<ResetCodeRow['ended_by']>, string>

function lineIn(t: Translate, { user_name: person, office, ...code }: ResetCodeRow): string {
  const issuers = [code.issued_by_name, code.second_issued_by_name].filter((name) => name !== null)
  const end =
    code.ended_by && code.ended_at
      ? t(ENDS[code.ended_by], { at: dateTimeIn(t, code.ended_at) })
      : t('mails.reset_list_open')
  const at = dateTimeIn(t, code.issued_at)
  return `  ${t('mails.reset_list_line', { person, office, issuers: listIn(t, issuers), at, end })}`
}

const linesIn = (t: Translate, codes: readonly ResetCodeRow[]): string =>
  codes.map((code) => lineIn(t, code)).join('\n')

/** Queues the list of reset codes, at least one, for every administrator of FMB. */
export async function mailResetCodeList(
  services: Pick<Services, 'config' | 'languages' | 'readDb'>,
  db: Db,
  codes: readonly ResetCodeRow[],
): Promise<void> {
  const values = { count: codes.length }
  const more = codes.length - MAX_NAMED
  const moreIn = (t: Translate) => countIn(t, more, 'mails.reset_list_more_one', 'mails.reset_list_more')
  const mails = (await listFmbAdministrators(db)).map((administrator) =>
    mail(services, administrator, 'reset_list', values, {
      paragraphs: [
        'mails.reset_list',
        (t: Translate) => linesIn(t, codes.slice(0, MAX_NAMED)),
        more > 0 ? moreIn : null,
        'mails.reset_list_all',
        { link: '/users/sign-in' },
      ],
    }),
  )
  await queueMails(db, mails)
}
