import { Group } from '@mantine/core'
import type { ReactNode } from 'react'

type Place = { city: string | null; province: string | null }

/** "Pangil, Laguna"; the capital region has no provinces. */
export const placeOf = ({ city, province }: Place): string =>
  [city, province].filter((part) => part !== null && part !== '').join(', ')

type SiteNameProps = {
  name: string
  place: Place
  /** beside the place; on a phone on a line of its own */
  children?: ReactNode
}

/** A site's name with its place, which distinguishes sites of the same name. */
export const SiteName = ({ name, place, children }: SiteNameProps) => (
  <div>
    {name}
    <Group gap="0 8px">
      <small className="fine">{placeOf(place)}</small>
      {children}
    </Group>
  </div>
)
