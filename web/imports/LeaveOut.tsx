import { Button } from '@mantine/core'
import { canLeaveOutRows } from '../../shared/imports/imports.policy.ts'
import type { Import, ImportRow } from '../../shared/imports/imports.schema.ts'
import { useActor } from '../lib/useActor.ts'
import { Notice } from '../ui/Notice.tsx'
import { useAction } from '../ui/useAction.ts'
import { namedRows } from './import-words.ts'
import { useLeaveOut } from './imports.calls.ts'

/** Leaves a refused row out of the import, or includes it again. */
export function LeaveOutButton({ of, row }: { of: Import; row: Pick<ImportRow, 'row' | 'state'> }) {
  const { busy, run } = useAction()
  const leaving = useLeaveOut(of.id)
  if (row.state !== 'Wrong' && row.state !== 'LeftOut') return null
  const left_out = row.state === 'Wrong'
  const label = left_out ? 'Leave out' : 'Include again'
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={busy}
      aria-label={`${label}: row ${row.row}`}
      onClick={() => void run(() => leaving.mutateAsync({ rows: [row.row], left_out }))}
    >
      {label}
    </Button>
  )
}

/** Offers to leave out the rows that look like totals. */
export function TotalRows({ of }: { of: Import }) {
  const may = canLeaveOutRows(useActor(), of).ok
  const { busy, run } = useAction()
  const leaving = useLeaveOut(of.id)
  const { totals } = of
  if (!may || totals.length === 0) return null
  const [looks, words] = totals.length === 1 ? ['looks', 'a total'] : ['look', 'totals']
  return (
    <Notice
      title={`${namedRows(totals).replace('r', 'R')} ${looks} like ${words} of other rows, not like a profile`}
    >
      <Button
        variant="default"
        loading={busy}
        onClick={() => void run(() => leaving.mutateAsync({ rows: totals, left_out: true }))}
      >
        Leave out {namedRows(totals)}
      </Button>
    </Notice>
  )
}
