import { emptySite, type AttachedFile, type SiteFormValues } from './site-form-values.ts'

/** An uploaded file that no record took within a day is gone from the server (S-97). */
const UNUSED_MS = 24 * 3_600_000

const stillThere = (file: AttachedFile | null | undefined, now: Date): AttachedFile | null =>
  file && (!file.created_at || now.getTime() - Date.parse(file.created_at) < UNUSED_MS) ? file : null

/** The form of a kept draft; fields it does not know are empty, and so are files that were removed meanwhile. */
export function readSiteDraft(kept: unknown, now: Date = new Date()): SiteFormValues | null {
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return null
  const values = { ...emptySite(null), ...(kept as Partial<SiteFormValues>) }
  return {
    ...values,
    agreement_id: stillThere(values.agreement_id, now),
    map_kml_id: stillThere(values.map_kml_id, now),
  }
}
