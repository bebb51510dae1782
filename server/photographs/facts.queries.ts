import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { StoredFile } from '../store/files.queries.ts'
import type { ReadFacts } from './facts.ts'

/** Stores what a photograph says of itself, once: its bytes never change. */
export const savePhotoFacts = (db: Db, file_id: number, facts: ReadFacts) =>
  db
    .insertInto('photo_facts')
    .values({ file_id, ...facts })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** The next pictures whose facts were not read yet, because they arrived at a busy time, by id. */
export const listUnreadPhotos = (db: Db, after: number, most: number) =>
  db
    .selectFrom('files')
    .select(['files.id', 'files.storage_key'])
    .where('files.kind', '=', 'image')
    .where('files.id', '>', after)
    .where(sql<boolean>`not exists (select from photo_facts where photo_facts.file_id = files.id)`)
    .orderBy('files.id')
    .limit(most)
    .execute() satisfies Promise<Pick<StoredFile, 'id' | 'storage_key'>[]>

/** Queues the reading of photographs after this id; it begins when the transaction commits. */
export const queuePhotoFacts = (db: Db, after: number) =>
  sql`select graphile_worker.add_job('read_photo_facts', json_build_object('after', ${after}::integer),
    job_key => 'read_photo_facts')`.execute(db)
