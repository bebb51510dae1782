import { Box, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { canImportVersion } from '../../../shared/land/land.policy.ts'
import { fewNames, shareWords } from '../../../shared/land/land-states.ts'
import {
  type FeatureChange,
  type FeatureFault,
  type Layer,
  type LayerFeature,
  FAULTS_MAX,
  layersApi,
  type LayerVersion,
  type SiteChange,
} from '../../../shared/land/layers.schema.ts'
import { formatDate } from '../../../shared/lib/dates.ts'
import { formatHectares } from '../../../shared/lib/decimals.ts'
import type { Reply } from '../../../shared/access/endpoint.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import type { PageReply } from '../../../shared/lib/paging.ts'
import { SiteLink } from '../../review/SiteLink.tsx'
import { useRead } from '../../lib/queries.ts'
import { useActor } from '../../lib/useActor.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { type Column, DataTable, type DataTableProps } from '../../ui/DataTable.tsx'
import { DownloadButton } from '../../ui/FilePreview.tsx'
import { type TableState, useTableState } from '../../ui/useTableState.ts'
import { sizeWords, VERSION_WORDS } from './layer-words.ts'
import { changesRead, layerRead, versionRead } from './layers.calls.ts'
import { useDraftActions } from './useDraftActions.ts'

type NewFinding = Reply<typeof layersApi.newFindings>['data'][number]

const FAULTS: Column<FeatureFault>[] = [
  { key: 'number', header: 'No.', align: 'right' },
  { key: 'name', header: 'Feature', long: true, card: 'lead', cell: ({ name }) => name ?? 'Without a name' },
  {
    key: 'is_left_out',
    header: 'Result',
    nowrap: true,
    card: 'state',
    cell: ({ is_left_out }) => (is_left_out ? 'Left out' : 'Repaired'),
  },
  { key: 'reason', header: 'Reason', long: true },
]

const around = ({ middle: [lon, lat] }: LayerFeature) => `${lat.toFixed(3)}° N, ${lon.toFixed(3)}° E`

const FEATURES: Column<LayerFeature>[] = [
  { key: 'number', header: 'No.', align: 'right', sortable: 'number' },
  { key: 'code', header: 'Code', long: true, sortable: true, cell: ({ code }) => code ?? 'None' },
  {
    key: 'name',
    header: 'Name',
    long: true,
    sortable: true,
    card: 'lead',
    cell: ({ name }) => name ?? 'Without a name',
  },
  {
    key: 'area_ha',
    header: 'Hectares',
    align: 'right',
    sortable: 'number',
    cell: ({ area_ha }) => formatHectares(area_ha),
  },
  {
    key: 'vertex_count',
    header: 'Corners',
    align: 'right',
    cell: ({ vertex_count }) => formatCount(vertex_count),
  },
  { key: 'middle', header: 'Around', nowrap: true, cell: around },
]
/** the places of outlines are looked up when a file is read */
const OUTLINES: Column<LayerFeature>[] = [
  ...FEATURES,
  { key: 'place', header: 'Place', cell: ({ place }) => place ?? 'Not known here' },
]

const SITE: Column<Pick<SiteChange, 'code' | 'site_profile_id'>>[] = [
  {
    key: 'code',
    header: 'Site',
    nowrap: true,
    card: 'lead',
    cell: ({ code, site_profile_id }) => <SiteLink id={site_profile_id}>{code}</SiteLink>,
  },
  { key: 'name_of_partner', header: 'Partner', long: true },
]

const FOUND: Column<NewFinding>[] = [
  ...SITE,
  { key: 'feature', header: 'Land', long: true },
  {
    key: 'overlap_ha',
    header: 'Hectares',
    align: 'right',
    cell: ({ overlap_ha }) => formatHectares(overlap_ha),
  },
  { key: 'share', header: 'Of the site', align: 'right', cell: ({ share }) => shareWords(share) },
  { key: 'since', header: 'Found on', nowrap: true, cell: ({ since }) => formatDate(since) },
]

const CHANGE_WORDS = { gone: 'Gone', changed: 'Changed', new: 'New', same: 'As it was' } as const
const hectares = (area: number | null) => (area === null ? 'None' : formatHectares(area))

const CHANGES: Column<FeatureChange>[] = [
  {
    key: 'change',
    header: 'Change',
    nowrap: true,
    card: 'state',
    cell: ({ change }) => CHANGE_WORDS[change],
  },
  { key: 'code', header: 'Code', long: true, cell: ({ code }) => code ?? 'None' },
  { key: 'name', header: 'Name', long: true, card: 'lead', cell: ({ name }) => name ?? 'Without a name' },
  { key: 'area_before', header: 'Hectares before', align: 'right', cell: (row) => hectares(row.area_before) },
  { key: 'area_ha', header: 'Hectares', align: 'right', cell: (row) => hectares(row.area_ha) },
]

const land = (names: readonly string[]) => (names.length > 0 ? fewNames(names) : 'None')

const SITE_CHANGES: Column<SiteChange>[] = [
  ...SITE,
  { key: 'lost', header: 'Findings lost', long: true, cell: ({ lost }) => land(lost) },
  { key: 'gained', header: 'Findings gained', long: true, cell: ({ gained }) => land(gained) },
  {
    key: 'changed',
    header: 'More or less land',
    long: true,
    cell: ({ changed, reason }) => reason ?? land(changed),
  },
]

const VERSIONS: Column<LayerVersion>[] = [
  {
    key: 'number',
    header: 'Version',
    align: 'right',
    card: 'lead',
    cell: ({ number }) => `Version ${number}`,
  },
  { key: 'state', header: 'State', nowrap: true, card: 'state', cell: ({ state }) => VERSION_WORDS[state] },
  {
    key: 'source',
    header: 'Source and licence',
    long: true,
    cell: ({ source, licence, source_date }) => (
      <>
        {source}, {formatDate(source_date)}
        <Box component="small" display="block" className="quiet">
          {licence}
        </Box>
      </>
    ),
  },
  {
    key: 'size',
    header: 'Content',
    cell: (version) => (version.feature_count > 0 ? sizeWords(version) : 'None'),
  },
  {
    key: 'imported_at',
    header: 'Imported',
    cell: ({ imported_at, imported_by }) =>
      imported_at ? `${formatDate(imported_at)} by ${imported_by}` : 'Not imported',
  },
  {
    key: 'file_id',
    header: 'File',
    long: true,
    cell: ({ file_id, file_name }) =>
      file_id === null ? `${file_name}, removed` : <DownloadButton file={{ id: file_id, name: file_name }} />,
  },
]

type Kind = 'changes' | 'sites' | 'faults' | 'draft' | 'found' | 'current' | 'versions'
type DetailsProps = { layer: Layer; versions: LayerVersion[] }

const withCount = (words: string, count: number) => `${words} (${formatCount(count)})`

/** The lists that have something in them, first the one that needs a look. */
function choices({ layer, versions }: DetailsProps): { value: Kind; label: string }[] {
  const { draft, current, new_findings } = layer
  const isRead = draft !== null && (draft.state === 'read' || draft.state === 'refused')
  const faults = isRead && draft.fault_count > 0
  return [
    ...(faults
      ? [{ value: 'faults' as const, label: withCount('Left out or repaired', draft.fault_count) }]
      : []),
    ...(draft?.state === 'read' && current
      ? [{ value: 'changes' as const, label: 'What differs in the draft' }]
      : []),
    ...(draft?.state === 'read' && layer.kind !== 'municipal_boundary'
      ? [{ value: 'sites' as const, label: 'Sites whose findings would change' }]
      : []),
    ...(isRead && draft.feature_count > 0
      ? [{ value: 'draft' as const, label: withCount('Features of the draft', draft.feature_count) }]
      : []),
    ...(new_findings > 0 ? [{ value: 'found' as const, label: 'New findings' }] : []),
    ...(current
      ? [
          {
            value: 'current' as const,
            label: withCount('Features of the current version', current.feature_count),
          },
        ]
      : []),
    { value: 'versions', label: withCount('Versions', versions.length) },
  ]
}

type ListProps = Pick<DataTableProps<never>, 'state' | 'filters'>

/** A page of what a reply has as a whole. */
const pageOf = <Row,>(rows: readonly Row[], { page, length }: TableState): PageReply<Row> => ({
  data: rows.slice((page - 1) * length, page * length),
  totalCount: rows.length,
  filteredCount: rows.length,
})

function FaultList({ draft, ...props }: ListProps & { draft: LayerVersion }) {
  const rows = useQuery({
    ...versionRead(draft),
    select: ({ version }) => pageOf(version.faults, props.state),
  })
  const more = draft.fault_count > FAULTS_MAX
  return (
    <>
      <DataTable title="Left out or repaired" columns={FAULTS} rows={rows} searched={false} {...props} />
      {more ? (
        <p className="quiet">
          The first {FAULTS_MAX} of {formatCount(draft.fault_count)} are listed.
        </p>
      ) : null}
    </>
  )
}

/** The features that differ from the current version, or the sites whose findings would. */
function ChangeList({
  layer,
  draft,
  kind,
  ...props
}: ListProps & { layer: Layer; draft: LayerVersion; kind: Kind }) {
  const query = changesRead(draft, layer.current?.id ?? null)
  const features = useQuery({
    ...query,
    select: ({ changes }) =>
      pageOf(
        changes.features.filter(({ change }) => change !== 'same'),
        props.state,
      ),
  })
  const sites = useQuery({
    ...query,
    select: ({ changes }) => pageOf(changes.sites?.listed ?? [], props.state),
  })
  return kind === 'changes' ? (
    <DataTable
      title="What differs in the draft"
      columns={CHANGES}
      rows={features}
      searched={false}
      {...props}
      empty={{ text: 'Each feature is as it was.' }}
    />
  ) : (
    <DataTable
      title="Sites whose findings would change"
      columns={SITE_CHANGES}
      rows={sites}
      searched={false}
      {...props}
      empty={{ text: 'No site would gain or lose a finding, as far as the sites were compared.' }}
    />
  )
}

function FeatureList({ layer, version, ...props }: ListProps & { layer: Layer; version: LayerVersion }) {
  const rows = useRead(layersApi.features, {
    params: { id: version.id },
    query: props.state.query,
    version: version.state,
  })
  const columns = layer.kind === 'municipal_boundary' ? OUTLINES : FEATURES
  return (
    <DataTable title={`Features of version ${version.number}`} columns={columns} rows={rows} {...props} />
  )
}

function FoundList({ layer, ...props }: ListProps & { layer: Layer }) {
  const rows = useRead(layersApi.newFindings, {
    params: { id: layer.id },
    query: props.state.query,
    version: layer.new_findings,
  })
  return (
    <DataTable
      title="New findings"
      columns={FOUND}
      rows={rows}
      {...props}
      empty={{ text: 'No approved site has new findings.' }}
    />
  )
}

/** An earlier version can be made current again, without its file. */
function MakeCurrent({ layer, version }: { layer: Layer; version: LayerVersion }) {
  const { importIt, busy } = useDraftActions(layer, version)
  const actor = useActor()
  if (version.state !== 'past') return null
  return (
    <ActionButton
      size="compact-sm"
      variant="default"
      verdict={canImportVersion(actor, layer, version)}
      disabled={busy}
      onClick={() => void importIt(null)}
    >
      Make current
    </ActionButton>
  )
}

function VersionList({ layer, ...props }: ListProps & { layer: Layer }) {
  const rows = useQuery({
    ...layerRead(layer.id),
    select: ({ versions }) => pageOf(versions, props.state),
  })
  return (
    <DataTable
      title="Versions"
      columns={VERSIONS}
      rowActions={(version) => <MakeCurrent layer={layer} version={version} />}
      rows={rows}
      searched={false}
      {...props}
      empty={{ text: 'No version yet. A version begins with the file of the layer.' }}
    />
  )
}

const IN_ORDER = { column: 'number', dir: 'asc', words: 'the file' } as const

/** The faults, features, new findings and versions of a layer, one list at a time. */
export function LayerDetails({ layer, versions }: DetailsProps) {
  const state = useTableState({ defaultSort: IN_ORDER, filters: ['shown'] })
  const lists = choices({ layer, versions })
  const shown = lists.find(({ value }) => value === state.filter('shown'))?.value ?? lists[0]?.value
  const filters = (
    <NativeSelect
      label="Show"
      maw={360}
      value={shown ?? ''}
      data={lists}
      onChange={(event) => state.setFilters({ shown: event.currentTarget.value })}
    />
  )
  const props = { state, filters }
  const { draft, current } = layer
  if ((shown === 'changes' || shown === 'sites') && draft)
    return <ChangeList layer={layer} draft={draft} kind={shown} {...props} />
  if (shown === 'faults' && draft) return <FaultList draft={draft} {...props} />
  if (shown === 'draft' && draft) return <FeatureList layer={layer} version={draft} {...props} />
  if (shown === 'current' && current) return <FeatureList layer={layer} version={current} {...props} />
  if (shown === 'found') return <FoundList layer={layer} {...props} />
  return <VersionList layer={layer} {...props} />
}
