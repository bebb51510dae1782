import type { BoundaryGeometry, Position } from '../../shared/boundary/boundary.schema.ts'
import { CONSIDERATION } from '../../shared/land/layers.fields.ts'
import type { LayerKind } from '../../shared/land/layer-kinds.ts'
import type { Consideration } from '../../shared/land/layers.schema.ts'

/** Invented land around the sites of the demo bureau; nothing of it is true, and everything says so. */

/** Land that takes in the outer side of one approved site, or lies away from all sites. */
export type DemoFeature = {
  code: string
  name: string
  /** the first version that has it */
  since: number
  at:
    | {
        office: string /** the position of the site among those of its office, from 0 */
        site: number
        side: 'west' | 'east'
      }
    | { middle: Position }
  /** how far the office and the reviewers are with it; of land that meets no site: none */
  finding?: 'found' | 'explained' | 'accepted'
}

export type DemoLayer = {
  kind: LayerKind
  name: string
  consideration: Consideration
  /** the regions and provinces that its versions cover */
  covers: { covers_regions: number[]; covers_provinces: number[] }
  /** days before today on which each version was imported, oldest first */
  imported: readonly number[]
  features: readonly DemoFeature[]
}

const INVENTED = 'Invented for the demo bureau.'
const invented = (sentences: Consideration): Consideration =>
  Object.fromEntries(
    CONSIDERATION.names.map((field) => [field, `${sentences[field]} ${INVENTED}`]),
  ) as Consideration

export const DEMO_SOURCE = {
  source: 'Invented for the demo bureau',
  licence: 'Invented, so none is needed',
  attribution: 'Invented land, not a map of anything',
}

const ZAMBOANGA = { region: 13, del_sur: 43 }
/** all regions but the Zamboanga Peninsula, so that the demo has sites of which a layer says nothing */
const MOST_REGIONS = Array.from({ length: 18 }, (_, index) => index + 1).filter(
  (id) => id !== ZAMBOANGA.region,
)

export const DEMO_LAYERS: readonly DemoLayer[] = [
  {
    kind: 'ancestral_domain',
    name: 'Ancestral domains (invented for the demo)',
    consideration: invented({
      purpose:
        'Approvers of all levels read it to see where the consent of a community is needed before approval.',
      effect:
        'A constraint: land in an ancestral domain needs free, prior and informed consent; NCIP must be asked.',
      legal_base: 'Republic Act 8371.',
      not_good_for:
        'Its lines are drawn by hand and prove no title; domains that are claimed and not titled are missing.',
    }),
    covers: { covers_regions: MOST_REGIONS, covers_provinces: [ZAMBOANGA.del_sur] },
    imported: [400, 20],
    features: [
      {
        code: 'DEMO-AD-01',
        name: 'Invented domain of Lakewood',
        since: 1,
        at: { office: 'PENRO Zamboanga del Sur', site: 10, side: 'west' },
        finding: 'accepted',
      },
      {
        code: 'DEMO-AD-02',
        name: 'Invented domain of Esperanza',
        since: 2,
        at: { office: 'PENRO Agusan del Sur', site: 4, side: 'east' },
        finding: 'found',
      },
      { code: 'DEMO-AD-03', name: 'Invented domain of Palawan', since: 1, at: { middle: [118.9, 10.2] } },
    ],
  },
  {
    kind: 'protected_area',
    name: 'Protected areas (invented for the demo)',
    consideration: invented({
      purpose:
        'Offices and approvers read it to see where a clearance of the protected area board is needed.',
      effect: 'A constraint in strict zones; elsewhere the board, PAMB, must be asked for its clearance.',
      legal_base: 'Republic Act 7586, as amended by Republic Act 11038.',
      not_good_for: 'It does not say which zone a place is in, and buffer zones are missing.',
    }),
    covers: { covers_regions: MOST_REGIONS, covers_provinces: [] },
    imported: [30],
    features: [
      {
        code: 'DEMO-PA-01',
        name: 'Invented park of Kayapa',
        since: 1,
        at: { office: 'PENRO Nueva Vizcaya', site: 5, side: 'west' },
        finding: 'explained',
      },
      { code: 'DEMO-PA-02', name: 'Invented park of Samar', since: 1, at: { middle: [125.1, 11.9] } },
    ],
  },
]

/** degrees from the middle of a site that stay outside, and how far the land goes beyond the site */
const INSIDE = 0.004
const BEYOND = 0.07
/** less than half the distance between two rows of sites */
const HALF_HEIGHT = 0.0095

const ring = (corners: readonly Position[]): BoundaryGeometry => ({
  type: 'MultiPolygon',
  coordinates: [[[...corners, corners[0] as Position]]],
})

/** A strip that begins inside a site and goes on to the side where no other site is. */
export function landBeside([lon, lat]: Position, side: 'west' | 'east'): BoundaryGeometry {
  const way = side === 'east' ? 1 : -1
  const x = (degrees: number) => Number((lon + way * degrees).toFixed(6))
  const y = (share: number) => Number((lat + share * HALF_HEIGHT).toFixed(6))
  return ring([
    [x(INSIDE), y(-0.8)],
    [x(BEYOND * 0.6), y(-1)],
    [x(BEYOND), y(-0.3)],
    [x(BEYOND * 0.9), y(0.9)],
    [x(BEYOND * 0.3), y(1)],
    [x(INSIDE), y(0.7)],
  ])
}

/** A hexagon of some ten kilometres. */
export const landAround = ([lon, lat]: Position): BoundaryGeometry =>
  ring(
    Array.from({ length: 6 }, (_, corner): Position => {
      const angle = (Math.PI * corner) / 3
      return [
        Number((lon + 0.05 * Math.cos(angle)).toFixed(6)),
        Number((lat + 0.05 * Math.sin(angle)).toFixed(6)),
      ]
    }),
  )
