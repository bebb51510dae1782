import { randomUUID } from 'node:crypto'
import type { AuditEntry } from '../context/audit.ts'
import { type Audit, createCtx, type Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { withKind } from '../pending/kinds.ts'
import type { RecordKind, ReviewedRow } from '../review/record.kind.ts'
import { mailQuarantined } from '../review/review.mails.ts'
import { findOwnedFile, type OwnedFile } from '../store/files.queries.ts'
import { endCheck } from '../uploads/scan.queries.ts'

/**
 * Quarantines an infected file: it cannot be opened and counts no longer as evidence. The log names it; its uploader
 * and the reviewers of its record are notified (docs/decisions/07-files.md).
 */
export async function quarantine(services: Services, file_id: number, virus: string): Promise<void> {
  const origin = { request_id: `virus check ${randomUUID()}`, network_address: '', user_agent: '' }
  await createCtx(services, null, origin).write(async (db, audit) => {
    const record = (await findOwnedFile(db, file_id))?.record ?? null
    if (record)
      return withKind(record.kind, (kind) =>
        quarantineOf(services, db, audit, { file_id, virus, kind, id: record.id }),
      )
    const file = await endWith(db, audit, { file_id, virus, owner: null })
    await mailQuarantined(services, db, file, null)
  })
}

type Infected = { file_id: number; virus: string }

/** Quarantines a file of this record. */
async function quarantineOf<Row extends ReviewedRow>(
  services: Services,
  db: Db,
  audit: Audit,
  { kind, id, ...infected }: Infected & { kind: RecordKind<Row>; id: number },
): Promise<void> {
  // record before file, the order in which a save locks them
  const record = await kind.lock(db, id)
  const owner = { kind: kind.table.name, id, code: kind.mailed(record).code }
  const file = await endWith(db, audit, { ...infected, owner })
  // the final approval freezes the record
  if (record.site_status !== 'Approved') {
    const changed = await kind.loseFile(db, record)
    if (changed) audit({ ...changed, actor: systemActorOf(file) })
  }
  await mailQuarantined(services, db, file, { kind, record: kind.mailed(record) })
  await kind.storeWarnings(db, [id], services.now())
}

type Owner = { kind: string; id: number; code: string }

/** Ends the check of the file and logs it, if it still belongs to this record, or to none. */
async function endWith(
  db: Db,
  audit: Audit,
  { file_id, virus, owner }: Infected & { owner: Owner | null },
): Promise<OwnedFile> {
  const ended = await endCheck(db, file_id, 'quarantined')
  const file = await findOwnedFile(db, file_id)
  if (!ended || !file || file.record?.kind !== owner?.kind || file.record?.id !== owner?.id)
    throw new Error(`File ${file_id} changed while it was put into quarantine.`)
  audit({
    actor: systemActorOf(file),
    module: 'System',
    event: 'File Quarantined',
    id: file.id,
    code: owner?.code ?? null,
    changes: [
      { field: 'name', old: file.name, new: file.name },
      { field: 'scan_status', old: 'checking', new: 'quarantined' },
      { field: 'virus', old: null, new: virus },
    ],
  })
  return file
}

/** No person acted, but the log's row belongs to the file's office: its administrators see it, drafts too (S-112). */
const systemActorOf = ({ region_id, office_id }: OwnedFile): NonNullable<AuditEntry['actor']> => ({
  id: null,
  name: null,
  email: null,
  role: null,
  access_level: null,
  region_id,
  office_id,
})
