import { queryOptions, useQuery } from '@tanstack/react-query'
import { evidenceForm } from '../../shared/drafts/drafts.schema.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { useActor } from '../lib/useActor.ts'
import { unsentDraftsOf } from '../drafts/draft-keeper.ts'
import { type MeansDraft, NO_CHANGES, readMeansDraft } from './means-draft.ts'

/** The person's unsaved evidence for a site, from this device and the server; read anew each time. */
export const unsavedQuery = (actor_id: number, site_profile_id: number) =>
  queryOptions({
    queryKey: ['draft', actor_id, 'evidence', site_profile_id],
    queryFn: () => unsentDraftsOf(actor_id, site_profile_id),
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  })

type DraftOfPrinciple = Awaited<ReturnType<typeof unsentDraftsOf>>

/** Returns the unsaved changes under a principle. */
export function unsavedUnder(stored: DraftOfPrinciple, { principle_number }: SitePrinciple): MeansDraft {
  const content = stored[evidenceForm(principle_number)]
  try {
    return readMeansDraft(JSON.parse(content ?? 'null')) ?? NO_CHANGES
  } catch {
    return NO_CHANGES
  }
}

/** The same for a page of all principles; no changes while loading, or when `enabled` is false. */
export function useUnsavedEvidence(
  site_profile_id: number,
  enabled = true,
): (of: SitePrinciple) => MeansDraft {
  const actor = useActor()
  const { data = {} } = useQuery({ ...unsavedQuery(actor.id, site_profile_id), enabled })
  return (principle) => unsavedUnder(data, principle)
}
