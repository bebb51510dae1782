import { Button, Group, Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { COMMENT_LENGTH } from '../../../shared/summaries/comments.schema.ts'
import { paragraphsComplaint } from '../../../shared/lib/plain-text.ts'
import { DraftStatus } from '../../drafts/DraftGate.tsx'
import { failureMessage } from '../../lib/failures.ts'
import { ActionName } from '../../ui/ActionName.tsx'
import { useFormKey } from '../../lib/form-key.ts'
import { useSend } from '../../ui/useSend.ts'
import { type CommentStepInput, useCommentStep } from './comments.calls.ts'
import { useComments } from './comments-context.tsx'
import styles from './Comments.module.css'

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
  step: (text: string) => CommentStepInput
}

/** A button, and once it is pressed the form of a comment or a step of one. One form is open at a time. */
export function CommentForm(form: CommentFormProps) {
  const { target, action, name } = form
  const { typing, type } = useComments()
  if (typing?.target === target) return <OpenForm {...form} text={typing.text} />
  return (
    <Button
      size="compact-sm"
      variant="default"
      // text that is typed elsewhere on the page is not lost by opening another form
      disabled={typing !== null && typing.text.trim() !== ''}
      onClick={() => type({ target, text: '' })}
    >
      <ActionName action={action} name={name} />
    </Button>
  )
}

function OpenForm({
  target,
  label,
  name,
  send: sendWords,
  mayBeEmpty,
  note,
  step,
  text,
}: CommentFormProps & { text: string }) {
  const { shown, type, draft } = useComments()
  const own = useFormKey()
  const { busy, send } = useSend(draft?.key ?? own, { covers: false })
  const { mutateAsync } = useCommentStep(shown.summary.id)
  const [problem, setProblem] = useState<string | null>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const isNew = useRef(text === '')
  // not when the page opens with what was typed before
  useEffect(() => {
    if (isNew.current) area.current?.focus()
  }, [])
  const tooLong = paragraphsComplaint(label, COMMENT_LENGTH, text)

  const submit = async () => {
    if (text.trim() === '' && !mayBeEmpty) return setProblem('Write it first.')
    const goOn = await draft?.hold()
    try {
      await send((form_key) => mutateAsync({ ...step(text), form_key }))
    } catch (error) {
      goOn?.()
      return setProblem(failureMessage(error))
    }
    type(null)
    goOn?.()
  }

  return (
    <form
      className={styles.form}
      noValidate
      aria-label={`${label}: ${name}`}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Textarea
        ref={area}
        label={label}
        description={note}
        value={text}
        error={tooLong ?? problem}
        autosize
        minRows={2}
        maxRows={10}
        onChange={(event) => {
          setProblem(null)
          type({ target, text: event.currentTarget.value })
        }}
      />
      <Group gap={8}>
        <Button type="submit" size="sm" loading={busy} disabled={tooLong !== null}>
          {sendWords}
        </Button>
        <Button size="sm" variant="subtle" disabled={busy} onClick={() => type(null)}>
          Cancel
        </Button>
        <DraftStatus stored={text === '' ? null : (draft?.stored ?? null)} />
      </Group>
    </form>
  )
}
