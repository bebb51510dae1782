import { useState } from 'react'
import { Dialog } from './Dialog.tsx'
import controls from './controls.module.css'

type Props = { label: string; href: string; bureau: string }

export const INFO_WORDS: Record<string, (bureau: string) => string> = {
  Helpdesk: (bureau) =>
    `For help with your account, please contact the administrator of your office or the ${bureau}.`,
  'Privacy policy': (bureau) =>
    `The ${bureau} keeps only the personal data that the review of REDD+ sites needs, and shows none of it to the public.`,
  'Terms of use': (bureau) =>
    `The information on these pages may be used freely when the ${bureau} is named as its source.`,
}

/** A link to the operator's own page; if none is configured, it opens a dialog with the bureau's text (S-104). */
export function InfoLink({ label, href, bureau }: Props) {
  const [open, setOpen] = useState(false)
  if (href) return <a href={href}>{label}</a>

  const close = () => setOpen(false)
  const done = (
    <button type="button" className={controls.primary} onClick={close}>
      Close
    </button>
  )
  return (
    <>
      <a
        href={`#${label.toLowerCase().replaceAll(' ', '-')}`}
        onClick={(event) => {
          event.preventDefault()
          setOpen(true)
        }}
      >
        {label}
      </a>
      {open && (
        <Dialog title={label} onClose={close} actions={done}>
          <p>{INFO_WORDS[label]?.(bureau) ?? bureau}</p>
        </Dialog>
      )}
    </>
  )
}
