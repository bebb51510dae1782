import { Loader } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import type { Level } from '../../shared/access/levels.ts'
import type { AcceptedFinding } from '../../shared/land/accepted-findings.ts'
import { landApi } from '../../shared/land/findings.schema.ts'
import { openFindings } from '../../shared/land/open-findings.ts'
import { plural } from '../../shared/lib/format.ts'
import type { Reviewed } from '../../shared/review/review.policy.ts'
import { readOptions, useRead } from '../lib/queries.ts'
import type { ApprovalPart } from '../review/ReviewPanel.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { LandLayers } from './LandLayers.tsx'
import { LandQuestion } from './LandQuestion.tsx'

// One file for the panel and the question: it is loaded with the page of a profile, and so the question opens at once.

/** The land of a profile, read with its page. */
export function SiteLand({ site }: { site: Reviewed & { id: number } }) {
  const { data, error, refetch } = useRead(landApi.show, { params: { id: site.id } })
  if (data) return <LandLayers site={site} land={data.land} />
  if (error)
    return <LoadFailed title="The land could not be loaded" error={error} onRetry={() => void refetch()} />
  return <Loader aria-label="Loading the land" />
}

/** The part of an approval's question about the land; null where the bureau has no layers to compare with. */
export async function prepareLandPart(
  { client, record, level }: { client: QueryClient; record: { id: number }; level: Level },
  before: readonly AcceptedFinding[],
  keep: (ticked: AcceptedFinding[]) => void,
): Promise<ApprovalPart | null> {
  // as the page shows it: what has changed since is refused
  const { land } = await client.ensureQueryData(readOptions(landApi.show, { params: { id: record.id } }))
  if (land.layers.length === 0) return null
  const open = openFindings(land, level)
  // a tick is about the finding as it was then
  const isAsSeen = (one: AcceptedFinding) =>
    open.some(({ finding }) => finding.id === one.id && finding.since === one.since)
  let ticked = before.filter(isAsSeen)
  return {
    question: (
      <LandQuestion
        land={land}
        open={open}
        ticked={ticked}
        onTick={(now) => {
          ticked = now
          keep(now)
        }}
      />
    ),
    accepted: () => ticked,
    complaint: () => {
      const missing = open.length - ticked.length
      return missing > 0
        ? `Tick each finding that you accept, or return the record: ${plural(missing, 'finding')} not ticked.`
        : null
    },
  }
}
