import { Stack } from '@mantine/core'

type Place = { city: string | null; province: string | null }

/** "Pangil, Laguna"; the capital region has no provinces. */
export const placeOf = ({ city, province }: Place): string =>
  [city, province].filter((part) => part !== null && part !== '').join(', ')

/** A site's name with its place, which distinguishes sites of the same name. */
export const SiteName = ({ name, place }: { name: string; place: Place }) => (
  <Stack component="span" gap={0}>
    <span>{name}</span>
    <small className="fine">{placeOf(place)}</small>
  </Stack>
)
