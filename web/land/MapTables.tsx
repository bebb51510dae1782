import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { shareWords } from '../../shared/land/land-states.ts'
import { formatHectares } from '../../shared/lib/decimals.ts'
import { formatCount, plural } from '../../shared/lib/format.ts'
import type { MapLand, MapPhotos } from './map-content.ts'

type TableProps = {
  caption: string
  columns: readonly string[]
  numbers?: readonly number[]
  rows: ReactNode[][]
}

function Table({ caption, columns, numbers = [], rows }: TableProps) {
  if (rows.length === 0) return null
  const kind = (column: number) => (numbers.includes(column) ? 'right' : undefined)
  return (
    <div className="scrolled">
      <table className="tight quiet">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((label, column) => (
              <th key={label} scope="col" data-align={kind(column)}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={column} data-align={kind(column)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** "2026-03-01 14:05" as the camera wrote it, which names no time zone. */
const cameraTime = (taken_at: string | null): string =>
  taken_at === null ? 'Not stated' : taken_at.replace('T', ' ').slice(0, 16)

/** Everything that the map draws of layers, shared land and photographs, in tables; nothing where it draws none. */
export function MapTables({ land, photos }: { land: MapLand | undefined; photos: MapPhotos | undefined }) {
  const features = (land?.layers ?? []).flatMap(({ name, features }) =>
    features.map((feature) => [name, feature.code ?? 'No code', feature.name ?? 'No name']),
  )
  const shared = (land?.shared ?? []).map((one) => [
    one.layer,
    one.words,
    formatHectares(one.overlap_ha),
    shareWords(one.share),
  ])
  const points = (photos?.points ?? []).map((one) => [
    one.name,
    one.indicator,
    one.where,
    cameraTime(one.taken_at),
  ])
  const counts = [
    [features.length, 'feature'],
    [shared.length, 'shared part'],
    [points.length, 'photo point'],
  ] as const
  const said = counts.filter(([count]) => count > 0).map(([count, what]) => plural(count, what))
  if (said.length === 0) return null
  return (
    <Box component="details" mt="sm" className="fold">
      <summary>{`The map as tables: ${said.join(', ')}`}</summary>
      <Table
        caption="Land in both the boundary and a layer"
        columns={['Layer', 'Feature', 'Hectares', 'Share of the site']}
        numbers={[2, 3]}
        rows={shared}
      />
      <Table caption="Features of layers on the map" columns={['Layer', 'Code', 'Name']} rows={features} />
      {land?.complete === false ? (
        <p className="quiet">More features lie around than the map and this table show.</p>
      ) : null}
      <Table
        caption="Where photographs say that they were taken"
        columns={['Photograph', 'Indicator', 'Place', 'Time of the camera']}
        rows={points}
      />
      {photos && photos.more > 0 ? (
        <p className="quiet">
          {`${plural(photos.more, 'further photograph')} with a place: ${formatCount(photos.points.length)} are drawn.`}
        </p>
      ) : null}
    </Box>
  )
}
