import type { Actor } from '../../shared/access/actor.ts'
import type { ResetCodeIssued, ResetCodeRow } from '../../shared/factors/factors.schema.ts'
import type { PlainKey } from '../../shared/texts/translate.ts'
import { countIn } from '../../shared/texts/counted.ts'
import { dateTimeIn } from '../../shared/texts/times.ts'
import { listIn } from '../../shared/texts/words.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { prefixOf } from '../http/page-language.ts'
import { queueMails } from '../mails/mail.ts'
import { letterOf, type MailLanguage, type MailServices, mailTo, type Reader } from '../mails/reader.ts'
import { listFmbAdministrators } from '../users/administrators.queries.ts'

type Person = Pick<Actor, 'id' | 'first_name' | 'name' | 'email' | 'language'>
type Words = (language: MailLanguage) => { subject: string; paragraphs: readonly string[] }

const mailOf = (services: MailServices, reader: Reader & { first_name: string }, words: Words) =>
  mailTo(services, reader, (language) => {
    const { subject, paragraphs } = words(language)
    return {
      subject,
      text: letterOf(language.t('mails.hello', { name: reader.first_name }), ...paragraphs),
    }
  })

/** Queues one mail for the person, and another for every other administrator of FMB. */
async function mailBoth(
  services: MailServices,
  db: Db,
  person: Person,
  { theirs, administrators }: { theirs: Words; administrators: Words },
): Promise<void> {
  const others = (await listFmbAdministrators(db)).filter(({ id }) => id !== person.id)
  await queueMails(db, [
    mailOf(services, person, theirs),
    ...others.map((one) => mailOf(services, one, administrators)),
  ])
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
  { issuer: by, person, part, expires_at }: Issue,
): Promise<void> {
  const { public_url } = services.config
  const issuer = by.name
  const factsIn = (t: MailLanguage['t']) => ({
    issuer,
    role: by.role,
    email: by.email,
    what: t(PARTS[part]),
    person: person.name,
    person_email: person.email,
    name: person.first_name,
    until: dateTimeIn(t, expires_at),
  })
  return mailBoth(services, db, person, {
    theirs: ({ t, code }) => ({
      subject: t('mails.reset_code_subject'),
      paragraphs: [
        [
          t('mails.reset_code', factsIn(t)),
          t(part === 'first' ? 'mails.reset_code_half' : 'mails.reset_code_logged_out'),
          t('mails.reset_code_until', factsIn(t)),
        ].join(' '),
        t('mails.reset_code_use'),
        `${public_url}${prefixOf(code)}/login`,
        t('mails.reset_code_in_person'),
        t('mails.reset_code_not_asked', { issuer }),
        `${public_url}${prefixOf(code)}/change-password`,
      ],
    }),
    administrators: ({ t }) => ({
      subject: t('mails.reset_code_for_subject', factsIn(t)),
      paragraphs: [
        [
          t('mails.reset_code_for', factsIn(t)),
          part === 'first' ? t('mails.reset_code_half') : t('mails.reset_code_for_logged_out', factsIn(t)),
          t('mails.reset_code_until', factsIn(t)),
        ].join(' '),
        t('mails.reset_codes_listed'),
        `${public_url}/users/sign-in`,
      ],
    }),
  })
}

/** Reports the use of a reset code to the person and the administrators of FMB. */
export function mailCodeUsed(
  services: MailServices,
  db: Db,
  { person, network, now }: { person: Person; network: string; now: Date },
): Promise<void> {
  const factsIn = (t: MailLanguage['t']) => ({
    person: person.name,
    person_email: person.email,
    name: person.first_name,
    network,
    at: dateTimeIn(t, now.toISOString()),
  })
  return mailBoth(services, db, person, {
    theirs: ({ t }) => ({
      subject: t('mails.reset_code_used_subject'),
      paragraphs: [t('mails.reset_code_used', factsIn(t)), t('mails.reset_code_used_not_you')],
    }),
    administrators: ({ t }) => ({
      subject: t('mails.reset_code_used_by_subject', factsIn(t)),
      paragraphs: [
        t('mails.reset_code_used_by', factsIn(t)),
        t('mails.reset_codes_listed'),
        `${services.config.public_url}/users/sign-in`,
      ],
    }),
  })
}

/** more than anyone reads in a mail; the list has all */
const MAX_NAMED = 100

const ENDS = {
  used: 'mails.reset_list_used',
  replaced: 'mails.reset_list_replaced',
  expired: 'mails.reset_list_expired',
  'not needed': 'mails.reset_list_not_needed',
} as const satisfies Record<NonNullable<ResetCodeRow['ended_by']>, string>

function lineIn(t: MailLanguage['t'], { user_name: person, office, ...code }: ResetCodeRow): string {
  const issuers = [code.issued_by_name, code.second_issued_by_name].filter((name) => name !== null)
  const end =
    code.ended_by && code.ended_at
      ? t(ENDS[code.ended_by], { at: dateTimeIn(t, code.ended_at) })
      : t('mails.reset_list_open')
  const at = dateTimeIn(t, code.issued_at)
  return `  ${t('mails.reset_list_line', { person, office, issuers: listIn(t, issuers), at, end })}`
}

/** Queues the list of reset codes, at least one, for every administrator of FMB. */
export async function mailResetCodeList(
  services: Pick<Services, 'config' | 'languages' | 'readDb'>,
  db: Db,
  codes: readonly ResetCodeRow[],
): Promise<void> {
  const more = codes.length - MAX_NAMED
  const words: Words = ({ t }) => ({
    subject: countIn(t, codes.length, 'mails.reset_list_subject_one', 'mails.reset_list_subject'),
    paragraphs: [
      t('mails.reset_list'),
      codes
        .slice(0, MAX_NAMED)
        .map((code) => lineIn(t, code))
        .join('\n'),
      ...(more > 0 ? [countIn(t, more, 'mails.reset_list_more_one', 'mails.reset_list_more')] : []),
      t('mails.reset_list_all'),
      `${services.config.public_url}/users/sign-in`,
    ],
  })
  const administrators = await listFmbAdministrators(db)
  await queueMails(
    db,
    administrators.map((one) => mailOf(services, one, words)),
  )
}
