import { type Layer, layersApi, type LayerVersion } from '../../../shared/land/layers.schema.ts'
import { readOptions } from '../../lib/queries.ts'

/** how often a page reads again while a file is being read, and while sites are being compared */
const PROGRESS_MS = 1_000
const COMPARING_MS = 5_000

/** How soon layers are read again: while a file is being read, or sites are being compared. */
export const pauseOf = (layers: readonly Layer[]): number | false => {
  if (layers.some(({ draft }) => draft?.state === 'reading')) return PROGRESS_MS
  return layers.some(({ not_checked }) => not_checked > 0) ? COMPARING_MS : false
}

/** One layer with its versions. */
export const layerRead = (id: string | number) =>
  readOptions(layersApi.show, {
    params: { id },
    staleTime: 0,
    every: ({ layer }) => pauseOf([layer]),
  })

/** One version with its faults and columns; read anew once a draft is read. */
export const versionRead = ({ id, state }: Pick<LayerVersion, 'id' | 'state'>) =>
  readOptions(layersApi.version, { params: { id }, version: state })

/** How a version differs from the current one; read again while the sites are compared with a draft. */
export const changesRead = ({ id, state }: Pick<LayerVersion, 'id' | 'state'>, current: number | null) =>
  readOptions(layersApi.changes, {
    params: { id },
    version: `${state} ${current}`,
    every: ({ changes }) => state === 'read' && changes.sites === null && COMPARING_MS,
  })
