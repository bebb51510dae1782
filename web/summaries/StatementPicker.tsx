import { STATEMENTS_MAX, type Safeguard } from '../../shared/summaries/safeguards.ts'
import { Group, NativeSelect } from '@mantine/core'
import { canChooseMore } from '../../shared/summaries/summaries.policy.ts'
import { type StatementRow, summariesApi, type SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import { useRead } from '../lib/queries.ts'
import { useRegions } from '../places/places.calls.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { first, named } from '../ui/options.ts'
import { type Filter, type TableState, useTableState } from '../ui/useTableState.ts'
import { ChooseStatement } from './ChooseStatement.tsx'
import styles from './Summary.module.css'

const FILTERS: readonly Filter[] = ['region_id', 'chosen_only']
const BY_CODE = { column: 'code', dir: 'asc' } as const

function StatementFilters({ state, covered }: { state: TableState; covered: SummaryRow['regions'] }) {
  const { data: regions } = useRegions()
  const offered = covered.length > 0 ? covered : (regions?.data ?? [])
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelect
        label="Region"
        value={state.filter('region_id')}
        data={first('All regions covered', named(offered))}
        onChange={(event) => state.setFilter('region_id', event.currentTarget.value)}
      />
      <NativeSelect
        label="Show"
        value={state.filter('chosen_only')}
        data={first('All statements', [{ value: 'true', label: 'Chosen ones' }])}
        onChange={(event) => state.setFilter('chosen_only', event.currentTarget.value)}
      />
    </Group>
  )
}

type StatementPickerProps = {
  summary: SummaryRow
  safeguard: Safeguard
  /** the number of statements that the document cites now */
  chosen: number
}

/** The statements of approved records under the principles of a safeguard; ticked ones are cited. */
export function StatementPicker({ summary, safeguard, chosen }: StatementPickerProps) {
  const summary_id = summary.id
  const state = useTableState({ defaultSort: BY_CODE, filters: FILTERS })
  const rows = useRead(summariesApi.statements, {
    params: { id: summary_id },
    query: { ...state.query, safeguard },
  })
  const isFull = !canChooseMore(chosen).ok
  const columns: Column<StatementRow>[] = [
    {
      key: 'chosen',
      header: 'Cite',
      cell: (row) => (
        <ChooseStatement summary_id={summary_id} safeguard={safeguard} row={row} isFull={isFull} />
      ),
    },
    {
      key: 'what_happened',
      header: 'What happened',
      long: true,
      cell: ({ what_happened, indicator, indicator_title }) => (
        <div className={styles.statement}>
          <p>{what_happened}</p>
          <p className="quiet">
            {indicator} {indicator_title}
          </p>
        </div>
      ),
    },
    {
      key: 'code',
      header: 'SITES code',
      cell: ({ code, region }) => (
        <span>
          <span className={styles.code}>{code}</span> <span className="quiet">{region}</span>
        </span>
      ),
    },
    { key: 'reporting_year', header: 'Year' },
    { key: 'files', header: 'Files', align: 'right' },
  ]
  return (
    <div className={styles.respected}>
      <h3>Statements</h3>
      <p role="status">
        {chosen} of at most {STATEMENTS_MAX} chosen.{' '}
        {isFull
          ? 'To choose another, remove one first.'
          : 'What is ticked is cited with its record and files.'}
      </p>
      <DataTable
        title="Statements"
        columns={columns}
        rows={rows}
        state={state}
        filters={<StatementFilters state={state} covered={summary.regions} />}
        empty={{ text: 'No approved record describes what happened under these principles.' }}
      />
    </div>
  )
}
