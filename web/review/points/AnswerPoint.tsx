import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PageReply } from '../../../shared/lib/paging.ts'
import { paragraphsComplaint } from '../../../shared/lib/plain-text.ts'
import type { Point, StoredKind } from '../../../shared/review/points.schema.ts'
import { call } from '../../lib/call.ts'
import { useActor } from '../../lib/useActor.ts'
import { ThreadAction, ThreadText } from '../../threads/Thread.tsx'
import { inform } from '../../ui/dialogs.tsx'
import { fail } from '../../ui/fail.ts'
import { Notice } from '../../ui/Notice.tsx'
import { pointsKey, pointsRead } from '../review.calls.ts'
import { createAnswerKeeper, type AnswerState } from './answer-keeper.ts'
import { addOpenAnswer, answerName } from './open-answers.ts'
import { isAnswered, type Points, usePoints } from './points-context.tsx'

const ANSWER_MAX = 1000

const answerComplaint = (text: string): string | null => paragraphsComplaint('Answer', ANSWER_MAX, text)

/** What answers a point, for the office that works on it (S-167). */
const ANSWERED_BY: Record<StoredKind, string> = {
  correct: 'Answered by a change here or by your words.',
  replace: 'Answered by another file or value in its place or by your words.',
  add: 'Answered by something added here or by your words.',
  explain: 'Answered by your words.',
  comment: 'Answered by a change here or by your words.',
}

/** A sentence about a point that was withdrawn since the page was loaded; null if it was not. */
function withdrawnWords(point: Point | undefined): string | null {
  const step = point?.steps.findLast(({ action }) => action === 'Withdrawn')
  return step ? `${step.by} of ${step.level} has withdrawn it, so it needs no answer: ${step.text}` : null
}

type AnswerOf = Pick<Points, 'calls' | 'record'> & { point: Point }

/** The words that answer a point, and how to change them. */
function useAnswer({ point, calls, record }: AnswerOf) {
  const client = useQueryClient()
  const { id: actor_id } = useActor()
  const key = pointsKey(calls, record.id)
  const [state, report] = useState<AnswerState | null>(null)

  const fresh = async (): Promise<Point | undefined> => {
    const { data: points } = await client.fetchQuery({ ...pointsRead(calls, record), staleTime: 0 })
    // the record may have another revision than when the answer was begun
    void client.invalidateQueries({ queryKey: key })
    return points.find(({ id }) => id === point.id)
  }

  const [keeper] = useState(() =>
    createAnswerKeeper({
      name: answerName(actor_id, point.id),
      isFit: (text) => answerComplaint(text) === null,
      send: async (body) => {
        const params = { id: record.id, point_id: point.id }
        const { point: answered } = await call(calls.answerPoint, { params, body })
        client.setQueriesData<PageReply<Point>>(
          { queryKey: key },
          (known) =>
            known && {
              ...known,
              data: known.data.map((one) => (one.id === answered.id ? answered : one)),
            },
        )
        return answered.draft_answer ?? ''
      },
      read: async () => (await fresh())?.draft_answer ?? '',
      onRefused: (error, forget) => {
        void fresh()
          .catch(() => undefined)
          .then((now) => {
            const words = withdrawnWords(now)
            if (!words) return fail(error)
            forget()
            return inform({ title: `The point about ${point.label} was withdrawn`, message: words })
          })
      },
      report,
    }),
  )

  useEffect(() => {
    const remove = addOpenAnswer(keeper.store)
    const retry = () => keeper.retry()
    window.addEventListener('online', retry)
    // typed before the page was loaded, and never stored
    retry()
    return () => {
      remove()
      window.removeEventListener('online', retry)
      void keeper.store()
    }
  }, [keeper])

  const { typed, where, theirs } = state ?? keeper.state()
  const saved = point.draft_answer ?? ''
  return {
    text: typed ?? saved,
    where,
    theirs,
    write: (text: string) => keeper.write(text, saved),
    store: () => void keeper.store(),
    choose: keeper.choose,
  }
}

const WHERE_WORDS: Record<AnswerState['where'], string> = {
  nowhere: '',
  sending: 'Saving…',
  server: 'Saved. It is sent with your submission.',
  device: 'Not saved yet. Your answer is kept on this device and saved when the connection is back.',
}

/** The words with which the office answers an open point; stored while they are typed, sent by the submission. */
export function AnswerPoint({ point }: { point: Point }) {
  const shown = usePoints()
  return shown?.isAnswering && point.state === 'open' ? (
    <Answer key={point.id} point={point} calls={shown.calls} record={shown.record} />
  ) : null
}

function Answer(of: AnswerOf) {
  const { label, draft_answer } = of.point
  const { text, where, theirs, write, store, choose } = useAnswer(of)
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const begin = () => {
    flushSync(() => setOpen(true))
    box.current?.focus()
  }
  if (!isOpen && text === '' && theirs === null)
    return (
      <Group gap={8} align="start">
        <ThreadAction action="Answer in words" name={`about ${label}`} onClick={begin} />
        {isAnswered(of.point) ? null : <span className="quiet">{ANSWERED_BY[of.point.kind]}</span>}
      </Group>
    )
  const complaint = answerComplaint(text)
  const isStored = where === 'nowhere' && text !== '' && text === draft_answer
  return (
    <Stack gap={8} mt={4}>
      {theirs === null ? null : (
        <Notice tone="warning" title="A colleague has saved another answer" live>
          <ThreadText>{theirs || 'They removed the answer.'}</ThreadText>
          <Group gap={8}>
            <Button size="compact-sm" variant="default" onClick={() => choose('theirs')}>
              Use theirs
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => choose('mine')}>
              Keep mine
            </Button>
          </Group>
        </Notice>
      )}
      <Textarea
        label="Your answer"
        aria-label={`Your answer about ${label}`}
        description="Up to 1,000 characters. Blank removes it."
        value={text}
        error={complaint}
        autosize
        minRows={2}
        maxRows={10}
        ref={box}
        onChange={(event) => {
          setOpen(true)
          write(event.currentTarget.value)
        }}
        onBlur={store}
      />
      <p role="status" className="quiet">
        {complaint || theirs !== null ? '' : WHERE_WORDS[isStored ? 'server' : where]}
      </p>
    </Stack>
  )
}
