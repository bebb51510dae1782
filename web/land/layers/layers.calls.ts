import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Parsed } from '../../../shared/access/endpoint.ts'
import {
  type Layer,
  type LayerInput,
  layersApi,
  type LayerVersion,
  type VersionInput,
} from '../../../shared/land/layers.schema.ts'
import { call } from '../../lib/call.ts'
import { useChange } from '../../lib/queries.ts'
import type { TableState } from '../../ui/useTableState.ts'

const LAYERS = ['layers'] as const
/** how often a page reads again while a file is being read */
const PROGRESS_MS = 1_000
/** how often it does while sites are being compared */
const COMPARING_MS = 5_000

const isReading = ({ draft }: Pick<Layer, 'draft'>): boolean => draft?.state === 'reading'

const pauseOf = (layers: readonly Layer[]): number | false => {
  if (layers.some(isReading)) return PROGRESS_MS
  return layers.some(({ not_checked }) => not_checked > 0) ? COMPARING_MS : false
}

/** All layers with their considerations; read again while a file is being read or sites are being compared. */
export const useLayers = (query: TableState['query']) =>
  useQuery({
    queryKey: [...LAYERS, 'list', query],
    queryFn: ({ signal }) => call(layersApi.list, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pauseOf(state.data?.data ?? []),
  })

/** One layer with its versions. */
export const layerQuery = (id: string | number) =>
  queryOptions({
    queryKey: [...LAYERS, 'one', String(id)],
    queryFn: ({ signal }) => call(layersApi.show, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => pauseOf(state.data ? [state.data.layer] : []),
  })

/** One version with its faults and columns; its state is part of the key, so that a read draft is read again. */
export const versionQuery = ({ id, state }: Pick<LayerVersion, 'id' | 'state'>) =>
  queryOptions({
    queryKey: [...LAYERS, 'version', id, state],
    queryFn: ({ signal }) => call(layersApi.version, { params: { id }, signal }),
  })

/** How a version differs from the current one; read again while the sites are compared with a draft. */
export const changesQuery = ({ id, state }: Pick<LayerVersion, 'id' | 'state'>, current: number | null) =>
  queryOptions({
    queryKey: [...LAYERS, 'changes', id, state, current],
    queryFn: ({ signal }) => call(layersApi.changes, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) =>
      state === 'read' && data?.changes.sites === null ? COMPARING_MS : false,
  })

export const useFeatures = ({ id, state }: Pick<LayerVersion, 'id' | 'state'>, query: TableState['query']) =>
  useQuery({
    queryKey: [...LAYERS, 'features', id, state, query],
    queryFn: ({ signal }) => call(layersApi.features, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  })

export const useNewFindings = ({ id, new_findings }: Layer, query: TableState['query']) =>
  useQuery({
    queryKey: [...LAYERS, 'new findings', id, new_findings, query],
    queryFn: ({ signal }) => call(layersApi.newFindings, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  })

type Form<Body> = { body: Body; form_key: string }

export const useCreateLayer = () =>
  useChange(LAYERS, (input: Form<LayerInput>) => call(layersApi.create, input))

export const useUpdateLayer = (id: number) =>
  useChange(LAYERS, (body: LayerInput & { revision: number }) =>
    call(layersApi.update, { params: { id }, body }),
  )

export const useWithdrawLayer = (id: number) =>
  useChange(LAYERS, (input: Form<{ reason: string }>) =>
    call(layersApi.withdraw, { params: { id }, ...input }),
  )

export const useAddVersion = (id: number) =>
  useChange(LAYERS, (input: Form<VersionInput>) => call(layersApi.addVersion, { params: { id }, ...input }))

export const useAnswerDraft = (id: number) =>
  useChange(LAYERS, (body: Parsed<typeof layersApi.answer>['body']) =>
    call(layersApi.answer, { params: { id }, body }),
  )

type Answers = Parsed<typeof layersApi.importVersion>['body']

export const useImportVersion = (id: number) =>
  useChange(LAYERS, (input: { body: Answers; form_key: string }) =>
    call(layersApi.importVersion, { params: { id }, ...input }),
  )

export const useDiscardDraft = (id: number) =>
  useChange(LAYERS, (form_key: string) => call(layersApi.discard, { params: { id }, body: null, form_key }))
