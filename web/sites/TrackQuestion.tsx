import { Button, Group, Radio, Stack } from '@mantine/core'
import { type MouseEvent, useState } from 'react'
import { type BoundaryAnswers, type BoundaryTrack, closesTrack } from '../../shared/land/boundary-answers.ts'
import { BOUNDARY_QUESTIONS, NOT_ANSWERED } from '../../shared/land/crs.ts'
import { formatDecimals, formatList } from '../../shared/lib/format.ts'
import { Notice } from '../ui/Notice.tsx'
import { TrackSketch } from './TrackSketch.tsx'

type TrackQuestionProps = {
  name: string
  tracks: readonly BoundaryTrack[]
  /** null until it was answered */
  answers: BoundaryAnswers | null
  /** the first time, or again to change the answer */
  isAsked: boolean
  onChange: () => void
  state: { busy: boolean; error: string | null }
  onRead: (answers: BoundaryAnswers) => void
}

const metres = (count: number): string =>
  count < 1_000 ? `${count} m` : `${formatDecimals(count / 1_000, 1)} km`

const titleOf = ({ number, name }: BoundaryTrack): string => `Track ${number}${name ? `, ${name}` : ''}`

const lengthsOf = ({ length_m, gap_m, lost_m }: BoundaryTrack): string => {
  const lost = lost_m > 0 ? `, ${metres(lost_m)} without points inside it` : ''
  return `${metres(length_m)} long, ${metres(gap_m)} between its ends${lost}`
}

/** Opens the file dialog of the field that the question is under. */
const chooseOther = ({ currentTarget }: MouseEvent) =>
  currentTarget.closest('[data-field]')?.querySelector<HTMLInputElement>('input[type="file"]')?.click()

/** Draws the tracks of a file and asks of each open one whether it is closed; the answer can be changed afterwards. */
export function TrackQuestion(props: TrackQuestionProps) {
  const { name, tracks, answers, isAsked, onChange, state, onRead } = props
  const open = tracks.filter((track) => !track.is_closed)
  const [closed, setClosed] = useState<Record<number, string>>(() =>
    Object.fromEntries(
      answers ? open.map(({ number }) => [number, closesTrack(answers, number) ? 'yes' : 'no']) : [],
    ),
  )
  const [isMissing, setMissing] = useState(false)
  if (answers && !isAsked)
    return (
      <Group gap="sm" mt="sm">
        <span>{answerWords(open, answers)}</span>
        <Button variant="default" size="sm" onClick={onChange}>
          Change the answer
        </Button>
      </Group>
    )
  const read = () => {
    const unanswered = open.some(({ number }) => !closed[number])
    setMissing(unanswered)
    if (unanswered) return
    const close = open.map(({ number }) => number).filter((number) => closed[number] === 'yes')
    onRead({ close })
  }
  const error = isMissing ? NOT_ANSWERED.close : state.error
  return (
    <Stack gap="sm" mt="sm">
      <Notice tone="warning" title={`${name} needs an answer`} live>
        <p>{BOUNDARY_QUESTIONS.close}</p>
      </Notice>
      <TrackSketch tracks={tracks} />
      {open.map((track) => (
        <Radio.Group
          key={track.number}
          label={`${titleOf(track)}: close this path?`}
          description={lengthsOf(track)}
          value={closed[track.number] ?? ''}
          onChange={(value) => setClosed({ ...closed, [track.number]: value })}
        >
          <Group gap="md" mt="xs">
            <Radio value="yes" label="Yes, join its ends" />
            <Radio value="no" label="No, leave it out" />
          </Group>
        </Radio.Group>
      ))}
      {error ? <Notice tone="danger" title={error} live /> : null}
      <Group gap="sm">
        <Button variant="default" loading={state.busy} onClick={read}>
          Read the boundary
        </Button>
        <Button variant="default" onClick={chooseOther}>
          Choose another file
        </Button>
      </Group>
    </Stack>
  )
}

function answerWords(open: readonly BoundaryTrack[], answers: BoundaryAnswers): string {
  const named = (isClosed: boolean) =>
    open.filter(({ number }) => closesTrack(answers, number) === isClosed).map(titleOf)
  const [closed, leftOut] = [named(true), named(false)]
  return [
    closed.length > 0 ? `Closed: ${formatList(closed)}.` : '',
    leftOut.length > 0 ? `Left out: ${formatList(leftOut)}.` : '',
  ]
    .filter((words) => words !== '')
    .join(' ')
}
