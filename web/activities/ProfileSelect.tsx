import { type OptionsFilter, Select } from '@mantine/core'
import type { SiteRow } from '../../shared/sites/sites.schema.ts'
import styles from './Activity.module.css'

export const PROFILE_LABEL = 'Profiling of SITES'

/** Partner name plus code (ACTIVITIES-13). */
export const profileName = (name: string, code: string): string => `${name} - ${code}`

type ProfileSelectProps = {
  profiles: Pick<SiteRow, 'id' | 'code' | 'name_of_partner'>[]
  chosen: number | null
  /** absent once an activity exists: the profile can no longer change (ACTIVITIES-16) */
  onChoose?: (id: number) => void
  error?: string | null
  /** the server searches: under a text only what it found is listed */
  search?: { onType: (text: string) => void; found: number[]; isWaiting: boolean; note: string | null }
}

const only =
  (ids: number[]): OptionsFilter =>
  ({ options }) =>
    options.filter((option) => 'value' in option && ids.includes(Number(option.value)))

/** Which site the activity is for. */
export function ProfileSelect({ profiles, chosen, onChoose, error = null, search }: ProfileSelectProps) {
  return (
    <Select
      label={PROFILE_LABEL}
      description={
        onChoose ? (
          <>
            Approved sites of your office without an activity in work. Type to search.{' '}
            <span role="status">{search?.note}</span>
          </>
        ) : (
          'Fixed since the activity was started.'
        )
      }
      placeholder="Choose a site"
      nothingFoundMessage={search?.isWaiting ? 'Searching…' : 'No site found'}
      searchable
      {...(search && { onSearchChange: search.onType, filter: only(search.found) })}
      allowDeselect={false}
      // the list itself scrolls: a scrolling box inside it could not be reached by keyboard
      withScrollArea={false}
      classNames={{ options: styles.options ?? '' }}
      disabled={!onChoose}
      error={error}
      maw={640}
      data={profiles.map(({ id, code, name_of_partner }) => ({
        value: String(id),
        label: profileName(name_of_partner, code),
      }))}
      value={chosen === null ? null : String(chosen)}
      onChange={(value) => value && onChoose?.(Number(value))}
    />
  )
}
