import type { z } from 'zod/mini'
import { COMPARED_FIELDS, type DocumentField, type Having, SITE_FIELDS } from './sites.fields.ts'
import type { SiteProfile } from './sites.schema.ts'
import type { DocumentChange, SiteChangesReply } from './site-changes.schema.ts'
import type { FieldDifference } from '../review/changes.schema.ts'
import { documentChange } from '../review/file-changes.ts'
import { SiteSnapshot } from './site-snapshot.schema.ts'
import type { SnapshotFile } from '../review/snapshot.schema.ts'

type Files = { agreement: SnapshotFile; map_kml: SnapshotFile }

/** The editable part of a profile and its two files, as its snapshot stores them; the schema drops the rest. */
export function siteSnapshot(site: SiteProfile, files: Files): SiteSnapshot {
  const all: z.input<typeof SiteSnapshot> = { ...site, ...files }
  return SiteSnapshot.parse(all)
}

export type SiteChanges = Pick<SiteChangesReply, 'fields' | 'boundary'> & { documents: DocumentChange[] }

/** The difference of a field in a list, which is empty if there is none. */
function fieldDifference(
  field: Having<'compared'>,
  before: SiteSnapshot,
  after: SiteSnapshot,
): FieldDifference[] {
  const { label, compared } = SITE_FIELDS[field]
  if (compared === 'document') return []
  const [old, now] = [compared(before), compared(after)]
  return old.key === now.key ? [] : [{ field, label, old: old.words, new: now.words }]
}

/** The field of a snapshot that holds each document. */
const DOCUMENTS = { agreement_id: 'agreement', map_kml_id: 'map_kml' } as const satisfies Record<
  DocumentField,
  keyof Files
>

/** The differences between two states of a profile, in the words of its screen. */
export function siteChanges(before: SiteSnapshot, after: SiteSnapshot): SiteChanges {
  const fields = COMPARED_FIELDS.flatMap((field) => fieldDifference(field, before, after))
  const documents = (Object.keys(DOCUMENTS) as DocumentField[]).flatMap((field): DocumentChange[] => {
    const [old, now] = [before[DOCUMENTS[field]], after[DOCUMENTS[field]]]
    const change = documentChange(old, now)
    return change ? [{ field, label: SITE_FIELDS[field].label, change, old, new: now }] : []
  })
  const isRedrawn = before.map_kml.sha256 !== after.map_kml.sha256
  const boundary = isRedrawn ? { old_ha: before.mapped_area_ha, new_ha: after.mapped_area_ha } : null
  return { fields, documents, boundary }
}
