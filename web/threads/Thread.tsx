import { Button, type ButtonProps, Stack } from '@mantine/core'
import { type ComponentProps, type ReactNode, type Ref, useState } from 'react'
import { formatDate, formatDateTime } from '../../shared/lib/dates.ts'
import { ActionName } from '../ui/ActionName.tsx'
import styles from './Threads.module.css'

/** When a step was taken. `day` alone has the time in its tooltip. */
export function StepTime({ at, day = false }: { at: string; day?: boolean }) {
  return (
    <time className="quiet" dateTime={at} title={day ? formatDateTime(at) : undefined}>
      {day ? formatDate(at) : formatDateTime(at)}
    </time>
  )
}

/** The words of a thread, in the lines in which they were typed. */
export const ThreadText = ({ children }: { children: ReactNode }) => (
  <p className="as-written sentences">{children}</p>
)

type ThreadStepProps = Pick<ComponentProps<'li'>, 'className'> & {
  [data: `data-${string}`]: unknown
  as?: 'li' | 'div'
  /** in bold: what was done, or who did it */
  lead: string
  /** the rest of the sentence: who did it, as they were then, and when */
  rest: ReactNode
  /** above the words: what they are about, or what was changed */
  above?: ReactNode
  text?: ReactNode
  /** a sentence about words that were erased */
  erased?: string | null
  /** what came with the words */
  children?: ReactNode
}

/** One step of a thread: who did what and when, the words of it, and what came with them. */
export function ThreadStep({
  as: Part = 'li',
  lead,
  rest,
  above,
  text,
  erased,
  children,
  ...part
}: ThreadStepProps) {
  return (
    <Part {...part}>
      <p>
        <strong>{lead}</strong>
        {rest}
      </p>
      {above}
      {text ? <ThreadText>{text}</ThreadText> : null}
      {erased ? <p className="muted breaks">{erased}</p> : null}
      {children}
    </Part>
  )
}

/** Open threads are a warning, answered ones are not, and settled ones are quiet. */
const TONES = {
  open: 'warning',
  prepared: 'success',
  answered: 'success',
  settled: undefined,
  withdrawn: undefined,
}

/** The state of a thread, in words. */
export const ThreadState = ({ state, children }: { state: keyof typeof TONES; children: string }) => (
  <span className="pill" data-tone={TONES[state]}>
    {children}
  </span>
)

type ThreadActionProps = Pick<ButtonProps, 'variant' | 'disabled'> & {
  id?: string | undefined
  ref?: Ref<HTMLButtonElement>
  /** "Settle", and for screen readers what: "point about Project Area" */
  action: string
  name: string
  onClick: () => void
}

/** A button for what can be done about a thread. */
export const ThreadAction = ({ action, name, ...button }: ThreadActionProps) => (
  <Button size="compact-sm" variant="default" {...button}>
    <ActionName action={action} name={name} />
  </Button>
)

/** a longer list is folded at first, so that what follows it is near */
const OPEN_UP_TO = 5

type ThreadFoldProps = {
  title: string
  count: number
  /** folded at first however short it is */
  isFolded?: boolean
  /** an `li` for each */
  children: ReactNode
}

/** A list of threads under its count, open while it is short; absent when it is empty. */
export function ThreadFold({ title, count, isFolded = false, children }: ThreadFoldProps) {
  // only the first count decides: afterwards the fold belongs to the user
  const [isOpen] = useState(!isFolded && count <= OPEN_UP_TO)
  if (count === 0) return null
  return (
    <details className={`fold ${styles.fold}`} open={isOpen}>
      <summary>{title}</summary>
      <Stack component="ul" gap={12}>
        {children}
      </Stack>
    </details>
  )
}
