import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { FILE_KINDS } from '../../shared/files/files.schema.ts'
import { plural } from '../../shared/lib/format.ts'
import { formatBytes, formatBytesOf } from '../lib/bytes.ts'
import { FileCard } from '../ui/FileCard.tsx'
import { ignoreDoubleClick } from '../ui/ignore-double-click.ts'
import { CloseIcon, UploadIcon } from '../ui/icons.tsx'
import { ActionName } from '../ui/ActionName.tsx'
import { Thumbnail } from '../ui/Thumbnail.tsx'
import { movingWords, waitingWords } from './transfer-words.ts'
import type { Total, Transfer } from './transfers.ts'
import type { Uploads } from './useUploads.ts'

/** Returns how far an upload is, or what it waits for. */
function statusOf({ state, stage, share, stored: { size }, reason, pace }: Transfer): string {
  if (state === 'missing')
    return `${formatBytes(Math.round(share * size))} of ${formatBytes(size)} already sent. Choose the same file to continue.`
  if (state === 'queued') return 'Waiting to upload'
  if (stage === 'waiting') return reason ?? waitingWords(share)
  if (stage === 'checking') return 'All sent. The server is checking the file.'
  return movingWords({ sent: share * size, size, pace })
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
  const { id, name, size, file } = stored
  const cancel = () => {
    uploads.cancel(id)
    requestAnimationFrame(onGone)
  }
  const isUnderway = error === null && state !== 'missing'
  return (
    <FileCard
      file={{ name, size }}
      picture={file ? <Thumbnail name={name} of={file} /> : null}
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

/** "3 files uploading: 12.4 of 120.4 MB · 96 KB/s · about 20 minutes left"; nothing when none is. Not announced. */
export function UploadsTotal({ total }: { total: Total }) {
  const { files, sent, size, isWaiting } = total
  if (files === 0) return null
  const pace = isWaiting ? 'stalled' : total.pace
  const words = pace === 'stalled' ? `${formatBytesOf(Math.round(sent), size)} · waiting` : movingWords(total)
  return (
    <span className="numbers">
      {plural(files, 'file')} uploading: {words}.{' '}
    </span>
  )
}

/** Announces the uploads of a form to screen readers, each sentence once. */
export const UploadAnnouncements = ({ uploads }: { uploads: Uploads }) => (
  <div role="status" aria-atomic="false" className="visually-hidden">
    {uploads.said.map(({ key, text }) => (
      <p key={key}>{text}</p>
    ))}
  </div>
)
