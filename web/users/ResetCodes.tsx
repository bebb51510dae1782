import { Box, Stack } from '@mantine/core'
import { factorsApi, type ResetCodeRow } from '../../shared/factors/factors.schema.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { useRead } from '../lib/queries.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { useTableState } from '../ui/useTableState.ts'

const ENDS: Record<NonNullable<ResetCodeRow['ended_by']>, string> = {
  used: 'Used',
  replaced: 'Replaced',
  expired: 'Expired',
  'not needed': 'Not needed',
}

/** What became of a code, and when. */
function outcomeOf({ ended_by, ended_at, expires_at, ...code }: ResetCodeRow): [string, string | null] {
  if (ended_by) return [ENDS[ended_by], ended_at]
  // the clean-up ends it within minutes
  if (Date.parse(expires_at) <= Date.now()) return ['Expired', expires_at]
  return [
    code.needs_two && code.second_issued_by_name === null ? 'Half issued, until' : 'Open until',
    expires_at,
  ]
}

function Outcome({ code }: { code: ResetCodeRow }) {
  const [word, at] = outcomeOf(code)
  return (
    <Stack component="span" display="inline-flex" gap={0}>
      {word}
      <small className="fine">{formatDateTime(at)}</small>
    </Stack>
  )
}

const COLUMNS: Column<ResetCodeRow>[] = [
  { key: 'user_name', header: 'Issued For', sortable: true, long: true, card: 'lead' },
  { key: 'office', header: 'Office', sortable: true, long: true },
  {
    key: 'issued_by_name',
    header: 'Issued By',
    sortable: true,
    long: true,
    cell: ({ issued_by_name, second_issued_by_name: second }) =>
      second === null ? issued_by_name : `${issued_by_name} and ${second}`,
  },
  {
    key: 'issued_at',
    header: 'Issued',
    sortable: 'time',
    nowrap: true,
    cell: (row) => formatDateTime(row.issued_at),
  },
  { key: 'outcome', header: 'Outcome', nowrap: true, cell: (row) => <Outcome code={row} /> },
]

const NEWEST = { column: 'issued_at', dir: 'desc' } as const

/** All reset codes of the bureau, for administrators of FMB. */
export function ResetCodes() {
  const state = useTableState({ defaultSort: NEWEST })
  const rows = useRead(factorsApi.resetCodes, { query: state.query })
  return (
    <Box mt={24}>
      <h2>Reset codes</h2>
      <p>
        Each code for a lost second factor: who issued it for whom, and whether it was used. The list is
        mailed to administrators of FMB every Monday.
      </p>
      <DataTable
        title="Reset codes"
        columns={COLUMNS}
        rows={rows}
        state={state}
        empty={{
          text: 'No reset code was issued yet. One appears here when a person has lost their second factor.',
        }}
      />
    </Box>
  )
}
