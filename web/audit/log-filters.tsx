import { TextInput } from '@mantine/core'
import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { auditApi, AUDIT_MODULES, type AuditModule, eventsOf } from '../../shared/audit/audit.schema.ts'
import { SEARCH_DEBOUNCE_MS } from '../lib/debounces.ts'
import { useRead } from '../lib/queries.ts'
import { useHasChanged } from '../lib/useHasChanged.ts'
import type { FilterField } from '../ui/filter-fields.ts'
import { FilterSelect, SearchedSelect } from '../ui/FilterSelect.tsx'
import { plain } from '../ui/options.ts'

const isModule = (text: string): text is AuditModule => AUDIT_MODULES.some((module) => module === text)

/** The module; an event that the chosen one does not have is chosen no longer. */
const ModuleField: FilterField['Field'] = ({ state }) => {
  const setFilter: typeof state.setFilter = (name, value) => {
    const isOther = isModule(value) && !eventsOf(value).some((event) => event === state.filter('event'))
    state.setFilters({ ...state.chosen, ...(isOther ? { event: '' } : {}), [name]: value })
  }
  return (
    <FilterSelect
      state={{ ...state, setFilter }}
      name="module"
      label="Module"
      all="All"
      options={plain(AUDIT_MODULES)}
    />
  )
}

/** The events of the chosen module, or of all. */
const EventField: FilterField['Field'] = ({ state }) => {
  const module = state.filter('module')
  return (
    <SearchedSelect
      state={state}
      name="event"
      label="Action Taken"
      all="All actions"
      options={plain(eventsOf(isModule(module) ? module : undefined))}
      nothingFound="No action is called so."
    />
  )
}

/** A person in the reader's scope, found by a part of name or address. */
const PersonField: FilterField['Field'] = ({ state }) => {
  const id = state.filter('user_id')
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [search] = useDebouncedValue(typed, SEARCH_DEBOUNCE_MS)
  const { data: chosen } = useRead(auditApi.people, { query: { id }, enabled: id !== '', keep: true })
  const labels = (read: typeof chosen) =>
    (read?.people ?? []).map(({ id: value, name, email }) => ({
      value: String(value),
      label: `${name}, ${email}`,
    }))
  const known = labels(chosen)
  const isOwnLabel = known.some(({ label }) => label === search)
  const { data: found } = useRead(auditApi.people, {
    query: { search: isOwnLabel ? '' : search },
    enabled: isOpen,
    keep: true,
  })
  const others = labels(found).filter(({ value }) => value !== id)
  return (
    <SearchedSelect
      state={state}
      name="user_id"
      label="Performed By"
      all="Everybody"
      options={[...known, ...others]}
      nothingFound={found ? 'No person found' : 'Searching…'}
      filter={({ options }) => options}
      // a name and an address are longer than the field
      comboboxProps={{ width: 300, position: 'bottom-end' }}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
    />
  )
}

/** A whole code, name or address, as the column Module shows it below the module. */
const RecordField: FilterField['Field'] = ({ state }) => {
  const stored = state.filter('record')
  const [text, setText] = useState(stored)
  const send = useDebouncedCallback((to: string) => state.setFilter('record', to), SEARCH_DEBOUNCE_MS)
  // the address also changes without the field: Back, "Clear filters"
  if (useHasChanged(stored) && stored !== text.trim()) setText(stored)
  return (
    <TextInput
      label="Record"
      placeholder="SITES code or name"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        send(event.currentTarget.value.trim())
      }}
      // before the button that applies the filters on a phone
      onBlur={send.flush}
    />
  )
}

export const LOG_FILTERS = ['module', 'event', 'user_id', 'record'] as const

/** The filters of the log besides its days. */
export const LOG_FIELDS: FilterField[] = [
  { name: 'module', Field: ModuleField },
  { name: 'event', Field: EventField },
  { name: 'user_id', Field: PersonField },
  { name: 'record', Field: RecordField },
]
