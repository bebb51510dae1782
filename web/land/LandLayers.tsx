import { Group, Loader, Stack } from '@mantine/core'
import { useEffect } from 'react'
import type { LandReport, LayerResult } from '../../shared/land/findings.schema.ts'
import { canExplainFinding, canRecordRequest } from '../../shared/sites/site-land.policy.ts'
import {
  consentComplaints,
  consentWords,
  layerWords,
  nothingFoundWords,
} from '../../shared/land/land-words.ts'
import { LAYER_KINDS } from '../../shared/land/layer-kinds.ts'
import { layersApi } from '../../shared/land/layers.schema.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import type { Reviewed } from '../../shared/review/review.policy.ts'
import { useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { Notice } from '../ui/Notice.tsx'
import { RecordWindow } from '../ui/RecordWindow.tsx'
import { toElement } from '../ui/to-element.ts'
import { useRecordWindow } from '../ui/useRecordWindow.ts'
import { AddInstrument } from './AddInstrument.tsx'
import { Consideration } from './Consideration.tsx'
import { FindingCard } from './FindingCard.tsx'
import { FindingForm, type FindingWork, workTitle } from './FindingForm.tsx'
import { findingIdInAddress } from './finding-id.ts'
import { LandStateBadge } from './LandStateBadge.tsx'

type LandLayersProps = { site: Reviewed & { id: number }; land: LandReport }

/** Opens the page at the finding that its address names. */
/** a written consideration hardly ever changes */
const FRESH_MS = 5 * 60_000

function useFindingOfAddress() {
  useEffect(() => {
    const id = findingIdInAddress()
    if (id) toElement(id)
  }, [])
}

function Consent({ consent, layers, siteId }: LandReport & { siteId: number }) {
  const complaints = consentComplaints(layers)
  if (complaints.length === 0) return <p className="quiet">{consentWords(consent, layers)}</p>
  return (
    <Notice tone="warning" title={consent === 'objection' ? 'Objection on record' : 'Consent missing'}>
      <p>{consentWords(consent, layers)}</p>
      <div className="no-print">
        <AddInstrument siteId={siteId} kind="certification_precondition" label="Record a consent" />
      </div>
    </Notice>
  )
}

/** "Ancestral domain · according to NCIP, Mar 01, 2026 · compared Nov 27, 2026 10:42 AM" */
const sourceOf = ({ kind, according_to, checked_at }: LayerResult): string =>
  [
    LAYER_KINDS[kind].label,
    `according to ${according_to}`,
    ...(checked_at ? [`compared ${formatDateTime(checked_at)}`] : []),
  ].join(' · ')

/** What the layer is for, whether it is a constraint, and what it is not good for: one click from every finding. */
function LayerConsideration({ layer, isNamed = false }: { layer: LayerResult; isNamed?: boolean }) {
  // read with the page, so that a print has it
  const { data, error, refetch } = useRead(layersApi.show, {
    params: { id: layer.layer_id },
    staleTime: FRESH_MS,
  })
  return (
    <details className="fold">
      {isNamed ? (
        <summary>{`About ${layer.name} and its limits`}</summary>
      ) : (
        <summary>
          About this layer and its limits<span className="visually-hidden">: {layer.name}</span>
        </summary>
      )}
      {isNamed ? <p className="quiet">{sourceOf(layer)}</p> : null}
      {data ? (
        <Consideration of={data.layer} version={data.layer.current} />
      ) : error ? (
        <LoadFailed title="The layer could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <Loader size="sm" aria-label="Loading" />
      )}
    </details>
  )
}

/** Layers with findings first, then those that were not compared, with their consideration one click away; in one line where nothing was found. */
export function LandLayers({ site, land }: LandLayersProps) {
  const actor = useActor()
  const work = useRecordWindow<FindingWork>()
  useFindingOfAddress()
  const { layers, consent } = land
  if (layers.length === 0)
    return (
      <p>
        The bureau has no layers of land yet, so this boundary was compared with none: no ancestral domain, no
        protected area.
      </p>
    )
  const may = { explain: canExplainFinding(actor, site).ok, request: canRecordRequest(actor, site).ok }
  const { shown } = work
  const nothing = layers.filter(({ state }) => state === 'nothing')
  const others = layers.filter(({ state }) => state !== 'nothing')
  const listed = [
    ...others.filter(({ findings }) => findings.length > 0),
    ...others.filter(({ findings }) => findings.length === 0),
  ]
  return (
    <Stack gap="md">
      <Consent consent={consent} layers={layers} siteId={site.id} />
      <div className="lined unless-empty">
        {listed.length > 0 ? (
          <ul className="lined">
            {listed.map((layer) => {
              const words = layerWords(layer)
              const isOld = layer.findings.length > 0 && ['not_checked', 'failed'].includes(layer.state)
              return (
                <Stack component="li" key={layer.layer_id} gap={8}>
                  <Group justify="space-between" gap={8}>
                    <h3 className="card-title breaks">{layer.name}</h3>
                    <LandStateBadge state={layer.state} />
                  </Group>
                  <p className="quiet">{sourceOf(layer)}</p>
                  {words ? <p>{words}</p> : null}
                  {isOld ? <p>The comparison before found:</p> : null}
                  {layer.findings.map((finding) => (
                    <FindingCard
                      key={finding.id}
                      site={site}
                      layer={layer}
                      finding={finding}
                      may={may}
                      onWork={(what) => work.show({ ...what, finding, layer })}
                    />
                  ))}
                  <LayerConsideration layer={layer} />
                </Stack>
              )
            })}
          </ul>
        ) : null}
        {nothing.length > 0 ? (
          <Stack gap={8}>
            <p>{nothingFoundWords(nothing)}</p>
            {nothing.map((layer) => (
              <LayerConsideration key={layer.layer_id} layer={layer} isNamed />
            ))}
          </Stack>
        ) : null}
      </div>
      <RecordWindow {...work.window} title={shown ? workTitle(shown) : ''} closeOnClickOutside={false}>
        {shown ? <FindingForm site={site} work={shown} state={work} /> : null}
      </RecordWindow>
    </Stack>
  )
}
