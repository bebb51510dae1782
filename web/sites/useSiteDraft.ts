import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { dropDraft, readDraft, saveDraft } from '../lib/draft.ts'
import type { SiteFormValues } from './site-form-values.ts'

const PAUSE_MS = 400
/** a draft of another revision would overwrite what changed meanwhile */
type Kept = { revision: number; values: SiteFormValues }

/** The kept work of this form, when it belongs to the same revision of the record. */
export function readSiteDraft(name: string, revision: number): SiteFormValues | null {
  const kept = readDraft<Kept>(name)
  return kept?.revision === revision ? kept.values : null
}

/** Keeps the form on this device while it is written; tells when it last did. */
export function useSiteDraft(name: string, revision: number, values: SiteFormValues, changed: boolean) {
  const [keptAt, setKeptAt] = useState<Date | null>(null)
  const keep = useDebouncedCallback((latest: SiteFormValues) => {
    saveDraft(name, { revision, values: latest } satisfies Kept)
    setKeptAt(new Date())
  }, PAUSE_MS)
  useEffect(() => {
    if (changed) keep(values)
  }, [changed, values, keep])
  const drop = () => {
    keep.cancel()
    dropDraft(name)
  }
  return { keptAt, drop }
}
