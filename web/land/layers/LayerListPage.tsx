import { Box, Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { canChangeLayers } from '../../../shared/land/layers.policy.ts'
import { LAYER_KINDS } from '../../../shared/land/layer-kinds.ts'
import { AUDIENCES } from '../../../shared/land/layers.fields.ts'
import { type Layer, layersApi } from '../../../shared/land/layers.schema.ts'
import { useChange, useRead } from '../../lib/queries.ts'
import { useActor } from '../../lib/useActor.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { ArrowLeftIcon, PlusIcon } from '../../ui/icons.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RecordWindow } from '../../ui/RecordWindow.tsx'
import { useRecordWindow } from '../../ui/useRecordWindow.ts'
import { useTableState } from '../../ui/useTableState.ts'
import { CoarseProvinces } from './CoarseProvinces.tsx'
import { LayerForm } from './LayerForm.tsx'
import { sitesWords, sizeWords, VERSION_WORDS, versionWords } from './layer-words.ts'
import { pauseOf } from './layers.calls.ts'

const CurrentVersion = ({ current, draft }: Layer) => (
  <>
    {current ? (
      <>
        {versionWords(current)}
        <Box component="small" display="block" className="quiet">
          {current.licence}; {sizeWords(current)}
        </Box>
      </>
    ) : (
      'None'
    )}
    {draft ? (
      <Box component="small" display="block" className="quiet">
        Draft {draft.number}: {VERSION_WORDS[draft.state].toLowerCase()}
      </Box>
    ) : null}
  </>
)

const COLUMNS: Column<Layer>[] = [
  {
    key: 'name',
    header: 'Layer',
    long: true,
    card: 'lead',
    cell: ({ id, name, withdrawn_at }) => (
      <>
        <Link to="/land/layers/$id" params={{ id: String(id) }} search={{}}>
          {name}
        </Link>
        {withdrawn_at ? (
          <Box component="small" display="block" className="quiet">
            Withdrawn
          </Box>
        ) : null}
      </>
    ),
  },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => LAYER_KINDS[kind].label },
  { key: 'audience', header: 'Seen by', nowrap: true, cell: ({ audience }) => AUDIENCES[audience].label },
  { key: 'current', header: 'Current version', long: true, cell: CurrentVersion },
  {
    key: 'sites',
    header: 'Sites',
    cell: (layer) =>
      layer.withdrawn_at
        ? 'No longer compared'
        : sitesWords(layer).map((words) => <div key={words}>{words}</div>),
  },
]

const BY_KIND = { column: 'kind', dir: 'asc', words: 'kind and name' } as const

/** The layers of land that boundaries are compared with. */
export function LayerListPage() {
  const state = useTableState({ defaultSort: BY_KIND })
  const rows = useRead(layersApi.list, {
    query: state.query,
    every: ({ data }) => pauseOf(data),
  })
  const adding = useRecordWindow<'new'>()
  const create = useChange(layersApi.create)
  const navigate = useNavigate()
  const toLayer = (id: number) =>
    void navigate({ to: '/land/layers/$id', params: { id: String(id) }, search: {} })
  const add = canChangeLayers(useActor()).ok ? (
    <Button leftSection={<PlusIcon />} onClick={() => adding.show('new')}>
      Add layer
    </Button>
  ) : null
  return (
    <>
      <PageHeader
        title="Layers of land"
        intro="Land that every boundary is compared with: ancestral domains, protected areas, tenure and more. Each says what it is good for and what not."
        back={
          <Link to="/sitemap" search={{}}>
            <ArrowLeftIcon size={16} /> Profiling of SITES
          </Link>
        }
      />
      <DataTable
        title="Layers of land"
        columns={COLUMNS}
        rows={rows}
        state={state}
        onRow={({ id }) => toLayer(id)}
        addButton={add}
        empty={{
          text: 'No layers yet, so no boundary is compared with anything. A layer appears here once its five sentences are written.',
          action: add,
        }}
      />
      <CoarseProvinces />
      <RecordWindow {...adding.window} title="Add layer" size="lg" closeOnClickOutside={false}>
        {adding.shown ? (
          <LayerForm
            layer={null}
            state={adding}
            save={async (body, send) => {
              const { layer } = await send((form_key) => create.mutateAsync({ body, form_key }))
              adding.close(() => toLayer(layer.id))
            }}
          />
        ) : null}
      </RecordWindow>
    </>
  )
}
