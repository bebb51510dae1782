import { Button, Input, Modal, Stack, Textarea } from '@mantine/core'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react'
import { WindowFooter } from './RecordWindow.tsx'
import { paragraphsComplaint, textComplaint } from '../../shared/lib/plain-text.ts'
import { sharedList } from './shared-list.ts'

type ConfirmOptions = {
  title: string
  message: ReactNode
  confirmLabel?: string
  cancelLabel?: string
  danger?: boolean
  /** a third answer, styled as irreversible unless `isOtherSafe` is set */
  otherLabel?: string
  /** the third answer changes nothing */
  isOtherSafe?: boolean
  /** asks for a text of this length before the action is enabled */
  reason?: { label: string; min: number; max: number }
  /** a sentence that keeps the question open when it is confirmed, because something in it is not answered */
  complaint?: () => string | null
}

type Answer = { reason?: string; isOther?: true }

type InformOptions = { title: string; message: ReactNode; button?: string }

type OpenDialog =
  | {
      id: number
      kind: 'confirm'
      options: ConfirmOptions
      answer: (input: null | Answer) => void
    }
  | { id: number; kind: 'inform'; options: InformOptions; answer: () => void }

/** the first one is shown; the others wait */
const dialogs = sharedList<OpenDialog>()
let lastId = 0

const ask = <Given,>(open: (id: number, answer: (input: Given) => void) => OpenDialog) =>
  new Promise<Given>((resolve) => {
    lastId += 1
    const close = dialogs.add(
      open(lastId, (input) => {
        close()
        resolve(input)
      }),
    )
  })

/** Asks a question. Resolves with null on Cancel, close or Escape, and with `isOther` for the third answer. */
export const confirm = (options: ConfirmOptions): Promise<null | Answer> =>
  ask((id, answer) => ({ id, kind: 'confirm', options, answer }))

/** Shows a message and resolves when the person has closed it. */
export const inform = (options: InformOptions): Promise<void> =>
  ask<void>((id, answer) => ({ id, kind: 'inform', options, answer }))

/** Ignores the second half of a double click and a held key, which would answer an unread question. */
const DELAY_BUTTONS = {
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

/** The text of a question. It takes the focus when the question opens, so that Enter decides nothing (S-141). */
const QuestionText = ({ isFirst, children }: { isFirst: boolean; children: ReactNode }) => (
  <div className="to-read" {...(isFirst ? { tabIndex: -1, 'data-autofocus': true } : {})}>
    {children}
  </div>
)

function ConfirmBody({ options, answer }: Extract<OpenDialog, { kind: 'confirm' }>) {
  const [text, setText] = useState<string | null>(null)
  const [complaint, setComplaint] = useState<string | null>(null)
  const { reason } = options
  const input = (text ?? '').trim()
  const tooLong = reason ? paragraphsComplaint(reason.label, reason.max, input) : null
  const ready = !reason || (input.length >= reason.min && tooLong === null)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const missing = options.complaint?.() ?? null
        setComplaint(missing)
        if (ready && missing === null) answer(reason ? { reason: input } : {})
      }}
    >
      <Stack gap="md">
        <QuestionText isFirst={!reason}>{options.message}</QuestionText>
        {reason ? (
          <Textarea
            label={reason.label}
            description={`${reason.min} to ${reason.max} characters`}
            value={text ?? ''}
            error={text !== null && input === '' ? textComplaint(reason.label, reason, input) : tooLong}
            onChange={(event) => setText(event.currentTarget.value)}
            autosize
            minRows={2}
            data-autofocus
          />
        ) : null}
        {options.complaint ? (
          <div role="alert">{complaint ? <Input.Error>{complaint}</Input.Error> : null}</div>
        ) : null}
      </Stack>
      <WindowFooter>
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
      </WindowFooter>
    </form>
  )
}

function InformBody({ options, answer }: Extract<OpenDialog, { kind: 'inform' }>) {
  return (
    <>
      <div>{options.message}</div>
      <WindowFooter>
        <Button onClick={answer} data-autofocus>
          {options.button ?? 'OK'}
        </Button>
      </WindowFooter>
    </>
  )
}

/** Shows the open dialog; only one at a time. */
export function Dialogs() {
  const [open] = dialogs.useItems()
  // the text stays readable while the window fades out
  const [shown, setShown] = useState(open)
  if (open && open !== shown) setShown(open)
  const dismiss = () => (open?.kind === 'confirm' ? open.answer(null) : open?.answer())
  return (
    <Modal
      opened={open !== undefined}
      onClose={dismiss}
      title={shown?.options.title}
      // the second half of a double click would answer an unread question
      closeOnClickOutside={false}
      centered
      padding={16}
      {...DELAY_BUTTONS}
    >
      {shown?.kind === 'confirm' ? <ConfirmBody key={shown.id} {...shown} /> : null}
      {shown?.kind === 'inform' ? <InformBody key={shown.id} {...shown} /> : null}
    </Modal>
  )
}
