import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { paragraphsComplaint } from '../../../shared/lib/plain-text.ts'
import type { Point, PointEndpoints } from '../../../shared/review/points.schema.ts'
import { call } from '../../lib/call.ts'
import { useActor } from '../../lib/useActor.ts'
import { inform } from '../../ui/dialogs.tsx'
import { fail } from '../../ui/fail.ts'
import { pointsKey, pointsQuery } from '../review.calls.ts'
import { createAnswerKeeper, type AnswerState } from './answer-keeper.ts'
import { addOpenAnswer, answerName } from './answers.ts'

const ANSWER_MAX = 1000

export const answerComplaint = (text: string): string | null =>
  paragraphsComplaint('Answer', ANSWER_MAX, text)

/** A sentence about a point that was withdrawn since the page was loaded; null if it was not. */
function withdrawnWords(point: Point | undefined): string | null {
  const step = point?.steps.findLast(({ action }) => action === 'Withdrawn')
  return step ? `${step.by} of ${step.level} has withdrawn it, so it needs no answer: ${step.text}` : null
}

type AnswerOf = {
  point: Point
  calls: PointEndpoints
  record: { id: number; revision: number }
}

/** The words that answer a point, and how to change them. */
export function useAnswer({ point, calls, record }: AnswerOf) {
  const client = useQueryClient()
  const { id: actor_id } = useActor()
  const key = pointsKey(calls, record.id)
  const [state, report] = useState<AnswerState | null>(null)

  const fresh = async (): Promise<Point | undefined> => {
    const points = await client.fetchQuery({ ...pointsQuery(calls, record), staleTime: 0 })
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
        client.setQueriesData<Point[]>({ queryKey: key }, (points) =>
          points?.map((one) => (one.id === answered.id ? answered : one)),
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
