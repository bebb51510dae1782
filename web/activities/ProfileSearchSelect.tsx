import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../shared/lib/format.ts'
import type { SiteRow } from '../../shared/sites/sites.schema.ts'
import { SEARCH_DEBOUNCE_MS } from '../lib/debounces.ts'
import { candidatesQuery } from './activities.calls.ts'
import { profileName, ProfileSelect } from './ProfileSelect.tsx'

type ProfileSearchSelectProps = {
  chosen: SiteRow | null
  onChoose: (id: number) => void
  error: string | null
}

/** A choice among any number of sites: the server searches for the typed text and reports how many more match. */
export function ProfileSearchSelect({ chosen, onChoose, error }: ProfileSearchSelectProps) {
  const [typed, setTyped] = useState('')
  // the field then shows the name of the chosen site, which is not a search
  const isSearch = !chosen || typed !== profileName(chosen.name_of_partner, chosen.code)
  const text = isSearch ? typed.trim() : ''
  const [asked] = useDebouncedValue(text, SEARCH_DEBOUNCE_MS)
  const { data, isPlaceholderData, isError } = useQuery(candidatesQuery(asked))

  const isWaiting = text !== asked || isPlaceholderData || (!data && !isError)
  const found = isWaiting ? [] : (data?.siteProfiles ?? [])
  // the field needs the chosen site among its options, also when the search did not find it
  const isKnown = !chosen || found.some(({ id }) => id === chosen.id)
  return (
    <ProfileSelect
      profiles={isKnown ? found : [...found, chosen]}
      chosen={chosen?.id ?? null}
      onChoose={onChoose}
      error={error ?? (isError ? 'The sites could not be searched. Please type again in a moment.' : null)}
      search={{
        onType: setTyped,
        found: found.map(({ id }) => id),
        isWaiting,
        note: isWaiting ? null : moreNote(found.length, data?.filteredCount),
      }}
    />
  )
}

/** Says how much of the list is not shown; null when all of it is. */
function moreNote(shown: number, found = 0): string | null {
  return found > shown
    ? `The first ${shown} of ${formatCount(found)} are listed; type more of the name or code to find the others.`
    : null
}
