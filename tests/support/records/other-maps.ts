import type { TestApp } from '../product/app.ts'
import { aFile, type Square, squareOf } from './factories.ts'
import { geojson, gpx, movedTo, rectangle, shapefile } from './land-writers.ts'

/** Location maps in other formats than KML. */

/** The same square as `kmlText` gives, as GeoJSON. */
export const geoJsonText = (square: Square = {}): string =>
  geojson([{ polygons: squareOf(square).coordinates, properties: { name: 'Site' } }])

/** A track around a square whose last side is missing: a walk that ended before its beginning. */
export function openTrack(square: Square = {}): string {
  const [ring = []] = squareOf(square).coordinates[0] ?? []
  return gpx({ tracks: [[ring.slice(0, -1)]] })
}

/** The walk to a square, and then such a track around it. */
export function walkAndTrack(square: Square = {}): string {
  const [ring = []] = squareOf(square).coordinates[0] ?? []
  const [corner = [0, 0]] = ring
  const walk = [0.03, 0.02, 0.01, 0].map((away): [number, number] => [corner[0] - away, corner[1] - away / 2])
  return gpx({ tracks: [[walk], [ring.slice(0, -1)]] })
}

/** A square of a kilometre in Laguna, in metres of the Philippine zone III of PRS92, which the archive names by `prj` alone. */
export const surveyZip = (prj: string | null = null): Buffer =>
  Buffer.from(
    shapefile(
      [{ polygons: movedTo([[rectangle(0, 0, 1000, 1000)]], ([x, y]) => [545_000 + x, 1_565_000 + y]) }],
      { prj },
    ),
  )

/** The same, uploaded and asking for its coordinate system, entered directly. */
export async function anAskingMap(t: TestApp, by: string): Promise<number> {
  const id = await aFile(t, { by, kind: 'boundary', name: 'survey.zip', bytes: surveyZip() })
  await t.db.updateTable('files').set({ boundary_question: 'crs' }).where('id', '=', id).execute()
  return id
}
