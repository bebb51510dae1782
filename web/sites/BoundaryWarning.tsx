import type { QueryClient } from '@tanstack/react-query'
import type { BoundaryReport } from '../../shared/boundary/boundary.schema.ts'
import { FoldedList } from '../ui/FoldedList.tsx'
import { Notice } from '../ui/Notice.tsx'

type KnownBoundary = { boundary: BoundaryReport | null }

/** The warnings that the form already has for a boundary; makes no call. */
export function knownWarnings(client: QueryClient, map_kml_id: number | null | undefined): string[] {
  const shown = client.getQueriesData<KnownBoundary>({
    queryKey: ['boundary', { map_kml_id }],
    type: 'active',
  })
  return shown.flatMap(([, known]) => known?.boundary?.warnings ?? []).map(({ message }) => message)
}

/** Repeats the warnings in the question before sending; nothing without warnings. */
export function BoundaryWarning({ messages }: { messages: string[] }) {
  if (messages.length === 0) return null
  return (
    <Notice tone="warning" title="The boundary has warnings">
      <FoldedList lines={messages} />
    </Notice>
  )
}
