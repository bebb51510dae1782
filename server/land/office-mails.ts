import { isMailedAtOnce, mailChoiceOf } from '../../shared/users/mail-choice.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { type Mail, queueInBatches } from '../mails/mail.ts'
import type { Reader } from '../mails/reader.ts'
import { listReturnReaders } from '../review/review.queries.ts'

/** Mails the encoders of one office about its land, by their choice of mails. */
export async function mailEncoders(
  services: Services,
  db: Db,
  { region_id, office_id }: { region_id: number; office_id: number },
  mailTo: (reader: Reader) => Mail,
): Promise<void> {
  const readers = await listReturnReaders(db, {
    region_id,
    office_id,
    named: [],
    levels: [],
    edit: 'site_map_edit',
    approve: 'site_maps_approval',
  })
  const wanted = readers.filter(({ mail_choice }) =>
    isMailedAtOnce(mailChoiceOf(mail_choice, services.config.mail_notifications), true),
  )
  await queueInBatches(db, wanted.map(mailTo))
}
