import L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { lazy, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { BoundaryGeometry, NearbyTown, Position } from '../../shared/boundary/boundary.schema.ts'
import { outlineOf, REGION_OUTLINES } from '../../shared/boundary/region-outlines.ts'
import { formatHectares } from '../../shared/lib/decimals.ts'
import type { MapLand, MapPhotos } from '../land/map-content.ts'
import { loadConfig } from '../lib/config.ts'
import { COUNTRY_CREDIT, useCountry } from '../places/country.ts'
import { graticule } from './graticule.ts'
import { drawProvinceLines } from './map-country.ts'
import { useLabels } from './map-labels.ts'
import {
  addPanes,
  forEachPath,
  labelAt,
  landParts,
  type MapLabel,
  type MapPart,
  type MapSign,
  name,
  shape,
} from './map-parts.ts'
import { MapToggles } from './MapToggles.tsx'
import { keepOneStop, leadByArrows } from './map-stops.ts'
import { mapText } from './map-text.ts'
import { type PlaceView, REGIONS_VIEW, SITE_FIT } from './map-view.ts'
import styles from './SiteMap.module.css'

export type MapNeighbour = { code: string; name_of_partner: string; geometry: BoundaryGeometry }

type MapContent = {
  boundary?: BoundaryGeometry | null | undefined
  hectares?: number | null | undefined
  /** the nearest first */
  neighbours?: MapNeighbour[] | undefined
  overlaps?: BoundaryGeometry[] | undefined
  /** the region to show without a boundary */
  regionId?: number | null | undefined
  /** the chosen place to show without a boundary */
  place?: PlaceView | null | undefined
  /** a point where the boundary crosses itself */
  invalidAt?: Position | null | undefined
  /** the boundary before a change */
  before?: { geometry: BoundaryGeometry; area_ha: number } | null | undefined
}

/** how much land is seen on each side of a boundary, by its own size */
const AROUND = 0.75

/** `label`: what the map shows, for screen readers. Layers, photographs and neighbours can be hidden beside it. */
export type SiteMapProps = MapContent & {
  label: string
  land?: MapLand | undefined
  photos?: MapPhotos | undefined
  /** the nearest to the boundary, which are named before the others */
  towns?: NearbyTown[] | undefined
}

const MapTables = lazy(() => import('../land/MapTables.tsx').then((file) => ({ default: file.MapTables })))

const regions = REGION_OUTLINES.map(({ geometry }) => shape(geometry))

/** Draws the neighbours; returns their codes as labels. */
function drawNeighbours(neighbours: MapNeighbour[], onto: L.LayerGroup): MapLabel[] {
  return neighbours.map((neighbour) => {
    const words = `${neighbour.code}, ${neighbour.name_of_partner}`
    const layer = L.geoJSON(shape(neighbour.geometry), {
      pane: 'beside',
      style: { className: styles.neighbour ?? '' },
    })
    layer.bindTooltip(mapText(words), { sticky: true }).addTo(onto)
    forEachPath(layer, (path) => name(path, `Neighbouring site ${words}`))
    return labelAt(layer.getBounds().getCenter(), neighbour.code, onto, styles.code)
  })
}

const neighbourPart = (neighbours: MapNeighbour[]): MapPart => ({
  key: 'neighbours',
  label: 'Neighbouring sites',
  mark: styles.neighbour ?? '',
  draw: (onto) => drawNeighbours(neighbours, onto),
})

/** Draws the boundary before a change, dashed under the present one; returns its bounds. */
function drawBefore(before: NonNullable<SiteMapProps['before']>, onto: L.LayerGroup): L.LatLngBounds {
  const layer = L.geoJSON(shape(before.geometry), { style: { className: styles.before ?? '' } }).addTo(onto)
  forEachPath(layer, (path) => name(path, `Boundary before, ${formatHectares(before.area_ha)} ha`))
  return layer.getBounds()
}

/** Draws a named dot at a point inside the place, and shows the place. */
function showPlace(map: L.Map, { name: words, point: [lon, lat], zoom }: PlaceView, onto: L.LayerGroup) {
  const dot = L.circleMarker([lat, lon], { radius: 6, className: styles.place ?? '' }).addTo(onto)
  name(dot, words)
  map.setView([lat, lon], zoom, { animate: false })
}

/** the id of the pattern of land in both the boundary and a layer, beside that of overlaps with other sites */
const landHatch = (hatch: string): string => `${hatch}-land`

const Hatch = ({ id, degrees, line }: { id: string; degrees: number; line: string | undefined }) => (
  <pattern id={id} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform={`rotate(${degrees})`}>
    <rect width="8" height="8" className={styles.hatchBack} />
    <line x1="0" y1="0" x2="0" y2="8" className={line} />
  </pattern>
)

/** Draws all but the parts that can be hidden; returns the labels in the order in which they get room. */
function draw(map: L.Map, group: L.LayerGroup, features: MapContent, hatch: string): MapLabel[] {
  const { boundary, hectares, overlaps = [] } = features
  const { regionId, invalidAt, before, place } = features
  const outline = regionId ? outlineOf(regionId) : null
  const region = outline && shape(outline)
  if (region)
    L.geoJSON(region, {
      pane: 'outlines',
      style: { className: styles.region ?? '' },
      interactive: false,
    }).addTo(group)
  const labels: MapLabel[] = []
  let bounds = region ? L.geoJSON(region).getBounds() : null
  const old = before ? drawBefore(before, group) : null
  if (boundary) {
    const layer = L.geoJSON(shape(boundary), { style: { className: styles.boundary ?? '' } }).addTo(group)
    const words = hectares ? `${formatHectares(hectares)} ha` : 'Boundary'
    forEachPath(layer, (path) => name(path, `Site boundary, ${words}`))
    bounds = layer.getBounds()
    labels.push(labelAt(bounds.getCenter(), words, group))
  }
  if (old) bounds = old.extend(bounds ?? old)
  for (const overlap of overlaps) {
    const layer = L.geoJSON(shape(overlap), {
      style: { className: styles.overlap ?? '', fillColor: `url(#${hatch})`, fillOpacity: 1 },
    }).addTo(group)
    forEachPath(layer, (path) => name(path, 'Overlap with another site'))
  }
  if (invalidAt)
    L.circleMarker([invalidAt[1], invalidAt[0]], { radius: 9, className: styles.fault ?? '' })
      .bindTooltip(mapText('The boundary crosses itself here'))
      .addTo(group)

  if (place && !boundary && !old) showPlace(map, place, group)
  else if (bounds?.isValid()) map.fitBounds(boundary && !old ? bounds.pad(AROUND) : bounds, SITE_FIT)
  return labels
}

/** Without its background the map still shows the site, so a failure is only logged (001 §2). */
const logMissingTiles = (cause: unknown) =>
  console.warn('The background of the map could not be loaded.', cause)

/** What is below everything else: the operator's base map or tiles, else the outlines alone. */
type Ground = { kind: 'none' | 'tiles' | 'map'; credit: string }

const NO_GROUND: Ground = { kind: 'none', credit: '' }

async function addGround(map: L.Map): Promise<Ground> {
  const { tiles_url, base_map, map_credit } = await loadConfig()
  if (tiles_url) {
    L.tileLayer(tiles_url).on('tileerror', logMissingTiles).addTo(map)
    return { kind: 'tiles', credit: map_credit }
  }
  if (!base_map) return NO_GROUND
  const { addBaseMap } = await import('./base-map.ts')
  // the page may be left before the engine has come
  if (!map.getContainer().isConnected) return NO_GROUND
  addBaseMap(map, base_map)
  return { kind: 'map', credit: base_map.credit || map_credit }
}

const NO_TOWNS: NearbyTown[] = []

/**
 * The map of one site: region outline, province lines, graticule, boundary, neighbours, overlaps, towns; the layers of land
 * and the photographs that its page has; below all a base map, which has its own lines and towns, or tiles where configured.
 */
export function SiteMap(props: SiteMapProps) {
  const place = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<L.Map | null>(null)
  const [ground, setGround] = useState<Ground | null>(null)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  // a base map has lines and towns of its own
  const isOwnCountry = ground !== null && ground.kind !== 'map'
  const country = useCountry(isOwnCountry)
  const nearest = (isOwnCountry && props.towns) || NO_TOWNS
  const setLabels = useLabels(map, { nearest, country })
  const hatch = `hatch-${useId().replaceAll(/[^a-z0-9]/gi, '')}`

  useEffect(() => {
    if (!place.current) return
    const made = L.map(place.current, {
      ...REGIONS_VIEW,
      scrollWheelZoom: false,
      attributionControl: false,
      fadeAnimation: false,
    })
    addPanes(made)
    leadByArrows(made)
    L.control.scale({ imperial: false }).addTo(made)
    graticule(made, { line: styles.graticule ?? '', label: styles.degrees ?? '' })
    L.geoJSON(regions, {
      pane: 'outlines',
      style: { className: styles.outline ?? '' },
      interactive: false,
    }).addTo(made)
    addGround(made).then(setGround, (cause: unknown) => {
      logMissingTiles(cause)
      setGround(NO_GROUND)
    })
    setMap(made)
    const watch = new ResizeObserver(() => made.invalidateSize())
    watch.observe(place.current)
    return () => {
      watch.disconnect()
      made.remove()
      setMap(null)
    }
  }, [])

  useEffect(() => {
    if (map && country) drawProvinceLines(map, country)
  }, [map, country])

  const { boundary, hectares, neighbours, towns, overlaps, regionId, invalidAt, before, label } = props
  const { place: chosen, land, photos } = props
  useEffect(() => {
    if (!map) return
    const shown = { boundary, hectares, overlaps, regionId, invalidAt, before, place: chosen }
    const group = L.layerGroup().addTo(map)
    setLabels('fixed', draw(map, group, shown, hatch))
    keepOneStop(map)
    return () => {
      group.remove()
    }
  }, [map, setLabels, boundary, hectares, overlaps, regionId, invalidAt, before, chosen, hatch])

  const signs: MapSign[] =
    overlaps && overlaps.length > 0
      ? [{ key: 'overlaps', label: 'Overlap with another site', mark: styles.overlap ?? '', fill: hatch }]
      : []
  const parts = useMemo(
    () => [
      ...(neighbours && neighbours.length > 0 ? [neighbourPart(neighbours)] : []),
      ...landParts(land, photos, landHatch(hatch)),
    ],
    [neighbours, land, photos, hatch],
  )
  // apart from the rest, so that the map stays where the reader has moved it
  useEffect(() => {
    if (!map) return
    const group = L.layerGroup().addTo(map)
    const shown = parts.filter(({ key }) => !hidden.has(key))
    // the names of land come before the codes of neighbours, which are drawn below
    const labels = shown.map((part) => part.draw(group))
    setLabels('parts', labels.toReversed().flat())
    keepOneStop(map)
    return () => {
      group.remove()
    }
  }, [map, setLabels, parts, hidden])

  return (
    <>
      <div className={styles.frame} data-ground={ground?.kind}>
        <svg width="0" height="0" aria-hidden="true" className={styles.defs}>
          <Hatch id={hatch} degrees={45} line={styles.hatchLine} />
          <Hatch id={landHatch(hatch)} degrees={-45} line={styles.landLine} />
        </svg>
        <div
          ref={place}
          className={styles.map}
          role="region"
          aria-label={label}
          aria-describedby={`${hatch}-keys`}
        />
        <p id={`${hatch}-keys`} className={styles.keys}>
          The arrow keys lead from shape to shape.
        </p>
      </div>
      {ground?.credit ? <p className="fine">{ground.credit}</p> : null}
      {country ? (
        <p className="fine">{COUNTRY_CREDIT}</p>
      ) : towns && towns.length > 0 ? (
        <p className="fine">Nearest towns: GeoNames, CC BY 4.0</p>
      ) : null}
      <MapToggles signs={signs} parts={parts} hidden={hidden} onChange={setHidden} />
      {land || photos ? (
        <Suspense fallback={null}>
          <MapTables land={land} photos={photos} />
        </Suspense>
      ) : null}
    </>
  )
}
