import L from 'leaflet'
import type { Position } from '../../shared/boundary/boundary.schema.ts'
import type { Country, RankedTown } from '../places/country.ts'
import { nameMeter } from '../places/name-width.ts'
import { type Box, placeTowns, type TownSpot, townsInView } from '../places/place-towns.ts'
import { mapText } from './map-text.ts'
import styles from './SiteMap.module.css'

/** A town that a map names whatever its size. */
export type NamedTown = { name: string; point: Position }

/** Draws the borders between provinces, which with the outlines of the regions are all. */
export function drawProvinceLines(map: L.Map, { lines }: Country): void {
  const drawn = lines.map((line) => line.map(([lon, lat]): [number, number] => [lat, lon]))
  L.polyline(drawn, { pane: 'provinces', className: styles.province ?? '', interactive: false }).addTo(map)
}

/** The parts of the view where nothing may be written: buttons, scale and degrees. */
function furniture(map: L.Map, frame: DOMRect): Box[] {
  const places = map.getContainer().querySelectorAll(`.leaflet-control, .${styles.degrees} span`)
  return [...places].map((place) => {
    const { left, right, top, bottom } = place.getBoundingClientRect()
    return {
      left: left - frame.left,
      right: right - frame.left,
      top: top - frame.top,
      bottom: bottom - frame.top,
    }
  })
}

type Wanted = { nearest: readonly NamedTown[]; towns: readonly RankedTown[] }

/** Names the towns of the view where no other label is: the nearest to a boundary first, then the larger ones. */
export function drawTowns(map: L.Map, { nearest, towns }: Wanted, taken: readonly Box[], onto: L.LayerGroup) {
  onto.clearLayers()
  const bounds = map.getBounds()
  const view = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()] as const
  const isNearest = ({ name, point }: NamedTown) =>
    nearest.some((one) => one.name === name && one.point[0] === point[0] && one.point[1] === point[1])
  const named = [
    ...nearest,
    ...townsInView(towns, [...view], map.getZoom()).filter((town) => !isNearest(town)),
  ]
  const widthOf = nameMeter()
  const spots = named.map(({ name, point }): TownSpot => {
    const { x, y } = map.latLngToContainerPoint([point[1], point[0]])
    return { name, point, x, y, width: widthOf(name) }
  })
  const frame = map.getContainer().getBoundingClientRect()
  const placed = placeTowns(spots, {
    frame: { left: 0, top: 0, right: frame.width, bottom: frame.height },
    taken: [...taken, ...furniture(map, frame)],
  })
  for (const { name, point, side } of placed)
    L.marker([point[1], point[0]], {
      pane: 'towns',
      icon: L.divIcon({
        className: `${styles.town} ${styles[side]}`,
        html: mapText(name),
        iconSize: [0, 0],
      }),
      interactive: false,
      keyboard: false,
    }).addTo(onto)
}
