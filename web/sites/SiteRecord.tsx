import { Group, Stack } from '@mantine/core'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { displayStatus, statusNote } from '../../shared/review/review-chain.ts'
import { type Having, SHOWN_FIELDS, SITE_FIELDS } from '../../shared/sites/sites.fields.ts'
import type { SiteProfile, SiteShowReply } from '../../shared/sites/sites.schema.ts'
import { DeactivatedNotice } from '../review/Deactivated.tsx'
import { proofsOfSite } from '../public-log/public-log.calls.ts'
import { History } from '../review/History.tsx'
import { Stepper } from '../review/Stepper.tsx'
import { type Field, FieldList } from '../ui/FieldList.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { RecordStatusBadge, StatusBadge } from '../ui/StatusBadge.tsx'
import { SiteBoundary } from './SiteBoundary.tsx'
import { SiteChanges } from './SiteChanges.tsx'
import { SiteFiles } from './SiteFiles.tsx'
import styles from './SiteRecord.module.css'

function Lines({ lines }: { lines: string[] }) {
  return (
    <ul className="bullets numbers">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function fieldOf(site: SiteProfile, field: Having<'shown'>): Field {
  const { label, shown } = SITE_FIELDS[field]
  const value = shown(site)
  return Array.isArray(value) ? { label, value: <Lines lines={value} />, wide: true } : { label, value }
}

const details = (site: SiteProfile): Field[] => [
  ...SHOWN_FIELDS.map((field) => fieldOf(site, field)),
  { label: 'Date Submitted', value: formatDateTime(site.submitted_at) },
  { label: 'Added', value: `${formatDateTime(site.created_at)} by ${site.created_by ?? 'N/A'}` },
  { label: 'Last changed', value: `${formatDateTime(site.updated_at)} by ${site.updated_by ?? 'N/A'}` },
]

/** The comment of the newest return, while the record has it (S-45). */
export function ReturnComments({ site }: { site: SiteProfile }) {
  if (!site.returned_reason) return null
  return (
    <Notice tone="warning" title="Comments">
      <p className={styles.comment}>{site.returned_reason}</p>
      <p className={styles.by}>
        Returned by {site.returned_by ?? 'a reviewer'}, {formatDateTime(site.returned_at)}
      </p>
    </Notice>
  )
}

type SiteRecordProps = {
  details: SiteShowReply
  /** for its reviewer: also says when there is nothing to compare with */
  isReviewed?: boolean
}

/** A whole profile, read only: its review, comments and changes, then its data. */
export function SiteRecord({ details: shown, isReviewed = false }: SiteRecordProps) {
  const { siteProfile: site, history } = shown
  return (
    <Stack gap="lg">
      <Group component="p" gap="sm">
        <StatusBadge status={site.status} />
        <RecordStatusBadge status={displayStatus(site)} note={statusNote(site)} />
      </Group>
      <DeactivatedNotice record={site} />
      <Stepper record={site} history={history} />
      <ReturnComments site={site} />
      <SiteChanges site={site} withFirst={isReviewed} />
      <div className={styles.room}>
        <div className={styles.columns}>
          <Stack gap="lg">
            <Panel title="Profile">
              <FieldList fields={details(site)} />
            </Panel>
            <SiteBoundary shown={shown} />
          </Stack>
          <Stack gap="lg">
            <SiteFiles site={site} />
            <History history={history} saveProof={proofsOfSite(site.id)} />
          </Stack>
        </div>
      </div>
    </Stack>
  )
}
