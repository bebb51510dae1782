import { Box } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { formatCount, plural } from '../../shared/lib/format.ts'
import { type ReportFilter, reportFilterErrors, startFilter } from '../../shared/reports/report-filter.ts'
import { useActor } from '../lib/useActor.ts'
import { toMessage } from '../lib/call.ts'
import { inform } from '../ui/dialogs.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { WorkProgress } from '../ui/WorkProgress.tsx'
import { ReportFilters } from './ReportFilters.tsx'
import { ReportPreview } from './ReportPreview.tsx'
import { type RunningExport, useReportExport } from './useReportExport.ts'

const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(1)

/** Rows while the server writes the file, bytes once its size is known. */
function progressOf({ rows_done, rows_total, received }: RunningExport): { share: number; detail: string } {
  if (!received?.size)
    return {
      share: rows_total === 0 ? 0 : rows_done / rows_total,
      detail: `${formatCount(rows_done)} of ${formatCount(rows_total)} rows`,
    }
  const { bytes, size } = received
  return {
    share: bytes / size,
    detail: `${formatCount(rows_total)} of ${formatCount(rows_total)} rows, ${megabytes(bytes)} of ${megabytes(size)} MB`,
  }
}

/** Choose the filters of the report, preview it, download it. */
export function ReportPage() {
  const actor = useActor()
  const { running, start, cancel } = useReportExport()
  const [previewed, setPreviewed] = useState<ReportFilter | null>(null)
  const form = useForm<ReportFilter>({
    initialValues: startFilter(actor),
    validate: (filter) => {
      const errors = Object.entries(reportFilterErrors(actor, filter))
      return Object.fromEntries(errors.map(([field, [sentence]]) => [field, sentence]))
    },
  })

  const exportNow = async (filter: ReportFilter, rows: number) => {
    setPreviewed(null)
    try {
      const file = await start(filter, rows)
      if (!file) return
      const message = `${file.name} with ${plural(file.rows, 'row')} is in your downloads.`
      await inform({ title: 'Export Report Successful', message })
    } catch (error) {
      const message = `${toMessage(error)} No file was saved. Your filters are kept: please generate the report again, or narrow it first.`
      await inform({ title: 'Something went wrong', message })
    }
  }

  return (
    <>
      <PageHeader title="Reports" intro="Choose what the report covers, look at it, then download it." />
      <Panel title="Filters">
        <ReportFilters form={form} busy={running !== null} onGenerate={setPreviewed} />
      </Panel>
      {running ? (
        <Box mt="lg">
          <WorkProgress label="Exporting the report" {...progressOf(running)} onCancel={cancel} />
        </Box>
      ) : null}
      <ReportPreview
        filter={previewed}
        onCancel={() => setPreviewed(null)}
        onContinue={(filter, rows) => void exportNow(filter, rows)}
      />
    </>
  )
}
