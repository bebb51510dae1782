import L from 'leaflet'
import { useCallback, useEffect, useRef } from 'react'
import type { Bbox, Position } from '../../shared/boundary/boundary.schema.ts'
import type { Country } from '../places/country.ts'
import type { Box } from '../places/place-towns.ts'
import { drawTowns, type NamedTown } from './map-country.ts'
import type { MapLabel } from './map-parts.ts'

/**
 * Hides each label that has no place where it covers no earlier one and is not cut by the edge of the map; each name is
 * written once. Returns where the others are, in pixels of the map.
 */
function declutter(map: L.Map, labels: readonly MapLabel[]): Box[] {
  const frame = map.getContainer().getBoundingClientRect()
  const bounds = map.getBounds()
  const view: Bbox = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
  const seen: Box[] = []
  const names = new Set<string>()
  const isFree = (box: Box) =>
    box.left >= 0 &&
    box.right <= frame.width &&
    box.bottom <= frame.height &&
    !seen.some(
      ({ left, right, top, bottom }) =>
        left < box.right && box.left < right && top < box.bottom && box.top < bottom,
    )
  for (const { tooltip, placesIn } of labels) {
    const element = tooltip.getElement()
    if (!element) continue
    const { left, top, width, height } = element.getBoundingClientRect()
    const from = (x: number, y: number): Box => ({ left: x, right: x + width, top: y, bottom: y + height })
    const own = from(left - frame.left, top - frame.top)
    const around = ([lon, lat]: Position): Box => {
      const { x, y } = map.latLngToContainerPoint([lat, lon])
      return from(x - width / 2, y - height / 2)
    }
    const place = placesIn?.(view).find((at) => isFree(around(at)))
    const box = place ? around(place) : placesIn ? null : own
    const words = element.textContent ?? ''
    const hasPlace = box !== null && !names.has(words) && isFree(box)
    if (place) tooltip.setLatLng([place[1], place[0]])
    element.style.visibility = hasPlace ? '' : 'hidden'
    if (!hasPlace) continue
    seen.push(box)
    names.add(words)
  }
  return seen
}

const NO_TOWNS: Country['towns'] = []

type Towns = { nearest: readonly NamedTown[]; country: Country | null }

/**
 * The labels of a map, arranged whenever some are drawn or the map moves: earlier ones get room first, the names of towns
 * what is left.
 */
export function useLabels(map: L.Map | null, { nearest, country }: Towns) {
  const labels = useRef({ fixed: [] as MapLabel[], parts: [] as MapLabel[] })
  const towns = useRef<Towns>({ nearest: [], country: null })
  const townLayer = useRef<L.LayerGroup | null>(null)
  const arrange = useCallback(() => {
    if (!map || !townLayer.current) return
    const taken = declutter(map, [...labels.current.fixed, ...labels.current.parts])
    const wanted = { nearest: towns.current.nearest, towns: towns.current.country?.towns ?? NO_TOWNS }
    drawTowns(map, wanted, taken, townLayer.current)
  }, [map])
  useEffect(() => {
    if (!map) return
    const layer = L.layerGroup().addTo(map)
    townLayer.current = layer
    map.on('moveend', arrange)
    return () => {
      townLayer.current = null
      layer.remove()
      map.off('moveend', arrange)
    }
  }, [map, arrange])
  useEffect(() => {
    towns.current = { nearest, country }
    arrange()
  }, [nearest, country, arrange])
  return useCallback(
    (which: 'fixed' | 'parts', drawn: MapLabel[]) => {
      labels.current[which] = drawn
      arrange()
    },
    [arrange],
  )
}
