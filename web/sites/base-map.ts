import type L from 'leaflet'
import * as engine from 'protomaps-leaflet'
import type { BaseMap } from '../../shared/boundary/base-map.ts'

/* The only module that knows what draws the operator's vector tiles. Another engine takes its place here: it must draw
`url`, a PMTiles file in the schema of Protomaps, below everything else on a map of Leaflet (decision 34). */

const kinds =
  (...wanted: string[]) =>
  (_zoom: number, { props }: engine.Feature) =>
    typeof props.kind === 'string' && wanted.includes(props.kind)
const isLine = (_zoom: number, { geomType }: engine.Feature) => geomType === engine.GeomType.Line

const fill = (dataLayer: string, colour: string, filter?: engine.Filter): engine.PaintRule => ({
  dataLayer,
  symbolizer: new engine.PolygonSymbolizer({ fill: colour }),
  ...(filter ? { filter } : {}),
})

type Drawn = { colour: string; width: number; from?: number; dash?: number[] }

const line = (dataLayer: string, { colour, width, from = 0, dash }: Drawn, filter: engine.Filter) => ({
  dataLayer,
  minzoom: from,
  symbolizer: new engine.LineSymbolizer({
    color: colour,
    width,
    lineCap: 'round',
    lineJoin: 'round',
    ...(dash ? { dash, dashColor: colour, dashWidth: width } : {}),
  }),
  filter,
})

/** Draws the operator's base map under everything else, in the colours that the style sheet gives to the place. */
export function addBaseMap(map: L.Map, { url, max_zoom }: BaseMap): void {
  const style = getComputedStyle(map.getContainer())
  const of = (name: string) => style.getPropertyValue(`--map-${name}`).trim()
  const name = (wanted: string[], size: number, from: number): engine.LabelRule => ({
    dataLayer: 'places',
    minzoom: from,
    filter: kinds(...wanted),
    symbolizer: new engine.CenteredTextSymbolizer({
      labelProps: ['name:en', 'name'],
      fill: of('name'),
      stroke: of('land'),
      width: 2,
      font: `600 ${size}px ${style.fontFamily}`,
    }),
  })
  const paintRules = [
    fill('earth', of('land')),
    fill('landcover', of('forest'), kinds('forest')),
    fill('landuse', of('forest'), kinds('forest', 'wood', 'nature_reserve', 'national_park')),
    fill('water', of('water'), (zoom, feature) => !isLine(zoom, feature)),
    line('water', { colour: of('water'), width: 1.5, from: 9 }, isLine),
    line('boundaries', { colour: of('border'), width: 1, dash: [4, 3] }, () => true),
    line('roads', { colour: of('road'), width: 1, from: 11 }, kinds('minor_road', 'path', 'other')),
    line('roads', { colour: of('road'), width: 2 }, kinds('highway', 'major_road', 'medium_road')),
  ]
  const labelRules = [name(['locality'], 12, 8), name(['neighbourhood'], 11, 13), name(['region'], 12, 5)]
  const rules = { paintRules, labelRules, backgroundColor: of('water') }
  engine.leafletLayer({ url, maxDataZoom: max_zoom, attribution: '', ...rules }).addTo(map)
}
