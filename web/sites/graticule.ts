import L from 'leaflet'
import { mapText } from './map-text.ts'

const STEPS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]
const LINES_WANTED = 6
const WIDEST = STEPS.length - 1

/** The smallest round distance between lines that draws no more than about six of them. */
function graticuleStep(span: number): number {
  return STEPS.find((step) => span / step <= LINES_WANTED) ?? STEPS[WIDEST] ?? 5
}

function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toFixed(6)))
}

const label = (text: string, className: string) =>
  L.divIcon({ className, html: mapText(text), iconSize: [0, 0] })

/** Lines of latitude and longitude with their degrees, redrawn as the map moves; they locate a map without tiles. */
export function graticule(map: L.Map, classes: { line: string; label: string }): void {
  const group = L.layerGroup().addTo(map)
  const draw = () => {
    group.clearLayers()
    const bounds = map.getBounds()
    const [west, south, east, north] = [
      bounds.getWest(),
      bounds.getSouth(),
      bounds.getEast(),
      bounds.getNorth(),
    ]
    const step = graticuleStep(Math.max(east - west, north - south))
    const options = { className: classes.line, weight: 1, interactive: false }
    const mark = (lat: number, lon: number, text: string) =>
      L.marker([lat, lon], { icon: label(text, classes.label), interactive: false, keyboard: false }).addTo(
        group,
      )
    for (const lat of multiples(south, north, step)) {
      L.polyline(
        [
          [lat, west - step],
          [lat, east + step],
        ],
        options,
      ).addTo(group)
      mark(lat, east, `${lat}°`)
    }
    for (const lon of multiples(west, east, step)) {
      L.polyline(
        [
          [south - step, lon],
          [north + step, lon],
        ],
        options,
      ).addTo(group)
      mark(south, lon, `${lon}°`)
    }
  }
  draw()
  map.on('moveend resize', draw)
}
