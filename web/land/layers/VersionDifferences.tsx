import { Checkbox, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Crs } from '../../../shared/land/boundary-answers.ts'
import { CRS } from '../../../shared/land/crs.ts'
import {
  CHANGES_MAX,
  type Layer,
  type LayerVersion,
  type VersionChanges,
  type WholeVersion,
} from '../../../shared/land/layers.schema.ts'
import { coversWords, versionQuestions } from '../../../shared/land/version-questions.ts'
import { formatCount, plural } from '../../../shared/lib/format.ts'
import { FieldList } from '../../ui/FieldList.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { DraftMap } from './DraftMap.tsx'
import { changesRead } from './layers.calls.ts'

const crsWords = (crs: string | null) => (crs === null ? null : `${CRS[crs as Crs] ?? crs} (${crs})`)

/** "3 gone, 1 changed, 4 new, 120 as they were" */
function featureWords({ before, counts }: VersionChanges): string {
  if (before === null) return `${plural(counts.new, 'feature')}, the first of this layer`
  const { gone, changed, new: added, same } = counts
  const parts = [`${gone} gone`, `${changed} changed`, `${added} new`, `${same} as they were`]
  return `Beside version ${before.number}: ${parts.join(', ')}`
}

function siteWords({ sites }: VersionChanges): string {
  if (sites === null) return 'Being compared; the result appears here'
  const { gain, lose, change, failed } = sites
  const parts = [
    `${plural(lose, 'site')} lose findings`,
    `${plural(gain, 'site')} gain some`,
    `${plural(change, 'site')} with more or less land`,
    ...(failed > 0 ? [`${plural(failed, 'site')} could not be compared`] : []),
  ]
  return parts.join(', ')
}

const placesWords = ({ unplaced }: VersionChanges, { feature_count }: LayerVersion): string =>
  unplaced === 0
    ? 'Each feature is the outline of a place'
    : `${unplaced} of ${plural(feature_count, 'feature')} have the name of no place here`

type Props = { layer: Layer; version: WholeVersion }

/** How a draft was read, and how it differs from the current version: in numbers, and on a map. */
export function VersionDifferences({ layer, version }: Props) {
  const { data, error, refetch } = useQuery(changesRead(version, layer.current?.id ?? null))
  if (!data)
    return error ? (
      <LoadFailed title="What differs could not be loaded" error={error} onRetry={() => void refetch()} />
    ) : null
  const { changes } = data
  const isOutlines = layer.kind === 'municipal_boundary'
  const questions = versionQuestions(version, changes)
  const total = Object.values(changes.counts).reduce((sum, count) => sum + count, 0)
  const { crs, code_column, name_column } = version
  return (
    <Stack gap="md" mt={16}>
      {questions.length > 0 ? (
        <Notice tone="warning" title="To be looked at before it is imported">
          {questions.map(({ field, words }) => (
            <p key={field}>{words}</p>
          ))}
        </Notice>
      ) : null}
      <FieldList
        fields={[
          { label: 'Coordinate system, as read', value: crsWords(crs) },
          { label: 'Column of the code', value: code_column ?? 'None' },
          { label: 'Column of the name', value: name_column ?? 'None' },
          ...(isOutlines
            ? [{ label: 'Places', value: placesWords(changes, version), wide: true }]
            : [{ label: 'What it covers', value: coversWords(version) }]),
          { label: 'Features', value: featureWords(changes), wide: true },
          ...(isOutlines ? [] : [{ label: 'Sites', value: siteWords(changes), wide: true }]),
        ]}
      />
      <DraftMap features={changes.features} />
      {total > CHANGES_MAX ? (
        <p className="quiet">
          The map and the list have {CHANGES_MAX} of {formatCount(total)} features, those that differ first.
        </p>
      ) : null}
    </Stack>
  )
}

type Answers = { gone?: number; far?: number }

function Ticks({
  lines,
  onTick,
}: {
  lines: ReturnType<typeof versionQuestions>
  onTick: (answers: Answers) => void
}) {
  const [ticked, setTicked] = useState<string[]>([])
  const change = (fields: string[]) => {
    setTicked(fields)
    onTick(
      Object.fromEntries(
        lines.flatMap(({ field, count }) => (fields.includes(field) ? [[field, count]] : [])),
      ),
    )
  }
  return (
    <Checkbox.Group value={ticked} onChange={change} label="Tick each number that is right:" mt={16}>
      <Stack gap="xs" mt={8}>
        {lines.map(({ field, words }) => (
          <Checkbox key={field} value={field} label={words} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

/** What is asked before a version becomes current: its consequences, and a tick for each number that may be wrong. */
export function importQuestion(version: LayerVersion, changes: VersionChanges, consequences: ReactNode) {
  const lines = versionQuestions(version, changes)
  const answers: Answers = {}
  return {
    answers,
    message: (
      <div className="breaks">
        {consequences}
        {lines.length > 0 ? (
          <Ticks lines={lines} onTick={(ticked) => Object.assign(clear(answers), ticked)} />
        ) : null}
      </div>
    ),
    complaint: () =>
      lines.every(({ field }) => answers[field] !== undefined)
        ? null
        : 'Tick each number, or look at the file again.',
  }
}

function clear(answers: Answers): Answers {
  delete answers.gone
  delete answers.far
  return answers
}
