import { lineForm } from '../../shared/lib/text-form.ts'
import type { PointPlace } from '../../shared/review/points.schema.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import { isMailedAtOnce, mailChoiceOf } from '../../shared/users/mail-choice.ts'
import type { Ctx } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { queueInBatches } from '../mails/mail.ts'
import { languageOf } from '../mails/reader.ts'
import { noticeIn, noticeMail, type RecordNotice } from '../review/record-notices.ts'
import type { KindFacts, MailedRecord } from '../review/record.kind.ts'
import type { NoteReader } from './note-people.queries.ts'

/** Where the notes of a page open by themselves. */
const OPEN_NOTES = '#notes'

type Note = { place: PointPlace; label: string; office: string }

/** What a note is about. Fields and files are named as on the page, which is in English. */
function placeIn(t: Translate, { word }: KindFacts, { place, label }: Note): string {
  if (place.about === 'record') return t(`mails.place_${word}`)
  if (place.about === 'boundary') return t('mails.place_boundary')
  if (place.about === 'principle') return t('mails.place_principle', { number: place.principle_number })
  return label
}

/** Notifies the mentioned people who have not turned mails off. The mail does not have the text of the note. */
export async function mailMentioned(
  { actor, services }: Ctx,
  db: Db,
  kind: KindFacts,
  record: MailedRecord,
  { note, mentioned }: { note: Note; mentioned: readonly NoteReader[] },
): Promise<void> {
  const wanted = mentioned.filter(({ mail_choice }) =>
    isMailedAtOnce(mailChoiceOf(mail_choice, services.config.mail_notifications), true),
  )
  const noticeFor = (reader: NoteReader): RecordNotice => {
    const { code: language, t } = languageOf(services, reader)
    const path = reader.has_access ? kind.encoderPath : kind.approvalPath
    const values = {
      person: lineForm(actor.name),
      office: lineForm(note.office),
      place: lineForm(placeIn(t, kind, note)),
    }
    const text = noticeIn(t, kind, record, 'mentioned', values, { path: path(record.id) + OPEN_NOTES })
    return { ...text, language }
  }
  await queueInBatches(
    db,
    wanted.map((reader) => noticeMail(reader.email, [noticeFor(reader)], services)),
  )
}
