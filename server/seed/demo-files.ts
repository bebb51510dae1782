import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { moduleOf, uploadChanges } from '../uploads/files.actions.ts'
import { NO_FACTS } from '../photographs/facts.ts'
import { savePhotoFacts } from '../photographs/facts.queries.ts'
import type { Services } from '../context/context.ts'
import { auditRow } from './demo-log.ts'
import { type Bureau, iso, type Office } from './demo-office.ts'

export type FileKind = 'pdf' | 'kml' | 'csv' | 'image'

const MEDIA: Record<string, string> = {
  pdf: 'application/pdf',
  kml: 'application/vnd.google-earth.kml+xml',
  csv: 'text/csv',
  png: 'image/png',
  jpg: 'image/jpeg',
}

/** Adds a file in use by a record, and its audit row; its bytes are stored at the end. */
export async function addFile(
  bureau: Bureau,
  office: Office,
  kind: FileKind,
  name: string,
  content: Buffer,
  at: number,
) {
  const key = randomUUID()
  bureau.bytes.push({ key, content })
  const stored = {
    kind,
    name,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }
  const { id } = await bureau.db
    .insertInto('files')
    .values({
      ...stored,
      storage_key: key,
      media_type: MEDIA[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
      office_id: office.id,
      region_id: office.region_id,
      uploaded_by: office.encoder.id,
      created_at: iso(at),
      unused_since: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // its pictures say nothing of place and time
  if (kind === 'image') await savePhotoFacts(bureau.db, id, NO_FACTS)
  const line = { event: 'File Uploaded', changes: uploadChanges({ id, ...stored }) }
  await bureau.db
    .insertInto('audit_logs')
    .values(auditRow(office.encoder, at, { auditable_type: moduleOf(kind), ...line }))
    .execute()
  return id
}

/** Stores the bytes of all files, several at a time. */
export async function storeAll(services: Services, bytes: Bureau['bytes']) {
  const queue = [...bytes]
  const worker = async () => {
    for (let next = queue.pop(); next; next = queue.pop())
      await services.files.put(next.key, Readable.from([next.content]))
  }
  await Promise.all(Array.from({ length: 16 }, worker))
}
