import { Box, Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import { isProvisional } from '../../shared/reports/report-cells.ts'
import { describeFilter, type ReportFilter, reportQuery } from '../../shared/reports/report-filter.ts'
import { reportsApi } from '../../shared/reports/reports.schema.ts'
import { useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { PageButtons } from '../ui/PageButtons.tsx'
import { usePhone } from '../ui/usePhone.ts'
import { WindowFooter } from '../ui/RecordWindow.tsx'
import { useToday } from '../ui/useNow.ts'
import { ReportTable } from './ReportTable.tsx'
import styles from './reports.module.css'

/** rows per page */
const PREVIEW_ROWS = 20

type ReportPreviewProps = {
  /** null while it is closed */
  filter: ReportFilter | null
  onCancel: () => void
  /** receives the number of rows in the file */
  onContinue: (filter: ReportFilter, rows: number) => void
}

/** The content of the file, before it is made (000 §2). */
export function ReportPreview({ filter, onCancel, onContinue }: ReportPreviewProps) {
  const phone = usePhone()
  // the content stays readable while the window fades out
  const [shown, setShown] = useState(filter)
  if (filter && filter !== shown) setShown(filter)
  return (
    <Modal
      opened={filter !== null}
      onClose={onCancel}
      title="Report preview"
      size="min(1400px, 96vw)"
      fullScreen={phone}
      padding={16}
      closeOnClickOutside={false}
      className={styles.preview ?? ''}
    >
      {shown ? <Content filter={shown} onCancel={onCancel} onContinue={onContinue} /> : null}
    </Modal>
  )
}

function Content({ filter, onCancel, onContinue }: ReportPreviewProps & { filter: ReportFilter }) {
  const today = useToday()
  const [page, setPage] = useState(1)
  const { data, error, isFetching, refetch } = useRead(reportsApi.preview, {
    query: { ...reportQuery(useActor(), filter), page, length: PREVIEW_ROWS, without_ids: '1' },
    staleTime: 0,
  })
  const rows = data?.filteredCount ?? 0
  const pages = Math.max(1, Math.ceil(rows / PREVIEW_ROWS))
  const first = (page - 1) * PREVIEW_ROWS + 1
  const inReview = data?.data.some(isProvisional)
  return (
    <>
      <Group justify="space-between" gap="8px 24px" mb="sm">
        <p>{describeFilter(filter)}</p>
        <p className="only-print">
          {today}, rows {first} to {Math.min(rows, first + PREVIEW_ROWS - 1)} of {rows}
        </p>
      </Group>
      {error && !isFetching ? (
        <LoadFailed
          title="The report could not be read"
          error={error}
          onRetry={() => void refetch()}
          more=" Your filters are kept."
        />
      ) : (
        <ReportTable
          rows={data?.data ?? []}
          firstNumber={first}
          busy={isFetching}
          empty={data ? 'No data found' : 'Loading…'}
        />
      )}
      {inReview ? (
        <Box component="p" mt="sm" className="quiet">
          A provisional grade belongs to an activity without final approval: it may still change. A .csv file
          has the grades without this word.
        </Box>
      ) : null}
      <div className="no-print">
        <PageButtons state={{ page, setPage }} pages={pages} reply={data} />
      </div>
      {/* without a box of its own, the footer sticks to the edge of the window */}
      <Box display="contents" className="no-print">
        <WindowFooter>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button disabled={rows === 0 || Boolean(error)} onClick={() => onContinue(filter, rows)}>
            Continue
          </Button>
        </WindowFooter>
      </Box>
    </>
  )
}
