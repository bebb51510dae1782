import { useState } from 'react'
import { type CommentSection, COMMENT, writtenPartOf } from '../../../shared/summaries/comments.rules.ts'
import { commentsApi } from '../../../shared/summaries/comments.schema.ts'
import { paragraphsComplaint } from '../../../shared/lib/plain-text.ts'
import { DraftStatus } from '../../drafts/DraftGate.tsx'
import { call } from '../../lib/call.ts'
import { failureMessage } from '../../lib/failures.ts'
import { useFormKey } from '../../lib/form-key.ts'
import { useChange } from '../../lib/queries.ts'
import { ThreadAction } from '../../threads/Thread.tsx'
import { ThreadForm, ThreadWords } from '../../threads/ThreadForm.tsx'
import { useSend } from '../../ui/useSend.ts'
import { useComments } from './comments-context.tsx'
import styles from './Comments.module.css'
import { placeTarget } from './targets.ts'

type CommentFormProps = {
  /** names the form among those of the page */
  target: string
  /** the button that opens it, and its subject for screen readers */
  action: string
  name: string
  label: string
  send: string
  /** an answer may be without words where the text was changed */
  mayBeEmpty?: boolean
  note?: string
  step: (text: string, form_key: string) => Promise<unknown>
}

/** A button, and once it is pressed the form of a comment or a step of one. One form is open at a time. */
export function CommentForm(form: CommentFormProps) {
  const { target, action, name } = form
  const { typing, type } = useComments()
  if (typing?.target === target) return <OpenForm {...form} text={typing.text} />
  return (
    <ThreadAction
      action={action}
      name={name}
      // text that is typed elsewhere on the page is not lost by opening another form
      disabled={typing !== null && typing.text.trim() !== ''}
      onClick={() => type({ target, text: '' })}
    />
  )
}

function OpenForm({ text, ...form }: CommentFormProps & { text: string }) {
  const { target, label, name, mayBeEmpty, note, step } = form
  const { type, draft } = useComments()
  const own = useFormKey()
  const { busy, send } = useSend(draft?.key ?? own, { covers: false })
  // each step of a comment makes the same stale
  const { mutateAsync } = useChange(commentsApi.add, (form_key: string) => step(text, form_key))
  const [problem, setProblem] = useState<string | null>(null)
  const isTooLong = paragraphsComplaint(label, COMMENT.most, text) !== null

  const submit = async () => {
    if (text.trim() === '' && !mayBeEmpty) return setProblem('Write it first.')
    const goOn = await draft?.hold()
    try {
      await send((form_key) => mutateAsync(form_key))
    } catch (error) {
      goOn?.()
      return setProblem(failureMessage(error))
    }
    type(null)
    goOn?.()
  }

  return (
    <ThreadForm
      className={styles.form}
      name={`${label}: ${name}`}
      send={{ words: form.send, loading: busy, disabled: isTooLong }}
      onSend={() => void submit()}
      cancel={{ variant: 'subtle', disabled: busy, onClick: () => type(null) }}
      status={<DraftStatus stored={text === '' ? null : (draft?.stored ?? null)} />}
      // not when the page opens with what was typed before
      isOpened={text === ''}
    >
      <ThreadWords
        label={label}
        description={note}
        max={COMMENT.most}
        value={text}
        error={problem}
        onType={(words) => {
          setProblem(null)
          type({ target, text: words })
        }}
      />
    </ThreadForm>
  )
}

type NewCommentProps = {
  section: CommentSection
  /** a paragraph as it is now, by its number and its words; null for the whole */
  paragraph: { number: number; words: string } | null
  /** the place for screen readers: "on Risks and benefits" */
  name: string
}

/** The form for a new comment on a place, for those who may comment now. */
export function NewComment({ section, paragraph, name }: NewCommentProps) {
  const { shown, isOpen } = useComments()
  if (!isOpen) return null
  const part = writtenPartOf({ section })
  const written_at = shown.texts.find((text) => text.section === part)?.written_at ?? null
  return (
    <CommentForm
      // by its words: the form follows the paragraph if others are written above it
      target={placeTarget(section, paragraph?.words ?? null)}
      action="Comment"
      name={name}
      label="Your comment"
      send="Comment"
      step={(text, form_key) => {
        const body = { section, paragraph: paragraph?.number ?? null, written_at, text }
        return call(commentsApi.add, { params: { id: shown.summary.id }, body, form_key })
      }}
    />
  )
}
