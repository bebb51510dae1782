import type { BoundaryGeometry } from '../../../shared/boundary/boundary.schema.ts'
import { SiteMap } from '../../../web/sites/SiteMap.tsx'

const square = (west: number, south: number, size = 0.01): BoundaryGeometry => ({
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        [west, south],
        [west + size, south],
        [west + size, south + size],
        [west, south + size],
        [west, south],
      ],
    ],
  ],
})
const feature = (layer_id: number, code: string | null, name: string | null, west: number) => ({
  layer_id,
  code,
  name,
  drawing: square(west, 14.203),
  words: `Layer ${layer_id}: ${name ?? 'an unnamed part'}`,
  label: name ?? `Layer ${layer_id}`,
})

const LAND = {
  layers: [
    {
      id: 1,
      kind: 'ancestral_domain' as const,
      name: 'Ancestral domains',
      according_to: 'NCIP, 1 March 2026',
      features: [feature(1, 'CADT 17', '<b>Tagbanua</b> & Co', 121.407), feature(1, null, null, 121.42)],
    },
    {
      id: 2,
      kind: 'protected_area' as const,
      name: 'Protected areas',
      according_to: 'DENR, 1 May 2025',
      features: [feature(2, 'PA 3', 'Mount Banahaw', 121.39)],
    },
  ],
  shared: [
    {
      layer: 'Ancestral domains',
      words: 'CADT 17, <b>Tagbanua</b> & Co',
      overlap_ha: 12.4,
      share: 0.03,
      drawing: square(121.407, 14.203, 0.003),
    },
  ],
  complete: false,
}
const PHOTOS = {
  points: [
    {
      file_id: 9,
      name: 'seedlings.jpg',
      indicator: '3.2.1',
      taken_at: '2026-03-01T14:05:09',
      point: [121.404, 14.204] as [number, number],
      where: '340 m outside the boundary',
    },
  ],
  more: 0,
}
const NEIGHBOURS = [{ code: 'SITES-1', name_of_partner: 'Samahan', geometry: square(121.412, 14.2) }]
const BOUNDARY = square(121.4, 14.2)
const OVERLAPS = [square(121.408, 14.2, 0.002)]

/** The map of a site with everything that it can have; the page of the product draws what its calls return. */
export const MapPiece = () => (
  <>
    <h2>Map</h2>
    <SiteMap
      label="Map of the site"
      boundary={BOUNDARY}
      hectares={118.55}
      neighbours={NEIGHBOURS}
      overlaps={OVERLAPS}
      land={LAND}
      photos={PHOTOS}
    />
  </>
)
