import { emptySite, type SiteFormValues } from './site-form-values.ts'

/** The form values of a stored draft, or null if it is not one; unknown fields are empty. */
export function readSiteDraft(stored: unknown): SiteFormValues | null {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return null
  return { ...emptySite(null), ...(stored as Partial<SiteFormValues>) }
}
