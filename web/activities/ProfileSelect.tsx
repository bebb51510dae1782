import { type OptionsFilter, Select, Stack } from '@mantine/core'
import type { SiteRow } from '../../shared/sites/sites.schema.ts'
import { placeOf } from '../ui/SiteName.tsx'

export const PROFILE_LABEL = 'Profiling of SITES'

/** "Partner name - code" (ACTIVITIES-13). */
export const profileName = (name: string, code: string): string => `${name} - ${code}`

type Profile = Pick<SiteRow, 'id' | 'code' | 'name_of_partner' | 'city' | 'province'>

type ProfileSelectProps = {
  profiles: Profile[]
  chosen: number | null
  /** absent once an activity exists: its profile can no longer change (ACTIVITIES-16) */
  onChoose?: (id: number) => void
  error?: string | null
  /** the server searches; while there is text, only its results are listed */
  search?: { onType: (text: string) => void; found: number[]; isWaiting: boolean; note: string | null }
}

const only =
  (ids: number[]): OptionsFilter =>
  ({ options }) =>
    options.filter((option) => 'value' in option && ids.includes(Number(option.value)))

/** One site of the list. Sites of the same name differ by code and place, which are never cut off. */
function Choice({ profile }: { profile: Profile }) {
  return (
    <Stack component="span" gap={0} className="breaks">
      <span>{profile.name_of_partner}</span>
      <span className="quiet">
        <strong className="code">{profile.code}</strong> {placeOf(profile)}
      </span>
    </Stack>
  )
}

/** Shown in an empty list: without an option, screen readers do not see a list. */
const nothingFound = (words: string) => (
  <span role="option" aria-disabled="true" aria-selected="false" tabIndex={-1}>
    {words}
  </span>
)

/** Chooses the site of the activity. */
export function ProfileSelect({ profiles, chosen, onChoose, error = null, search }: ProfileSelectProps) {
  const byValue = new Map(profiles.map((profile) => [String(profile.id), profile]))
  const value = chosen === null ? null : String(chosen)
  const profile = value === null ? undefined : byValue.get(value)
  return (
    <Stack gap={4} maw={640}>
      <Select
        label={PROFILE_LABEL}
        description={
          onChoose ? (
            <>
              Approved sites of your office without an activity in work. Type to search.{' '}
              <span role="status">{search?.note}</span>
            </>
          ) : (
            'Cannot be changed once the activity is started.'
          )
        }
        placeholder="Choose a site"
        nothingFoundMessage={nothingFound(search?.isWaiting ? 'Searching…' : 'No site found')}
        searchable
        {...(search && { onSearchChange: search.onType, filter: only(search.found) })}
        allowDeselect={false}
        // the list itself scrolls: the keyboard cannot reach a scrolling box inside it
        withScrollArea={false}
        styles={{ options: { maxHeight: 260, overflowY: 'auto' } }}
        disabled={!onChoose}
        error={error}
        data={profiles.map(({ id, code, name_of_partner }) => ({
          value: String(id),
          label: profileName(name_of_partner, code),
        }))}
        renderOption={({ option }) => {
          const offered = byValue.get(option.value)
          return offered ? <Choice profile={offered} /> : option.label
        }}
        value={value}
        onChange={(picked) => picked && onChoose?.(Number(picked))}
      />
      {profile ? (
        <p className="quiet">
          <strong className="code">{profile.code}</strong> {placeOf(profile)}
        </p>
      ) : null}
    </Stack>
  )
}
