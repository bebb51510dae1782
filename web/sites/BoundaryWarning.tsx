import type { QueryClient } from '@tanstack/react-query'
import type { BoundaryReport } from '../../shared/boundary/boundary.schema.ts'
import { Notice } from '../ui/Notice.tsx'
import { Sentences } from './BoundaryFacts.tsx'

type KnownBoundary = { boundary: BoundaryReport | null }

/** What the form says about the boundary that is sent; nothing is asked again. */
export function knownWarnings(client: QueryClient, map_kml_id: number | null | undefined): string[] {
  const shown = client.getQueriesData<KnownBoundary>({
    queryKey: ['boundary', { map_kml_id }],
    type: 'active',
  })
  return shown.flatMap(([, known]) => known?.boundary?.warnings ?? []).map(({ message }) => message)
}

/** Repeats the warnings where the profile is about to be sent; nothing when there are none. */
export function BoundaryWarning({ messages }: { messages: string[] }) {
  if (messages.length === 0) return null
  return (
    <Notice tone="warning" title="The boundary has warnings">
      <Sentences of={messages} />
    </Notice>
  )
}
