import { Button } from '@mantine/core'
import { canLeaveOutRows } from '../../shared/imports/imports.policy.ts'
import { type Import, type ImportRow, importsApi } from '../../shared/imports/imports.schema.ts'
import { useChange } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { Notice } from '../ui/Notice.tsx'
import { useAction } from '../ui/useAction.ts'
import { namedRows } from './import-words.ts'

/** Leaves a refused row out of the import, or includes it again. */
export function LeaveOutButton({ of, row }: { of: Import; row: Pick<ImportRow, 'row' | 'state'> }) {
  const { busy, run } = useAction()
  const leaving = useChange(importsApi.leaveOut)
  if (row.state !== 'Wrong' && row.state !== 'LeftOut') return null
  const left_out = row.state === 'Wrong'
  const label = left_out ? 'Leave out' : 'Include again'
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={busy}
      aria-label={`${label}: row ${row.row}`}
      onClick={() => {
        const body = { rows: [row.row], left_out }
        void run(() => leaving.mutateAsync({ params: { id: of.id }, body }))
      }}
    >
      {label}
    </Button>
  )
}

/** Offers to leave out the rows that look like totals. */
export function TotalRows({ of }: { of: Import }) {
  const may = canLeaveOutRows(useActor(), of).ok
  const { busy, run } = useAction()
  const leaving = useChange(importsApi.leaveOut)
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
        onClick={() => {
          const body = { rows: totals, left_out: true }
          void run(() => leaving.mutateAsync({ params: { id: of.id }, body }))
        }}
      >
        Leave out {namedRows(totals)}
      </Button>
    </Notice>
  )
}
