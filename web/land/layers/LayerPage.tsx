import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { canAddVersion, canChangeLayer } from '../../../shared/land/land.policy.ts'
import { AUDIENCES, SENTENCE } from '../../../shared/land/layers.fields.ts'
import { type Layer, layersApi, type LayerVersion } from '../../../shared/land/layers.schema.ts'
import { useChange } from '../../lib/queries.ts'
import { formatDate } from '../../../shared/lib/dates.ts'
import { useActor } from '../../lib/useActor.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { confirm } from '../../ui/dialogs.tsx'
import { ArrowLeftIcon } from '../../ui/icons.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RecordWindow } from '../../ui/RecordWindow.tsx'
import { useAction } from '../../ui/useAction.ts'
import { useRecordWindow } from '../../ui/useRecordWindow.ts'
import { Consideration } from '../Consideration.tsx'
import { DraftPanel } from './DraftPanel.tsx'
import { LayerDetails } from './LayerDetails.tsx'
import { LayerForm } from './LayerForm.tsx'
import { kindWords, sitesWords } from './layer-words.ts'
import { layerRead } from './layers.calls.ts'
import { VersionForm } from './VersionForm.tsx'

const BACK = (
  <Link to="/land/layers" search={{}}>
    <ArrowLeftIcon size={16} /> Layers of land
  </Link>
)

const WITHDRAWAL =
  'Boundaries are no longer compared with it. What it found stays in the history of each site, is no longer shown, and approvals no longer ask for it. This cannot be undone.'

type WindowContent = 'change' | 'version'

/** The windows of a layer: its words, and the file of its next version. */
function LayerWindows({
  layer,
  state,
}: {
  layer: Layer
  state: ReturnType<typeof useRecordWindow<WindowContent>>
}) {
  const update = useChange(layersApi.update)
  const add = useChange(layersApi.addVersion)
  const params = { id: layer.id }
  return (
    <RecordWindow
      {...state.window}
      title={state.shown === 'version' ? `New version of ${layer.name}` : `Change ${layer.name}`}
      size="lg"
      closeOnClickOutside={false}
    >
      {state.shown === 'change' ? (
        <LayerForm
          layer={layer}
          state={state}
          save={async (input, send) => {
            const body = { ...input, revision: layer.revision }
            await send(() => update.mutateAsync({ params, body }))
            state.close(() => notifyDone(`${input.name} is saved.`))
          }}
        />
      ) : null}
      {state.shown === 'version' ? (
        <VersionForm
          layer={layer}
          state={state}
          save={async (body, send) => {
            await send((form_key) => add.mutateAsync({ params, body, form_key }))
            state.close()
          }}
        />
      ) : null}
    </RecordWindow>
  )
}

function LayerView({ layer, versions }: { layer: Layer; versions: LayerVersion[] }) {
  const actor = useActor()
  const window = useRecordWindow<WindowContent>()
  const { run, busy } = useAction()
  const withdrawing = useChange(layersApi.withdraw)
  const mayChange = canChangeLayer(actor, layer)
  const { draft, current } = layer

  const withdraw = async () => {
    const answer = await confirm({
      title: `Withdraw ${layer.name}?`,
      message: WITHDRAWAL,
      reason: { label: 'Reason', min: 1, max: SENTENCE },
      confirmLabel: 'Withdraw layer',
      danger: true,
    })
    if (!answer) return
    const input = { params: { id: layer.id }, body: { reason: answer.reason ?? '' } }
    await run((form_key) => withdrawing.mutateAsync({ ...input, form_key }))
  }

  return (
    <>
      <PageHeader
        title={layer.name}
        intro={`${kindWords(layer)}. Seen by: ${AUDIENCES[layer.audience].label.toLowerCase()}.`}
        back={BACK}
        actions={
          layer.withdrawn_at ? null : (
            <>
              <ActionButton
                variant="outline"
                color="red"
                verdict={mayChange}
                onClick={withdraw}
                disabled={busy}
              >
                Withdraw
              </ActionButton>
              <ActionButton variant="default" verdict={mayChange} onClick={() => window.show('change')}>
                Change
              </ActionButton>
              <ActionButton
                verdict={canAddVersion(actor, { ...layer, has_draft: draft !== null })}
                onClick={() => window.show('version')}
              >
                New version
              </ActionButton>
            </>
          )
        }
      />
      <Stack gap={24}>
        {layer.withdrawn_at ? (
          <Notice title={`This layer was withdrawn on ${formatDate(layer.withdrawn_at)}`}>
            <p className="breaks">{layer.withdrawn_reason}</p>
          </Notice>
        ) : null}
        {draft ? (
          <>
            <DraftPanel key={draft.id} layer={layer} draft={draft} />
            <LayerDetails layer={layer} versions={versions} />
          </>
        ) : null}
        <Panel title="What this layer is">
          <Consideration of={layer} version={current} />
        </Panel>
        {layer.withdrawn_at ? null : (
          <Panel title="Sites">
            {sitesWords(layer).map((words) => (
              <p key={words}>{words}</p>
            ))}
          </Panel>
        )}
        {draft ? null : <LayerDetails layer={layer} versions={versions} />}
      </Stack>
      <LayerWindows layer={layer} state={window} />
    </>
  )
}

/** One layer: its consideration, its draft, and what is in it. */
export function LayerPage() {
  const { id } = useParams({ from: '/land/layers/$id' })
  const { data, error, refetch } = useQuery(layerRead(id))
  if (data) return <LayerView key={id} {...data} />
  return (
    <>
      <PageHeader title="Layer" back={BACK} />
      <Loading error={error} onRetry={() => void refetch()} />
    </>
  )
}
