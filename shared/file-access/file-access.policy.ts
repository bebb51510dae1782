import { canSeeActivity, type ReviewedActivity } from '../activities/activities.policy.ts'
import { type Actor, holdsAny, isFmbAdministrator, mayRead } from '../access/actor.ts'
import type { PermissionKey } from '../access/permissions.ts'
import { keysOfKinds, RECORD_KEYS } from '../access/record-keys.ts'
import type { KindNames } from '../access/record-kinds.ts'
import { canImport } from '../imports/imports.policy.ts'
import { canChangeLayers, canSeeLayers } from '../land/layers.policy.ts'
import { all, no, type Verdict, yes } from '../lib/verdict.ts'
import { canSeeSite } from '../sites/sites.policy.ts'
import type { FileKind, ScanStatus } from '../files/files.schema.ts'

const PROFILE_KEYS: PermissionKey[] = [RECORD_KEYS.site.create, RECORD_KEYS.site.edit]
const ACTIVITY_KEYS: PermissionKey[] = [RECORD_KEYS.activity.create, RECORD_KEYS.activity.edit]
const EITHER = keysOfKinds('create', 'edit')

/** The files of an import require the right to import. */
const IMPORTED_KINDS = ['table', 'archive'] as const satisfies readonly FileKind[]
type ImportedKind = (typeof IMPORTED_KINDS)[number]
const isImported = (kind: FileKind): kind is ImportedKind =>
  (IMPORTED_KINDS as readonly FileKind[]).includes(kind)

/** Maps belong to profiles, tables and pictures to activities, the other kinds to both. */
const UPLOAD_KEYS: Record<Exclude<FileKind, ImportedKind | 'layer'>, PermissionKey[]> = {
  pdf: EITHER,
  kml: PROFILE_KEYS,
  csv: ACTIVITY_KEYS,
  image: ACTIVITY_KEYS,
  shp: EITHER,
  boundary: PROFILE_KEYS,
}

/** Users may upload a file if they may fill in the form that it is for. */
export function canUploadFile(actor: Actor, kind: FileKind): Verdict {
  if (isImported(kind)) return canImport(actor)
  return kind === 'layer' ? canChangeLayers(actor) : holdsAny(actor, ...UPLOAD_KEYS[kind])
}

/** The record a file belongs to, or whether it is that of a layer (absent: no). */
export type FileOwner = {
  uploaded_by: number
  record: (ReviewedActivity & { kind: KindNames['table']['name'] }) | null
  is_layer?: boolean
}

/** who sees the records of each kind, and their files with them */
const MAY_SEE: Record<KindNames['table']['name'], (actor: Actor, record: ReviewedActivity) => Verdict> = {
  site_profiles: canSeeSite,
  site_activities: canSeeActivity,
}

/** The uploader while the file is unattached, then all who may see its record; for others it does not exist (S-96). */
export function canSeeFile(actor: Actor, { is_layer, record, uploaded_by }: FileOwner): Verdict {
  if (is_layer) return canSeeLayers(actor)
  const seen = record ? MAY_SEE[record.kind](actor, record).ok : uploaded_by === actor.id
  return seen ? yes : { ...no('no_such_file'), why: 'scope' }
}

/**
 * Those who may see the file, once it is safe: a quarantined file cannot be opened, and one that is being checked only
 * by its uploader.
 */
export const canOpenFile = (actor: Actor, file: FileOwner & { scan_status: ScanStatus }): Verdict =>
  all(canSeeFile(actor, file), isSafeFor(actor, file))

function isSafeFor(actor: Actor, file: { uploaded_by: number; scan_status: ScanStatus }): Verdict {
  if (file.scan_status === 'quarantined') return no('file_quarantined')
  if (file.scan_status === 'checking' && file.uploaded_by !== actor.id) return no('file_checking')
  return yes
}

/** A file may be attached by the office that uploaded it, or by its uploader if they have no office (S-51). */
export const isFileOf = (actor: Actor, file: { office_id: number | null; uploaded_by: number }): boolean =>
  file.uploaded_by === actor.id || (actor.office_id !== null && file.office_id === actor.office_id)

/**
 * The office that uploaded a map answers what it asks, until a record uses it; whether it asks anything, the action
 * knows.
 */
export const canAnswerBoundary = (
  actor: Actor,
  file: Parameters<typeof isFileOf>[1] & {
    kind: FileKind
    scan_status: ScanStatus
    unused_since: string | null
  },
): Verdict =>
  all(
    canUploadFile(actor, 'boundary'),
    isFileOf(actor, file) ? yes : { ...no('no_such_file'), why: 'scope' },
    isSafeFor(actor, file),
    file.unused_since === null ? no('map_attached') : yes,
  )

/**
 * Whether the person may have a photograph as it was taken, with location and camera data: the office of its record, or
 * before it has a record the office that uploaded it. All others get the cleaned copy.
 */
export function mayHaveOriginal(actor: Actor, file: FileOwner & { office_id: number | null }): boolean {
  const office = file.record?.office_id ?? file.office_id
  return office === null ? file.uploaded_by === actor.id : office === actor.office_id
}

/** Total storage is shown to FMB's administrators and auditors (S-98). */
export const canSeeStorage = (actor: Actor): Verdict => mayRead(actor, isFmbAdministrator(actor))
