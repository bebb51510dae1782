import { Button, type ButtonProps, Group, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { LimitedText, type LimitedTextProps } from '../ui/limited-text.tsx'

type ThreadWordsProps = Omit<LimitedTextProps, 'onChange'> & { onType: (text: string) => void }

/** The field of the words, which grows with them, and a complaint under it where they are too many. */
export const ThreadWords = ({ onType, ...field }: ThreadWordsProps) => (
  <LimitedText minRows={2} maxRows={10} {...field} onChange={(event) => onType(event.currentTarget.value)} />
)

type ThreadFormProps = {
  id?: string | undefined
  className?: string | undefined
  gap?: number
  /** names the form among those of the page: "Point about Project Area" */
  name: string
  /** the fields: what it is about, and the words */
  children: ReactNode
  /** the button that sends the words, or makes them part of a draft */
  send: Pick<ButtonProps, 'variant' | 'loading' | 'disabled'> & { words: string }
  onSend: () => void
  /** the button that takes the form back, where there is one */
  cancel?: Pick<ButtonProps, 'variant' | 'disabled'> & { onClick: () => void }
  /** where the words are stored, beside the buttons */
  status?: ReactNode
  /** its first field has the focus at once: the form was opened by hand */
  isOpened?: boolean
  /** where Escape takes the form back too */
  onEscape?: () => void
}

/** The form of a step of a thread, in the place where it will be. */
export function ThreadForm({
  name,
  children,
  send: { words, ...button },
  onSend,
  cancel,
  status,
  isOpened,
  onEscape,
  gap = 8,
  ...form
}: ThreadFormProps) {
  const own = useRef<HTMLFormElement>(null)
  // typing does not move it again
  const takesFocus = useRef(isOpened)
  useEffect(() => {
    if (takesFocus.current)
      own.current?.querySelector<HTMLElement>('select, input:checked, textarea')?.focus()
  }, [])
  useEffect(() => {
    const at = own.current
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEscape?.()
    }
    at?.addEventListener('keydown', leave)
    return () => at?.removeEventListener('keydown', leave)
  }, [onEscape])
  return (
    <form
      {...form}
      ref={own}
      tabIndex={-1}
      noValidate
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      <Stack gap={gap}>
        {children}
        <Group gap={8}>
          <Button {...button} type="submit" size="sm">
            {words}
          </Button>
          {cancel ? (
            <Button variant="default" {...cancel} size="sm">
              Cancel
            </Button>
          ) : null}
          {status}
        </Group>
      </Stack>
    </form>
  )
}
