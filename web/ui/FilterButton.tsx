import { Button, Popover, Stack } from '@mantine/core'
import { type FilterField, useFilterDraft, withActive } from './filter-fields.ts'
import { RecordWindow, WindowFooter } from './RecordWindow.tsx'
import { useRecordWindow } from './useRecordWindow.ts'
import type { TableState } from './useTableState.ts'

type FilterButtonProps = { fields: readonly FilterField[]; state: TableState }

const Fields = ({ fields, state }: FilterButtonProps) => (
  <Stack gap="md">
    {fields.map(({ name, Field }) => (
      <Field key={name} state={state} />
    ))}
  </Stack>
)

/** On a wide screen: the rarely used filters of a list, each applied at once. */
export const MoreFilters = ({ fields, state }: FilterButtonProps) => (
  <Popover position="bottom-end" shadow="md" width={240} trapFocus returnFocus>
    <Popover.Target>
      <Button variant="default">{withActive('More filters', fields, state)}</Button>
    </Popover.Target>
    <Popover.Dropdown>
      <Fields fields={fields} state={state} />
    </Popover.Dropdown>
  </Popover>
)

/** On a phone: all filters of a list behind one button. They are applied together, which loads the list once. */
export function PhoneFilters({ fields, state }: FilterButtonProps) {
  const sheet = useRecordWindow<'filters'>()
  return (
    <>
      <Button variant="default" onClick={() => sheet.show('filters')}>
        {withActive('Filters', fields, state)}
      </Button>
      <RecordWindow {...sheet.window} title="Filters">
        {sheet.shown ? <FilterForm fields={fields} state={state} onDone={() => sheet.close()} /> : null}
      </RecordWindow>
    </>
  )
}

function FilterForm({ fields, state, onDone }: FilterButtonProps & { onDone: () => void }) {
  const draft = useFilterDraft(state)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        draft.apply()
        onDone()
      }}
    >
      <Fields fields={fields} state={draft} />
      <WindowFooter>
        <Button
          variant="default"
          disabled={!state.isNarrowed && !draft.isNarrowed}
          onClick={() => {
            state.clearFilters()
            onDone()
          }}
        >
          Clear filters
        </Button>
        <Button type="submit">Apply</Button>
      </WindowFooter>
    </form>
  )
}
