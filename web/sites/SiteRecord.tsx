import { Box, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { publicLogApi } from '../../shared/public-log/public-log.schema.ts'
import type { PointPlace } from '../../shared/review/points.schema.ts'
import { displayStatus, statusNote } from '../../shared/review/review-chain.ts'
import { spelledTextOf } from '../../shared/sites/site-spelling.ts'
import { type Having, SHOWN_FIELDS, SITE_FIELDS } from '../../shared/sites/sites.fields.ts'
import { SITE_POLICIES } from '../../shared/sites/sites.policy.ts'
import type { SiteProfile, SiteShowReply } from '../../shared/sites/sites.schema.ts'
import { LazyApprovalWithdrawal } from '../review/LazyApprovalWithdrawal.tsx'
import { DeactivatedNotice } from '../review/WithRecord.tsx'
import { History } from '../review/History.tsx'
import { SpelledAt } from '../review/spelling/SpelledAt.tsx'
import { CommentNotice } from '../review/points/record-points.tsx'
import { AddPoint, PointsAt, usePointKey } from '../review/points/PointsAt.tsx'
import { InstrumentList } from '../land/InstrumentList.tsx'
import { LandPanel } from '../land/LandPanel.tsx'
import { NoteMark } from '../notes/NoteMark.tsx'
import { NotesPanel } from '../notes/NotesPanel.tsx'
import { WithNotes } from '../notes/notes-context.tsx'
import { Stepper } from '../review/Stepper.tsx'
import { type Field, FieldList } from '../ui/FieldList.tsx'
import { TwoColumns } from '../ui/WithAside.tsx'
import { Panel } from '../ui/Panel.tsx'
import { RecordStatusBadge, StatusBadge } from '../ui/StatusBadge.tsx'
import { SiteBoundary } from './SiteBoundary.tsx'
import { SiteChanges } from './SiteChanges.tsx'
import { SiteFiles } from './SiteFiles.tsx'
import { SitePoints } from './SitePoints.tsx'
import { SITE_REVIEW } from './site-review.tsx'

function Lines({ lines }: { lines: string[] }) {
  return (
    <ul className="bullets numbers">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

const RECORD: PointPlace = { about: 'record' }
const BOUNDARY: PointPlace = { about: 'boundary' }

type PointsOf = (field: Having<'shown'>) => ReactNode

function fieldOf(site: SiteProfile, field: Having<'shown'>, pointsOf?: PointsOf): Field {
  const { label, shown } = SITE_FIELDS[field]
  const value = shown(site)
  const after = pointsOf?.(field)
  const mark = <NoteMark place={{ about: 'field', field }} label={label} />
  if (Array.isArray(value)) return { label, value: <Lines lines={value} />, wide: true, after, mark }
  const spelled = spelledTextOf(site, field)
  return { label, value: spelled ? <SpelledAt of={spelled}>{value}</SpelledAt> : value, after, mark }
}

const details = (site: SiteProfile, pointsOf?: PointsOf): Field[] => [
  ...SHOWN_FIELDS.map((field) => fieldOf(site, field, pointsOf)),
  { label: 'Date Submitted', value: formatDateTime(site.submitted_at) },
  { label: 'Added', value: `${formatDateTime(site.created_at)} by ${site.created_by ?? 'N/A'}` },
  { label: 'Last changed', value: `${formatDateTime(site.updated_at)} by ${site.updated_by ?? 'N/A'}` },
]

/** The comment of the newest return, while the record has it (S-45). */
export function ReturnComments({ site }: { site: SiteProfile }) {
  if (!site.returned_reason) return null
  return (
    <CommentNotice title="Comments">
      <p className="as-written">{site.returned_reason}</p>
      <Box component="p" mt={4} className="quiet">
        Returned by {site.returned_by ?? 'a reviewer'}, {formatDateTime(site.returned_at)}
      </Box>
    </CommentNotice>
  )
}

type SiteRecordProps = {
  details: SiteShowReply
  /** for its reviewer: also says when there is nothing to compare with */
  isReviewed?: boolean
  /** for its reviewer: the points about a field, as a `dd` */
  pointsOf?: PointsOf
}

/** A whole profile, read only: its review, comments and changes, then its data. */
export function SiteRecord({ details: shown, isReviewed = false, pointsOf }: SiteRecordProps) {
  const { siteProfile: site, history } = shown
  usePointKey(RECORD)
  return (
    <WithNotes
      form="site-note"
      record={site}
      name={`${site.code}, ${site.name_of_partner}`}
      places={async () => {
        const [{ placesOfSite }, { landPlacesOf }] = await Promise.all([
          import('../../shared/sites/site-points.ts'),
          import('../land/land-places.calls.ts'),
        ])
        return [...placesOfSite(site), ...(await landPlacesOf(site.id))]
      }}
    >
      <Stack gap="lg">
        <Group component="p" gap="sm">
          <StatusBadge status={site.status} />
          <RecordStatusBadge status={displayStatus(site)} note={statusNote(site)} />
        </Group>
        <DeactivatedNotice record={site} />
        <LazyApprovalWithdrawal of={SITE_REVIEW} keys={SITE_POLICIES.keys} shown={shown} />
        <Stepper record={site} history={history} />
        <SitePoints isReviewed={isReviewed}>
          <ReturnComments site={site} />
        </SitePoints>
        <SiteChanges site={site} history={history} withFirst={isReviewed} />
        <TwoColumns>
          <Stack gap="lg">
            <Panel
              title="Profile"
              actions={<AddPoint place={RECORD} label="The profile" about="about the profile" />}
            >
              <PointsAt place={RECORD} label="The profile" withButton={false} />
              <FieldList fields={details(site, pointsOf)} />
            </Panel>
            <SiteBoundary
              shown={shown}
              actions={
                <>
                  <NoteMark place={BOUNDARY} label="Boundary" />
                  <AddPoint place={BOUNDARY} label="Boundary" />
                </>
              }
            >
              <PointsAt place={BOUNDARY} label="Boundary" withButton={false} />
            </SiteBoundary>
            <LandPanel site={site} />
          </Stack>
          <Stack gap="lg">
            <SiteFiles site={site} />
            <InstrumentList siteId={site.id} />
            <History history={history} id={site.id} proof={publicLogApi.siteStep} />
            <NotesPanel />
          </Stack>
        </TwoColumns>
      </Stack>
    </WithNotes>
  )
}
