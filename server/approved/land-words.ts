import type { PublicInstrument } from '../../shared/approved/approved.schema.ts'
import type { NearbyTown } from '../../shared/boundary/boundary.schema.ts'
import { distanceWords } from '../../shared/boundary/nearest-towns.ts'
import { formatHectares } from '../../shared/lib/decimals.ts'
import type { ApprovedSiteMap } from '../../shared/public/public-page.ts'
import type { PlainKey, Translate } from '../../shared/texts/translate.ts'
import { dayIn, listIn } from '../../shared/texts/words.ts'
import type { LineLook } from './site-picture.ts'

/* What a page says of the land of a site, in its language. The server writes it, so that no page loads the sentences. */

const WIND_KEYS = {
  north: 'land.north',
  'north-east': 'land.north_east',
  east: 'land.east',
  'south-east': 'land.south_east',
  south: 'land.south',
  'south-west': 'land.south_west',
  west: 'land.west',
  'north-west': 'land.north_west',
} as const satisfies Record<NonNullable<NearbyTown['direction']>, PlainKey>

/** "Certification Precondition, 2024; PAMB clearance, 2019 (expired)", with the name of the fact; null if there is none. */
export function instrumentsIn(t: Translate, instruments: readonly PublicInstrument[]) {
  if (instruments.length === 0) return null
  const words = instruments.map(({ kind, year, expired }) =>
    t(expired ? 'land.expired_instrument' : 'land.instrument', { kind, year }),
  )
  return { name: t('land.instruments'), words: words.join('; ') }
}

/** "12 km north-east of Lucena and 31 km south of Pasig" */
const townsIn = (t: Translate, towns: readonly NearbyTown[]): string =>
  listIn(
    t,
    towns.map(({ name: town, km, direction }) =>
      direction === null
        ? t('land.in_town', { town })
        : t('land.from_town', { distance: distanceWords(km), wind: t(WIND_KEYS[direction]), town }),
    ),
  )

/** What the picture of a site shows. */
export type SiteMapFacts = {
  code: string
  area_ha: number
  towns: readonly NearbyTown[]
  neighbours: ApprovedSiteMap['neighbours']
  layers: readonly {
    look: LineLook
    name: string
    source: string
    source_date: string
    attribution: string
  }[]
}

/** The words beside a picture, and those in its place. */
export function siteMapIn(t: Translate, facts: SiteMapFacts): ApprovedSiteMap {
  const { code, neighbours } = facts
  const hectares = formatHectares(facts.area_ha)
  const towns = townsIn(t, facts.towns)
  const shown = { code, hectares, towns }
  const count = neighbours.length
  return {
    hectares,
    towns,
    neighbours,
    layers: facts.layers.map(({ look, name, source, source_date, attribution }) =>
      t('land.layer', {
        look: t(look.key),
        name,
        source,
        day: dayIn(t, source_date),
        credit: attribution,
      }),
    ),
    words: [
      count === 1 ? t('land.map_one', shown) : t('land.map', { ...shown, count }),
      ...facts.layers.map(({ look, name }) => t('land.layer_drawn', { look: t(look.key), name })),
    ].join(' '),
  }
}
