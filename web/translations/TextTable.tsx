import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { formatCount, plural } from '../../shared/lib/format.ts'
import { partWords } from '../../shared/translations/part-words.ts'
import {
  TEXT_FILTERS,
  type TextPart,
  type TextsQuery,
  type TranslatedLanguage,
  type Translation,
  translationsApi,
} from '../../shared/translations/translations.schema.ts'
import { canReviewTexts } from '../../shared/translations/translations.policy.ts'
import { useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import type { FilterField } from '../ui/filter-fields.ts'
import { first } from '../ui/options.ts'
import { RecordWindow } from '../ui/RecordWindow.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { TickAll } from '../ui/TickAll.tsx'
import { useRecordWindow } from '../ui/useRecordWindow.ts'
import { useTableState } from '../ui/useTableState.ts'
import { TextBar } from './TextBar.tsx'
import { FILTER_WORDS, STATE_WORDS, stateNote } from './text-words.ts'
import { TranslationForm } from './TranslationForm.tsx'
import { useReview } from './useReview.ts'
import { type Ticks, useTicks } from './useTicks.ts'

const FILTERS = ['part', 'status'] as const
const IN_ORDER = { column: 'key', dir: 'asc', words: 'As in the product' } as const

const partFilter = (parts: readonly TextPart[]): FilterField => ({
  name: 'part',
  Field: ({ state }) => (
    <NativeSelect
      label="Part"
      value={state.filter('part')}
      data={first(
        'All parts',
        parts.map(({ part, texts, reviewed }) => ({
          value: part,
          label: `${partWords(part)} (${formatCount(reviewed)} of ${formatCount(texts)} reviewed)`,
        })),
      )}
      onChange={(event) => state.setFilter('part', event.currentTarget.value)}
    />
  ),
})

const STATE_FILTER: FilterField = {
  name: 'status',
  Field: ({ state }) => (
    <NativeSelect
      label="Review"
      value={state.filter('status')}
      data={first(
        'All texts',
        TEXT_FILTERS.map((value) => ({ value, label: FILTER_WORDS[value] })),
      )}
      onChange={(event) => state.setFilter('status', event.currentTarget.value)}
    />
  ),
}

const columnsOf = ({ code, name }: TranslatedLanguage): Column<Translation>[] => [
  {
    key: 'english',
    header: 'English',
    long: true,
    card: 'lead',
    cell: ({ english, key, part }) => (
      <>
        <span lang="en">{english}</span>
        <br />
        <small className="quiet">
          {partWords(part)}, {key}
        </small>
      </>
    ),
  },
  {
    key: 'text',
    header: name,
    long: true,
    card: 'own',
    cell: ({ text, shipped }) => (
      <>
        <span lang={code}>{text}</span>
        {text === shipped ? null : (
          <>
            <br />
            <small className="quiet">Corrected by FMB</small>
          </>
        )}
      </>
    ),
  },
  {
    key: 'state',
    header: 'Review',
    cell: (row) => (
      <div>
        <StatusBadge status={row.state} word={STATE_WORDS[row.state]} />
        <br />
        <small className="quiet">{stateNote(row)}</small>
        {row.proposal ? (
          <p>
            <small>Proposed by {row.proposal.proposed_by}, waiting for a second person</small>
          </p>
        ) : null}
      </div>
    ),
  },
]

const tickColumn = (ticks: Ticks, rows: readonly Translation[]): Column<Translation> => ({
  key: 'ticked',
  header: 'Tick',
  head: (
    <TickAll
      count={rows.length}
      ticked={rows.filter(({ key }) => ticks.has(key)).length}
      onChange={(isTicked) => ticks.set(rows, isTicked)}
    />
  ),
  card: 'tick',
  cell: (row) => (
    <Checkbox
      aria-label={`Tick ${row.key}`}
      checked={ticks.has(row.key)}
      onChange={(event) => ticks.set([row], event.currentTarget.checked)}
    />
  ),
})

/** The texts of a language beside the English ones; administrators correct one in a window, and tick several. */
export function TextTable({ language }: { language: TranslatedLanguage }) {
  const state = useTableState({ defaultSort: IN_ORDER, filters: FILTERS })
  const { page, length, search, chosen } = state
  const status = chosen.status as TextsQuery['status']
  const rows = useRead(translationsApi.list, {
    params: { language: language.code },
    query: { page, length, search, part: chosen.part, status },
  })
  const ticks = useTicks()
  const { busy, reviewTicked, reviewWhole } = useReview(language.code, ticks)
  const editing = useRecordWindow<Translation>()
  const mayReview = canReviewTexts(useActor()).ok
  const part = language.parts.find((one) => one.part === chosen.part)
  const left = part ? part.texts - part.reviewed : 0
  const columns = columnsOf(language)
  return (
    <>
      <DataTable
        title={`Texts in ${language.name}`}
        columns={mayReview ? [tickColumn(ticks, rows.data?.data ?? []), ...columns] : columns}
        rows={rows}
        state={state}
        fields={[partFilter(language.parts), STATE_FILTER]}
        {...(mayReview
          ? {
              onRow: editing.show,
              selection: {
                isTicked: ticks.count > 0,
                bar: (
                  <TextBar
                    count={ticks.count}
                    onReview={(reviewed) => void reviewTicked(reviewed)}
                    onUntick={ticks.clear}
                  />
                ),
              },
            }
          : {})}
        addButton={
          mayReview && part && left > 0 ? (
            <Button variant="default" loading={busy} onClick={() => void reviewWhole(part)}>
              Mark part as reviewed ({plural(left, 'text')})
            </Button>
          ) : null
        }
        empty={{ text: 'There are no texts.' }}
      />
      <RecordWindow
        {...editing.window}
        title={editing.shown ? `${partWords(editing.shown.part)}: ${editing.shown.key}` : 'Text'}
        closeOnClickOutside={false}
      >
        {editing.shown ? (
          <TranslationForm language={language} opened={editing.shown} state={editing} />
        ) : null}
      </RecordWindow>
    </>
  )
}
