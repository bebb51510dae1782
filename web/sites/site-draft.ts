import { emptySite, type SiteFormValues } from './site-form-values.ts'

/** The form of a kept draft, or null when it is none; fields it does not know are empty. */
export function readSiteDraft(kept: unknown): SiteFormValues | null {
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return null
  return { ...emptySite(null), ...(kept as Partial<SiteFormValues>) }
}
