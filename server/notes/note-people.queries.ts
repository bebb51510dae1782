import { sql } from 'kysely'
import { LEVELS } from '../../shared/access/levels.ts'
import type { MailChoice } from '../../shared/users/mail-choice.ts'
import { actorOf, actorQuery } from '../context/sessions.ts'
import { holds } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'
import { hasActiveRole } from '../database/scope.ts'
import type { RecordKind, ReviewedRow } from '../review/record.kind.ts'
import { isAt } from '../review/review.queries.ts'

/** A person who may read the notes of a record, with what a mail to them needs. */
export type NoteReader = {
  id: number
  name: string
  office: string
  email: string
  language: string
  mail_choice: MailChoice | null
  /** whether they have the page of the record that encoders have */
  has_access: boolean
}

type Wanted = { except: number; search?: string | undefined; ids?: readonly number[] }

/**
 * Lists the people who may read the notes of a record, by name: everyone who may see it, except the caller. `search`
 * is a part of their name, `ids` limits the list to some of them.
 */
export async function listNoteReaders<Row extends ReviewedRow>(
  db: Db,
  kind: RecordKind<Row>,
  record: Row,
  { except, search = '', ids }: Wanted,
): Promise<NoteReader[]> {
  const { policies } = kind
  const rows = await actorQuery(db)
    .leftJoin('regions', 'regions.id', 'users.region_id')
    .select(['regions.name as region', 'users.mail_choice'])
    .where(hasActiveRole)
    .where(isAt(LEVELS, record))
    .where('users.id', '<>', except)
    .$if(ids !== undefined, (query) => query.where('users.id', 'in', [0, ...(ids ?? [])]))
    .$if(search !== '', (query) =>
      query.where(holds(sql`users.first_name || ' ' || users.last_name`, search)),
    )
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('users.id')
    .execute()
  return rows.flatMap((row) => {
    const actor = actorOf(row)
    if (!policies.maySee(actor, record).ok) return []
    const { id, name, email, penro } = actor
    return [
      {
        id,
        name,
        email,
        office: penro ?? row.region ?? 'FMB',
        language: row.language,
        mail_choice: row.mail_choice as MailChoice | null,
        has_access: actor.permissions.includes(policies.keys.access),
      },
    ]
  })
}
