import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { filesApi, type UploadedFile } from '../../shared/files/files.schema.ts'
import { type BoundaryAnswers, Crs } from '../../shared/land/boundary-answers.ts'
import { BOUNDARY_QUESTIONS, CRS, NOT_ANSWERED } from '../../shared/land/crs.ts'
import { call, firstFieldErrors, toMessage } from '../lib/call.ts'
import { Notice } from '../ui/Notice.tsx'
import { first } from '../ui/options.ts'
import { useOnce } from '../ui/useOnce.ts'
import { TrackQuestion } from './TrackQuestion.tsx'

export type AskingFile = Pick<UploadedFile, 'id' | 'name'> &
  Partial<Pick<UploadedFile, 'question' | 'answers' | 'tracks'>>

type MapQuestionProps = { file: AskingFile; onAnswered: (file: UploadedFile) => void }

const SYSTEMS = first(
  'Choose a coordinate system',
  Object.entries(CRS).map(([value, label]) => ({ value, label })),
)

/** What an uploaded map asks before its boundary can be read; the answer can be changed afterwards. */
export function MapQuestion({ file, onAnswered }: MapQuestionProps) {
  const { id, name, question, answers, tracks } = file
  const [crs, setCrs] = useState<string>(answers?.crs ?? '')
  const [changing, setChanging] = useState(false)
  const [state, setState] = useState<{ busy: boolean; error: string | null }>({ busy: false, error: null })
  const read = useOnce(async (body: BoundaryAnswers) => {
    setState({ busy: true, error: null })
    try {
      onAnswered((await call(filesApi.answerBoundary, { params: { id }, body })).data)
      setChanging(false)
      setState({ busy: false, error: null })
    } catch (error) {
      const { crs: ofSystem, close } = firstFieldErrors(error)
      setState({ busy: false, error: ofSystem ?? close ?? toMessage(error) })
    }
  })
  const readIn = () => {
    const system = Crs.safeParse(crs)
    if (system.success) return void read({ crs: system.data })
    setState({ busy: false, error: NOT_ANSWERED.crs })
  }

  if (question === 'close' || answers?.close !== undefined)
    return (
      <TrackQuestion
        name={name}
        tracks={tracks ?? []}
        answers={answers ?? null}
        isAsked={question === 'close' || changing}
        onChange={() => setChanging(true)}
        state={state}
        onRead={(body) => void read(body)}
      />
    )
  if (question !== 'crs' && !changing)
    return answers?.crs ? (
      <Group gap="sm" mt="sm">
        <span>Read in the coordinate system {CRS[answers.crs]}.</span>
        <Button variant="default" size="sm" onClick={() => setChanging(true)}>
          Change the coordinate system
        </Button>
      </Group>
    ) : null
  return (
    <Stack gap="sm" mt="sm">
      {question ? (
        <Notice tone="warning" title={`${name} needs an answer`} live>
          <p>{BOUNDARY_QUESTIONS.crs}</p>
        </Notice>
      ) : null}
      <NativeSelect
        label="Coordinate system"
        description="Ask the person who made the map. The map of this form shows where the boundary then lies."
        required
        data={SYSTEMS}
        value={crs}
        error={state.error}
        onChange={(event) => setCrs(event.currentTarget.value)}
      />
      <Group gap="sm">
        <Button variant="default" loading={state.busy} onClick={readIn}>
          Read the boundary
        </Button>
        {changing && !question ? (
          <Button variant="default" onClick={() => setChanging(false)}>
            Keep {CRS[answers?.crs ?? 'EPSG:4326']}
          </Button>
        ) : null}
      </Group>
    </Stack>
  )
}
