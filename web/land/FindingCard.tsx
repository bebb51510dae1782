import { Box, Button, Group } from '@mantine/core'
import type { Level } from '../../shared/access/levels.ts'
import { lostLevels } from '../../shared/land/finding-steps.ts'
import type { Finding, FindingStep, LandRequest, LayerResult } from '../../shared/land/findings.schema.ts'
import { featureWords, findingWords } from '../../shared/land/land-states.ts'
import { findingStepWords, requestWords } from '../../shared/land/land-words.ts'
import { LAYER_KINDS } from '../../shared/land/layer-kinds.ts'
import { formatList } from '../../shared/lib/format.ts'
import type { Reviewed } from '../../shared/review/review.policy.ts'
import { NoteMark } from '../notes/NoteMark.tsx'
import { PointsAt } from '../review/points/PointsAt.tsx'
import { StepTime, ThreadStep } from '../threads/Thread.tsx'
import { ActionName } from '../ui/ActionName.tsx'
import { DownloadButton } from '../ui/FilePreview.tsx'
import { DecideFinding } from './DecideFinding.tsx'
import { findingElementId } from './finding-id.ts'
import { LandStateBadge } from './LandStateBadge.tsx'

type Work = { kind: 'explain' } | { kind: 'ask' } | { kind: 'answer'; request: LandRequest }

type FindingCardProps = {
  site: Reviewed & { id: number }
  layer: LayerResult
  finding: Finding
  may: { explain: boolean; request: boolean }
  onWork: (work: Work) => void
}

/** One thing that happened to a finding: what, who, when, and the words and the paper that came with it. */
function Step({ step, lost }: { step: FindingStep; lost: readonly Level[] }) {
  const { by, role, at, text, file, action } = step
  const hadText = action === 'Explained' || action === 'Returned'
  return (
    <ThreadStep
      lead={findingStepWords(step)}
      rest={
        <>
          {by ? ` by ${by}, ${role}` : null} <StepTime at={at} />
        </>
      }
    >
      {text ? (
        <Box component="blockquote" my={4} className="said">
          {text}
        </Box>
      ) : null}
      {hadText && text === null ? <p className="quiet">These words were erased.</p> : null}
      {file ? <DownloadButton file={file} /> : null}
      {lost.length > 0 ? <p>The acceptance of {formatList(lost)} no longer counts.</p> : null}
    </ThreadStep>
  )
}

/** Who must be asked about land in a layer of this kind, while nobody has been. */
function MissingRequest({ layer, finding }: Pick<FindingCardProps, 'layer' | 'finding'>) {
  const { asked, label } = LAYER_KINDS[layer.kind]
  if (asked === null || finding.requests.length > 0) return null
  return (
    <p>
      {asked} must be asked about land of the kind “{label}”. No request is recorded yet.
    </p>
  )
}

/** Land of a feature that the boundary takes in, with everything that happened to it and what can be done. */
export function FindingCard({ site, layer, finding, may, onWork }: FindingCardProps) {
  const { requests, steps, accepted_levels, state } = finding
  const name = featureWords(finding)
  const place = { about: 'finding', land_finding_id: finding.id } as const
  const heading = `${findingElementId(finding.id)}-name`
  return (
    <article
      id={findingElementId(finding.id)}
      tabIndex={-1}
      aria-labelledby={heading}
      className="card"
      data-place
    >
      <Group justify="space-between" gap={8}>
        <h4 id={heading} className="card-title breaks">
          {name}
        </h4>
        <NoteMark place={place} label={name} />
        <LandStateBadge
          state={state}
          note={accepted_levels.length > 0 ? `by ${formatList(accepted_levels)}` : null}
        />
      </Group>
      <p>{findingWords(finding, layer.according_to)}</p>
      <MissingRequest layer={layer} finding={finding} />
      {requests.map((request) => (
        <Group key={request.id} gap="xs">
          <p>{requestWords(request)}</p>
          {may.request && request.answer === null ? (
            <Button
              size="compact-sm"
              variant="default"
              className="no-print"
              onClick={() => onWork({ kind: 'answer', request })}
            >
              <ActionName action="Record the answer" name={`of ${request.asked} about ${name}`} />
            </Button>
          ) : null}
        </Group>
      ))}
      <Box component="ol" fz="sm" className="steps" aria-label={`What happened to ${name}`}>
        {steps.map((step, index) => (
          <Step key={index} step={step} lost={lostLevels(steps, index)} />
        ))}
      </Box>
      <PointsAt place={place} label={name} />
      <Group gap="xs" className="no-print">
        <DecideFinding site={site} finding={finding} />
        {may.explain ? (
          <Button size="sm" variant="default" onClick={() => onWork({ kind: 'explain' })}>
            <ActionName action="Explain" name={name} />
          </Button>
        ) : null}
        {may.request ? (
          <Button size="sm" variant="default" onClick={() => onWork({ kind: 'ask' })}>
            <ActionName action="Record who was asked" name={`about ${name}`} />
          </Button>
        ) : null}
      </Group>
    </article>
  )
}
