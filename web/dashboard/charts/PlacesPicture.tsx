import { lazy } from 'react'
import type { FiguresAbout, PlaceCount } from '../../../shared/dashboard/dashboard.schema.ts'
import type { Leads } from '../../../shared/dashboard/leads.ts'
import { placesMessage, sitesOf } from '../../../shared/dashboard/messages.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import { CountLink } from '../CountLink.tsx'
import { WhenSeen } from '../../ui/WhenSeen.tsx'
import { Bar } from './Bar.tsx'
import styles from './charts.module.css'
import { Picture } from './Picture.tsx'
import { segments } from './shapes.ts'

const RegionsDrawn = lazy(() =>
  import('./RegionsDrawn.tsx').then((module) => ({ default: module.RegionsDrawn })),
)

const MAX_BAR_PERCENT = 76

type PlacesPictureProps = {
  regions: PlaceCount[]
  provinces: PlaceCount[]
  sites: number
  about: FiguresAbout
  leads: Leads
  busy: boolean
}

/** The places of the approved sites: by region on the map or, for a single region, by province beside it. */
export function PlacesPicture({ regions, provinces, sites, about, leads, busy }: PlacesPictureProps) {
  const one = regions.length === 1
  const places = one ? provinces : regions
  const leadOf = one ? leads.province : leads.region
  const listed = [...places].sort((a, b) => b.count - a.count).filter(({ count }) => count > 0)
  const most = Math.max(0, ...places.map(({ count }) => count))
  return (
    <Picture
      className={one ? undefined : styles.wide}
      message={placesMessage(places, about)}
      about={
        <>
          <CountLink lead={leads.all(sites)} text={sitesOf(sites, about)} />, by {one ? 'province' : 'region'}
        </>
      }
      empty={sites === 0}
      busy={busy}
      table={{
        caption: `Approved sites by ${one ? 'province' : 'region'}`,
        head: [one ? 'Province' : 'Region', 'Approved sites'],
        rows: places.map((place) => [place.name, leadOf(place)]),
      }}
    >
      <div className={styles.places}>
        <WhenSeen waiting={<div className={styles.mapPlace} />}>
          <RegionsDrawn regions={regions} leads={leads} />
        </WhenSeen>
        <ul className={styles.rows} data-narrow>
          {listed.map((place) => (
            <li key={place.id}>
              <span className={styles.name}>{place.name}</span>
              <Bar
                parts={segments({ profiles: place.count }, ['profiles'], most, MAX_BAR_PERCENT)}
                end={formatCount(place.count)}
                height={16}
                leads={{ row: leadOf(place) }}
              />
            </li>
          ))}
        </ul>
      </div>
    </Picture>
  )
}
