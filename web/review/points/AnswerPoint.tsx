import { Button, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Point } from '../../../shared/review/points.schema.ts'
import { ActionName } from '../../ui/ActionName.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { AnswerState } from './answer-keeper.ts'
import { isAnswered, usePoints } from './points-context.tsx'
import { ANSWERED_BY } from './points-words.ts'
import styles from './Points.module.css'
import { answerComplaint, useAnswer } from './useAnswer.ts'

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

function Answer(of: Parameters<typeof useAnswer>[0]) {
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
      <div className={styles.actions}>
        <Button size="compact-sm" variant="default" onClick={begin}>
          <ActionName action="Answer in words" name={`about ${label}`} />
        </Button>
        {isAnswered(of.point) ? null : <span className="quiet">{ANSWERED_BY[of.point.kind]}</span>}
      </div>
    )
  const complaint = answerComplaint(text)
  const isStored = where === 'nowhere' && text !== '' && text === draft_answer
  return (
    <div className={styles.answer}>
      {theirs === null ? null : (
        <Notice tone="warning" title="A colleague has saved another answer" live>
          <p className={styles.text}>{theirs || 'They removed the answer.'}</p>
          <div className={styles.actions}>
            <Button size="compact-sm" variant="default" onClick={() => choose('theirs')}>
              Use theirs
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => choose('mine')}>
              Keep mine
            </Button>
          </div>
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
    </div>
  )
}
