import { useState } from 'react'
import { useTexts } from '../lib/texts.tsx'
import type { NoteDialog } from './NoteDialog.tsx'

/** The links of the footer; where the operator has no page of its own, the bureau's text stands for it (S-104). */
export const NOTES = [
  { id: 'helpdesk', field: 'helpdesk_url', label: 'common.helpdesk', words: 'common.helpdesk_note' },
  { id: 'privacy-policy', field: 'privacy_url', label: 'common.privacy', words: 'common.privacy_note' },
  { id: 'terms-of-use', field: 'terms_url', label: 'common.terms', words: 'common.terms_note' },
] as const
type Note = (typeof NOTES)[number]

type Props = { note: Note; href: string; bureau: string }

/**
 * A link to the operator's own page; if none is configured, it opens a dialog with the bureau's text (S-104), which is
 * loaded then. Where that fails, the text is shown beside the link; without scripts, a reading page has it at its end.
 */
export function InfoLink({ note, href, bureau }: Props) {
  const { t, href: pageOf } = useTexts()
  const [shown, setShown] = useState<{ Dialog?: typeof NoteDialog } | null>(null)
  const label = t(note.label)
  if (href) return <a href={href}>{label}</a>

  const words = t(note.words, { bureau })
  // not `import().then(shown, failed)`: styles that cannot be loaded fail outside of it
  const open = async () => {
    try {
      const { NoteDialog: Dialog } = await import('./NoteDialog.tsx')
      setShown({ Dialog })
    } catch {
      setShown({})
    }
  }
  return (
    <>
      <a
        href={pageOf(`/how-to-check#${note.id}`)}
        onClick={(event) => {
          event.preventDefault()
          void open()
        }}
      >
        {label}
      </a>
      {shown?.Dialog ? (
        <shown.Dialog title={label} words={words} onClose={() => setShown(null)} />
      ) : (
        shown && <p>{words}</p>
      )}
    </>
  )
}
