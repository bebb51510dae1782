import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { FILE_KINDS } from '../../shared/files/files.schema.ts'
import { formatBytes } from '../lib/bytes.ts'
import { FileCard } from '../ui/FileCard.tsx'
import { ignoreDoubleClick } from '../ui/ignore-double-click.ts'
import { CloseIcon, UploadIcon } from '../ui/icons.tsx'
import { ActionName } from '../ui/ActionName.tsx'
import type { Transfer, Uploads } from './useUploads.ts'

/** Returns what a file waits for; null while its bytes are moving. */
function statusOf({ state, stage, share, stored, reason }: Transfer): string | null {
  if (state === 'missing')
    return `${formatBytes(Math.round(share * stored.size))} of ${formatBytes(stored.size)} already sent. Choose the same file to continue.`
  if (state === 'queued') return 'Waiting to upload'
  if (stage === 'waiting' && reason) return reason
  if (stage === 'waiting') return `Waiting for the connection, ${Math.floor(share * 100)} % sent`
  return stage === 'checking' ? 'All sent. The server is checking the file.' : null
}

/** Asks for a file that was lost in a reload. */
function ChooseAgain({ transfer, uploads }: { transfer: Transfer; uploads: Uploads }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOther, setIsOther] = useState(false)
  const { id, kind, name } = transfer.stored
  return (
    <>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={`The same file ${name}`}
        accept={FILE_KINDS[kind].extensions.map((extension) => `.${extension}`).join(',')}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file) setIsOther(!uploads.choose(id, file))
        }}
      />
      {isOther ? <span role="alert">This is not the same file.</span> : null}
      <Button size="sm" leftSection={<UploadIcon size={16} />} onClick={() => input.current?.click()}>
        <ActionName action="Choose the file" name={name} />
      </Button>
    </>
  )
}

type TransferCardProps = {
  transfer: Transfer
  uploads: Uploads
  /** called after the card and its pressed button are removed, so that the parent can move the focus */
  onGone: () => void
}

/** An unfinished upload: its progress, what it waits for or why it failed, and the actions. */
export function TransferCard({ transfer, uploads, onGone }: TransferCardProps) {
  const { stored, state, share, error } = transfer
  const { id, name, size } = stored
  const cancel = () => {
    uploads.cancel(id)
    requestAnimationFrame(onGone)
  }
  const isUnderway = error === null && state !== 'missing'
  return (
    <FileCard
      file={{ name, size }}
      progress={isUnderway ? share : null}
      status={error === null ? statusOf(transfer) : null}
      {...(error === null ? {} : { error })}
      actions={
        <>
          {error === null ? null : (
            <Button size="sm" onClick={() => uploads.retry(id)}>
              <ActionName action="Try again" name={name} />
            </Button>
          )}
          {state === 'missing' ? <ChooseAgain transfer={transfer} uploads={uploads} /> : null}
          <Button
            size="sm"
            variant="default"
            leftSection={isUnderway ? <CloseIcon size={16} /> : null}
            onClick={ignoreDoubleClick(cancel)}
          >
            <ActionName action={isUnderway ? 'Cancel' : 'Remove'} name={name} />
          </Button>
        </>
      }
    />
  )
}

/** Announces the uploads of a form to screen readers. */
export const UploadAnnouncements = ({ uploads }: { uploads: Uploads }) => (
  <p role="status" className="visually-hidden">
    {uploads.said}
  </p>
)
