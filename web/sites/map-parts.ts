import type { MultiPolygon } from 'geojson'
import L from 'leaflet'
import type { Bbox, BoundaryGeometry, Position } from '../../shared/boundary/boundary.schema.ts'
import { formatHectares } from '../../shared/lib/decimals.ts'
import type { MapLand, MapPhotos } from '../land/map-content.ts'
import { labelPlaces } from './label-places.ts'
import { mapText } from './map-text.ts'
import styles from './SiteMap.module.css'

/** What the map always has, named beside it: `mark` and `fill` are the look of its sign, as on the map. */
export type MapSign = {
  key: string
  label: string
  mark: string
  /** the id of a pattern */
  fill?: string
}

/** A part of the map that the reader can hide: its name beside the map, and how it is drawn there. */
export type MapPart = MapSign & { draw: (onto: L.LayerGroup) => MapLabel[] }

/** A name on the map; one with `placesIn` moves with the view to the first place that is free. */
export type MapLabel = { tooltip: L.Tooltip; placesIn?: (view: Bbox) => Position[] }

/** A text on the map that is shown while there is room for it; the shapes themselves have names. */
export function labelAt(
  at: L.LatLngExpression,
  words: string,
  onto: L.LayerGroup,
  className = styles.label ?? '',
): MapLabel {
  const tooltip = L.tooltip({ permanent: true, direction: 'center', className })
  tooltip.setLatLng(at).setContent(mapText(words)).addTo(onto)
  tooltip.getElement()?.setAttribute('aria-hidden', 'true')
  return { tooltip }
}

/** what is drawn over what, the lowest first; the boundary has Leaflet's own place at 400 */
const PANES = {
  outlines: 350,
  provinces: 360,
  land: 380,
  beside: 390,
  shared: 410,
  towns: 440,
  photos: 450,
} as const

export function addPanes(map: L.Map): void {
  for (const [name, level] of Object.entries(PANES)) map.createPane(name).style.zIndex = String(level)
  // without the shapes they are a list of names without a place
  map.getPane('towns')?.setAttribute('aria-hidden', 'true')
}

export const shape = (geometry: BoundaryGeometry) => geometry as MultiPolygon

/** Adds a name to a shape, which Leaflet does not do; it can then be focused (map-stops.ts). */
export function name(layer: L.Path, words: string) {
  const element = layer.getElement()
  element?.setAttribute('role', 'img')
  element?.setAttribute('aria-label', words)
}

export function forEachPath(group: L.GeoJSON, act: (path: L.Path) => void) {
  group.eachLayer((layer) => {
    if (layer instanceof L.Path) act(layer)
  })
}

/** how the layers differ from each other beside their names: as many lines as there are, then again the first */
const LOOKS = 4

function layerParts({ layers }: MapLand): MapPart[] {
  return layers.map((layer, index) => {
    const look = styles[`land${index % LOOKS}`] ?? ''
    return {
      key: `layer ${layer.id}`,
      label: `${layer.name}, according to ${layer.according_to}`,
      mark: look,
      draw: (onto) =>
        layer.features.map(({ drawing, words, label }) => {
          const drawn = L.geoJSON(shape(drawing), {
            pane: 'land',
            style: { className: `${styles.land} ${look}` },
          })
          drawn.bindTooltip(mapText(words), { sticky: true }).addTo(onto)
          forEachPath(drawn, (path) => name(path, words))
          const written = labelAt(drawn.getBounds().getCenter(), label, onto, styles.landName)
          return { ...written, placesIn: (view) => labelPlaces(drawing, view) }
        }),
    }
  })
}

const sharedPart = ({ shared }: MapLand, hatch: string): MapPart => ({
  key: 'shared',
  label: 'Land in both the boundary and a layer',
  mark: styles.shared ?? '',
  fill: hatch,
  draw: (onto) => {
    for (const { drawing, layer, words, overlap_ha } of shared) {
      const said = `${formatHectares(overlap_ha)} ha in ${layer}: ${words}`
      const drawn = L.geoJSON(shape(drawing), {
        pane: 'shared',
        style: { className: styles.shared ?? '', fillColor: `url(#${hatch})`, fillOpacity: 1 },
      })
      drawn.bindTooltip(mapText(said), { sticky: true }).addTo(onto)
      forEachPath(drawn, (path) => name(path, said))
    }
    return []
  },
})

const photoPart = ({ points }: MapPhotos): MapPart => ({
  key: 'photos',
  label: 'Where photographs say that they were taken',
  mark: styles.photoMark ?? '',
  draw: (onto) => {
    for (const photo of points) {
      const [lon, lat] = photo.point
      const said = `${photo.name}, ${photo.indicator}: ${photo.where}`
      const dot = L.circleMarker([lat, lon], { pane: 'photos', radius: 6, className: styles.photo ?? '' })
      dot.bindTooltip(mapText(said)).addTo(onto)
      name(dot, `Photograph ${said}`)
    }
    return []
  },
})

/** The parts that layers and photographs add to a map, the lowest first; none for what is not there. */
export function landParts(
  land: MapLand | undefined,
  photos: MapPhotos | undefined,
  hatch: string,
): MapPart[] {
  return [
    ...(land ? layerParts(land) : []),
    ...(land && land.shared.length > 0 ? [sharedPart(land, hatch)] : []),
    ...(photos && photos.points.length > 0 ? [photoPart(photos)] : []),
  ]
}
