import { lineForm } from '../../shared/lib/text-form.ts'
import { isMailedAtOnce, mailChoiceOf } from '../../shared/users/mail-choice.ts'
import type { Ctx } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { queueInBatches } from '../mails/mail.ts'
import { noticeMail, type RecordNotice } from '../review/record-notices.ts'
import type { KindFacts, MailedRecord } from '../review/record.kind.ts'
import type { NoteReader } from './note-people.queries.ts'

/** Where the notes of a page open by themselves. */
const OPEN_NOTES = '#notes'

/** Notifies the mentioned people who have not turned mails off. The mail does not have the text of the note. */
export async function mailMentioned(
  { actor, services: { config } }: Ctx,
  db: Db,
  kind: KindFacts,
  record: MailedRecord,
  { label, office, mentioned }: { label: string; office: string; mentioned: readonly NoteReader[] },
): Promise<void> {
  const wanted = mentioned.filter(({ mail_choice }) =>
    isMailedAtOnce(mailChoiceOf(mail_choice, config.mail_notifications), true),
  )
  const noticeFor = ({ has_access }: NoteReader): RecordNotice => ({
    subject: 'you were mentioned in a note',
    one: lineForm(`${actor.name}, ${office}, mentioned you in a note about ${label}.`),
    ...{ many: '', advice: null, noun: kind.noun, code: record.code, name: record.name_of_partner },
    comment: null,
    path: (has_access ? kind.encoderPath(record.id) : kind.approvalPath(record.id)) + OPEN_NOTES,
  })
  await queueInBatches(
    db,
    wanted.map((reader) => noticeMail(reader.email, [noticeFor(reader)], config.public_url)),
  )
}
