import { Box, Button, NativeSelect } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { formatDateTime } from '../../shared/lib/dates.ts'
import type { PrincipleBatch } from '../../shared/principles/principles.schema.ts'
import { Loading } from '../ui/Loading.tsx'
import { Panel } from '../ui/Panel.tsx'
import { originOf, usedBy } from './set-words.ts'

/** "Saved Jun 01, 2031 02:30 PM by Ana Reyes, who rewrote Principle #4. 40 SITES activities use it …" */
function Facts({ batch }: { batch: PrincipleBatch }) {
  const { principle_number, created_at, created_by } = batch
  return (
    <p>
      {principle_number === null
        ? `Set ${batch.batch_number} is the one the product came with.`
        : `Set ${batch.batch_number} was saved ${formatDateTime(created_at)} by ${created_by ?? 'N/A'}, who rewrote Principle #${principle_number}.`}{' '}
      {usedBy(batch)}
    </p>
  )
}

/** The sets to compare the shown one with: its neighbours and the current one. */
function choicesFor(batches: PrincipleBatch[], shown: number): { value: string; label: string }[] {
  const current = batches[0]?.batch_number ?? shown
  const choices = [
    [shown + 1, 'which came after it'],
    [current, 'in force'],
    [shown - 1, 'which came before it'],
  ] as const
  const known = choices.filter(
    ([number], index) =>
      number !== shown &&
      batches.some(({ batch_number }) => batch_number === number) &&
      choices.findIndex(([other]) => other === number) === index,
  )
  return known.map(([number, words]) => ({ value: String(number), label: `Set ${number}, ${words}` }))
}

type SetsPanelProps = {
  sets: UseInfiniteQueryResult
  batches: PrincipleBatch[]
  shown: number
  compared: PrincipleBatch | undefined
}

/** The shown set of criteria, its activities, and a choice of sets to show and compare. */
export function SetsPanel({ sets, batches, shown, compared }: SetsPanelProps) {
  const navigate = useNavigate()
  const show = (search: { set?: number; compare?: number }) =>
    void navigate({ to: '.', search, replace: true, resetScroll: false })
  const batch = batches.find(({ batch_number }) => batch_number === shown)
  return (
    <Panel title="Sets of criteria">
      {sets.isPending || sets.error ? (
        <Loading error={sets.error} onRetry={() => void sets.refetch()} />
      ) : (
        <>
          {batches.length > 1 ? (
            <Box className="tiles" mb="sm">
              <NativeSelect
                label="Set"
                value={String(shown)}
                data={batches.map((one) => ({
                  value: String(one.batch_number),
                  label: `Set ${one.batch_number}: ${originOf(one)}`,
                }))}
                onChange={(event) => show({ set: Number(event.currentTarget.value) })}
              />
              <NativeSelect
                label="Compare with"
                value={String(compared?.batch_number ?? '')}
                data={[{ value: '', label: 'No other set' }, ...choicesFor(batches, shown)]}
                onChange={(event) => {
                  const compare = Number(event.currentTarget.value)
                  show({ set: shown, ...(compare ? { compare } : {}) })
                }}
              />
            </Box>
          ) : null}
          {batch ? <Facts batch={batch} /> : null}
          {sets.hasNextPage ? (
            <Button
              mt="sm"
              variant="default"
              size="sm"
              loading={sets.isFetchingNextPage}
              onClick={() => void sets.fetchNextPage()}
            >
              List older sets
            </Button>
          ) : null}
        </>
      )}
    </Panel>
  )
}
