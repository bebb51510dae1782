import { emptySite, type SiteFormValues } from './site-form-values.ts'

/** The form of a kept draft, or null when it is none; fields it does not know are empty. */
export function readSiteDraft(stored: unknown): SiteFormValues | null {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return null
  return { ...emptySite(null), ...(stored as Partial<SiteFormValues>) }
}
