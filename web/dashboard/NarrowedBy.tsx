import { Button, Group } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { addressOf } from '../../shared/dashboard/choice-address.ts'
import {
  choiceNarrowings,
  type CountedName,
  countedNarrowings,
} from '../../shared/dashboard/counted-words.ts'
import {
  type DashboardChoice,
  startChoice,
  visibleFilters,
  withChange,
} from '../../shared/dashboard/dashboard.rules.ts'
import { type Address, addressText } from '../../shared/lib/addresses.ts'
import { useActor } from '../lib/useActor.ts'
import { useProvinces, useRegions } from '../places/places.calls.ts'
import { CloseIcon } from '../ui/icons.tsx'
import { useAddressChange } from '../ui/useAddressChange.ts'

const nameIn = (places: { id: number; name: string }[] | undefined, id: string, otherwise: string): string =>
  places?.find((place) => String(place.id) === id)?.name ?? otherwise

const EMPTY: Partial<DashboardChoice> = { region: '', penro: '', grade: '', principle: '' }

/** What narrows a list behind a number of the dashboard; each is removed by pressing it, unless it is the person's scope. */
export function NarrowedBy({ choice }: { choice: DashboardChoice }) {
  const actor = useActor()
  const address: Address = useSearch({ strict: false })
  const change = useAddressChange()
  const regions = useRegions().data?.data
  const inRegion = Number(choice.region) || Number(address.in_region) || null
  const provinces = useProvinces(inRegion).data?.data
  const places = {
    region: (id: string) => nameIn(regions, id, 'One region'),
    province: (id: string) => nameIn(provinces, id, 'One province'),
  }
  const may = visibleFilters(actor, choice)
  const start = startChoice(actor)
  const isLocked = {
    accessLevel: may.level === 'locked',
    region: may.region !== 'open',
    penro: may.penro !== 'open',
    category: false,
    grade: false,
    principle: false,
  } satisfies Record<keyof DashboardChoice, boolean>

  const ofChoice = choiceNarrowings(choice, places).map(({ words, fields }) => ({
    words,
    remove: fields.some((field) => isLocked[field])
      ? null
      : () => {
          const cleared = Object.fromEntries(fields.map((field) => [field, EMPTY[field] ?? start[field]]))
          change({ ...addressOf(actor, withChange(actor, choice, cleared)), page: undefined })
        },
  }))
  const read = (name: CountedName) => addressText(address[name])
  const ofNumber = countedNarrowings(read, places).map(({ words, fields }) => ({
    words,
    remove: () => change({ ...Object.fromEntries(fields.map((name) => [name, undefined])), page: undefined }),
  }))
  const all = [...ofChoice, ...ofNumber]
  if (all.length === 0) return null
  return (
    <Group gap={8} mb="md" role="group" aria-label="Filtered by">
      <span>Filtered by</span>
      {all.map(({ words, remove }) =>
        remove === null ? (
          <span key={words} className="pill">
            {words}
          </span>
        ) : (
          <Button
            key={words}
            variant="default"
            size="compact-sm"
            h="auto"
            mih={28}
            maw="100%"
            className="wraps"
            aria-label={`${words}: remove this filter`}
            rightSection={<CloseIcon size={14} />}
            onClick={remove}
          >
            {words}
          </Button>
        ),
      )}
    </Group>
  )
}
