import { Button, Textarea } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { plural } from '../../../shared/lib/format.ts'
import { paragraphsComplaint } from '../../../shared/lib/plain-text.ts'
import { COMMENT_LENGTH } from '../../../shared/review/review.schema.ts'
import styles from './ReviewPoints.module.css'

/** from when on the letters that are left are counted */
const COUNTED_FROM = 100

type PointFormProps = {
  id?: string
  /** names the form: "Point about Project Area" */
  name: string
  label: string
  text: string
  onType: (text: string) => void
  /** the words of the button that ends the form with its text, which is never blank then */
  done: string
  onDone: () => void
  /** takes the form back; Escape does so while nothing has been changed */
  onCancel: () => void
  isChanged: boolean
  /** above the text */
  children?: ReactNode
}

/** The words of a point or of asking it again, typed in place. What is typed is part of the draft at once. */
export function PointForm({ name, label, text, onType, done, onDone, onCancel, ...rest }: PointFormProps) {
  const { id, isChanged, children } = rest
  const form = useRef<HTMLFormElement>(null)
  const field = useId()
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('select, input:checked, textarea')?.focus()
  }, [])
  useEffect(() => {
    const own = form.current
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isChanged) onCancel()
    }
    own?.addEventListener('keydown', leave)
    return () => own?.removeEventListener('keydown', leave)
  })
  const left = COMMENT_LENGTH.max - text.length
  const tooLong = paragraphsComplaint('Point', COMMENT_LENGTH.max, text)
  const submit = () => {
    if (text.trim() !== '' && tooLong === null) return onDone()
    setMissing(true)
    document.getElementById(field)?.focus()
  }
  return (
    <form
      ref={form}
      id={id}
      tabIndex={-1}
      aria-label={name}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {children}
      <Textarea
        id={field}
        label={label}
        description={
          left > COUNTED_FROM || left < 0 ? 'Up to 1,000 characters' : `${plural(left, 'character')} left`
        }
        error={isMissing && text.trim() === '' ? 'Please write what is needed.' : tooLong}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        autosize
        minRows={2}
        maxRows={10}
      />
      <div className={styles.actions}>
        <Button type="submit" size="sm" variant="outline">
          {done}
        </Button>
        <Button size="sm" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
