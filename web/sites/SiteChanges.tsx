import { useState } from 'react'
import type { ReviewStep } from '../../shared/review/review.schema.ts'
import { type SiteProfile, sitesApi } from '../../shared/sites/sites.schema.ts'
import { SideBySide } from '../drafts/SideBySide.tsx'
import { useRead } from '../lib/queries.ts'
import { ChangesPanel } from '../review/ChangesPanel.tsx'
import { FileChangeList, FileChangeRow } from '../review/FileChangeRow.tsx'
import { BoundaryChange } from './BoundaryChange.tsx'

type SiteChangesProps = {
  site: SiteProfile
  history: readonly ReviewStep[]
  /** shows a notice for a profile that was never returned; off on a reader's page */
  withFirst: boolean
}

/** What changed in a profile since a return: fields, documents, and the boundary before and after on one map. */
export function SiteChanges({ site, history, withFirst }: SiteChangesProps) {
  const [round, setRound] = useState<number | null>(null)
  const { data, error, refetch } = useRead(sitesApi.changes, {
    params: { id: site.id },
    query: round === null ? {} : { round },
    version: site.revision,
    enabled: site.returned_at !== null,
    keep: true,
  })
  const { fields = [], documents = [], boundary = null } = data ?? {}
  return (
    <ChangesPanel
      record={site}
      history={history}
      withFirst={withFirst}
      compared={data}
      error={error}
      onRetry={() => void refetch()}
      onRound={setRound}
      isChanged={fields.length + documents.length > 0}
    >
      {fields.length > 0 ? (
        <SideBySide
          changed="Fields"
          theirs="When returned"
          mine="After"
          sides={fields.map(({ old, new: now, ...field }) => ({ ...field, theirs: old, mine: now }))}
        />
      ) : null}
      {documents.map(({ field, label, ...change }) => (
        <div key={field} className="list">
          <h3 className="card-title">{label}</h3>
          <FileChangeList label={label}>
            <FileChangeRow {...change} />
          </FileChangeList>
          {field === 'map_kml_id' && boundary ? (
            <BoundaryChange site={site} round={data?.round ?? null} />
          ) : null}
        </div>
      ))}
    </ChangesPanel>
  )
}
