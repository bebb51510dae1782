import { useState } from 'react'
import type { ReviewStep } from '../../shared/review/review.schema.ts'
import { type SiteProfile, sitesApi } from '../../shared/sites/sites.schema.ts'
import { useRead } from '../lib/queries.ts'
import { ChangesPanel } from '../review/ChangesPanel.tsx'
import { FieldChanges } from '../review/FieldChanges.tsx'
import { FileChangeList, FileChangeRow } from '../review/FileChangeRow.tsx'
import { BoundaryChange } from './BoundaryChange.tsx'
import styles from './SiteChanges.module.css'

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
      <FieldChanges fields={fields} />
      {documents.map(({ field, label, ...change }) => (
        <div key={field} className={styles.document}>
          <h3>{label}</h3>
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
