import { Box, Stack } from '@mantine/core'
import type { DashboardChoice } from '../../shared/dashboard/dashboard.rules.ts'
import { dashboardApi } from '../../shared/dashboard/dashboard.schema.ts'
import { useRead } from '../lib/queries.ts'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { idsQuery } from './dashboard.calls.ts'
import { frameAddress, frameRights } from './frame-address.ts'

const FRAME = { className: 'framed', display: 'block', w: '100%', h: '80vh', mah: 720 } as const

/** The bureau's own report in a frame, with the filters in its address (S-77). */
export function ReportFrame({ report, applied }: { report: string; applied: DashboardChoice }) {
  const { data, error, refetch } = useRead(dashboardApi.datatable, {
    query: idsQuery(applied, { search: '' }),
  })
  if (error)
    return <LoadFailed title="The report could not be opened" error={error} onRetry={() => void refetch()} />
  if (!data) return <Box {...FRAME} />
  const address = frameAddress(report, applied, data)
  return (
    <Stack gap={8}>
      <Box
        component="iframe"
        {...FRAME}
        src={address}
        title="Report on the chosen SITES"
        sandbox={frameRights(report, location.origin)}
        referrerPolicy="no-referrer"
      />
      <a href={address} target="_blank" rel="noreferrer">
        Open the report in a new window
      </a>
    </Stack>
  )
}
