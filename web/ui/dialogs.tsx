import { Button, Modal, Stack, Textarea } from '@mantine/core'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react'
import styles from './dialogs.module.css'
import { WindowFoot } from './RecordWindow.tsx'
import { sharedList } from './shared-list.ts'

type ConfirmOptions = {
  title: string
  message: ReactNode
  confirmLabel?: string
  cancelLabel?: string
  danger?: boolean
  /** a third way, which cannot be undone where `isOtherSafe` does not say otherwise */
  otherLabel?: string
  /** the third way changes nothing */
  isOtherSafe?: boolean
  /** asks for a text of this length before the action is offered */
  reason?: { label: string; min: number; max: number }
}

type Answer = { reason?: string; isOther?: true }

type InformOptions = { title: string; message: ReactNode; button?: string }

type Open =
  | {
      id: number
      kind: 'confirm'
      options: ConfirmOptions
      answer: (given: null | Answer) => void
    }
  | { id: number; kind: 'inform'; options: InformOptions; answer: () => void }

/** the first is shown; a second waits for it */
const dialogs = sharedList<Open>()
let lastId = 0

const ask = <Given,>(open: (id: number, answer: (given: Given) => void) => Open) =>
  new Promise<Given>((resolve) => {
    lastId += 1
    const close = dialogs.add(
      open(lastId, (given) => {
        close()
        resolve(given)
      }),
    )
  })

/** Asks; null when the person cancels, closes or presses Escape, `isOther` when they choose the third way. */
export const confirm = (options: ConfirmOptions): Promise<null | Answer> =>
  ask((id, answer) => ({ id, kind: 'confirm', options, answer }))

/** Tells something that needs an answer before the person goes on. */
export const inform = (options: InformOptions): Promise<void> =>
  ask<void>((id, answer) => ({ id, kind: 'inform', options, answer }))

/** The second half of a double click, and a key held down, would answer what nobody has read. */
const DELIBERATE = {
  onKeyDownCapture: (event: KeyboardEvent) => {
    const isPress = event.key === 'Enter' || event.key === ' '
    if (event.repeat && isPress && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault()
  },
  onClickCapture: (event: MouseEvent) => {
    if (event.detail < 2 || !(event.target as Element).closest('button')) return
    event.preventDefault()
    event.stopPropagation()
  },
}

/** The text of a question. It has the focus when the question opens, so that Enter decides nothing (S-141). */
const QuestionText = ({ isFirst, children }: { isFirst: boolean; children: ReactNode }) => (
  <div className={styles.text} {...(isFirst ? { tabIndex: -1, 'data-autofocus': true } : {})}>
    {children}
  </div>
)

function ConfirmBody({ options, answer }: Extract<Open, { kind: 'confirm' }>) {
  const [text, setText] = useState<string | null>(null)
  const { reason } = options
  const given = (text ?? '').trim()
  const ready = !reason || (given.length >= reason.min && given.length <= reason.max)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) answer(reason ? { reason: given } : {})
      }}
    >
      <Stack gap="md">
        <QuestionText isFirst={!reason}>{options.message}</QuestionText>
        {reason ? (
          <Textarea
            label={reason.label}
            description={`${reason.min} to ${reason.max} characters`}
            value={text ?? ''}
            error={text !== null && given === '' ? `${reason.label} is required.` : undefined}
            onChange={(event) => setText(event.currentTarget.value)}
            maxLength={reason.max}
            autosize
            minRows={2}
            data-autofocus
          />
        ) : null}
      </Stack>
      <WindowFoot>
        <Button type="button" variant="default" onClick={() => answer(null)}>
          {options.cancelLabel ?? 'Cancel'}
        </Button>
        {options.otherLabel ? (
          <Button
            type="button"
            color={options.isOtherSafe ? 'leaf' : 'red'}
            variant="outline"
            onClick={() => answer({ isOther: true })}
          >
            {options.otherLabel}
          </Button>
        ) : null}
        <Button type="submit" color={options.danger ? 'red' : 'leaf'} disabled={!ready}>
          {options.confirmLabel ?? 'Confirm'}
        </Button>
      </WindowFoot>
    </form>
  )
}

function InformBody({ options, answer }: Extract<Open, { kind: 'inform' }>) {
  return (
    <>
      <div>{options.message}</div>
      <WindowFoot>
        <Button onClick={answer} data-autofocus>
          {options.button ?? 'OK'}
        </Button>
      </WindowFoot>
    </>
  )
}

/** The one dialog that may be open. */
export function Dialogs() {
  const [open] = dialogs.useItems()
  // what was asked stays readable while its window fades
  const [shown, setShown] = useState(open)
  if (open && open !== shown) setShown(open)
  const dismiss = () => (open?.kind === 'confirm' ? open.answer(null) : open?.answer())
  return (
    <Modal
      opened={open !== undefined}
      onClose={dismiss}
      title={shown?.options.title}
      // the second half of a double click would answer a question nobody has read
      closeOnClickOutside={false}
      centered
      padding={16}
      {...DELIBERATE}
    >
      {shown?.kind === 'confirm' ? <ConfirmBody key={shown.id} {...shown} /> : null}
      {shown?.kind === 'inform' ? <InformBody key={shown.id} {...shown} /> : null}
    </Modal>
  )
}
