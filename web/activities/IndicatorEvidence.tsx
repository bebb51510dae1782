import { Button } from '@mantine/core'
import type { SiteActivity, Upload } from '../../shared/activities/activities.schema.ts'
import { FileCard } from '../ui/FileCard.tsx'
import { CloseIcon, TrashIcon } from '../ui/icons.tsx'
import { Notice } from '../ui/Notice.tsx'
import { AddFiles } from './AddFiles.tsx'
import styles from './Evidence.module.css'
import { EvidenceFile } from './EvidenceFiles.tsx'
import { isNewSinceReturn } from './evidence.ts'
import type { Preview } from './usePreview.ts'
import type { Transfer, Uploads } from './useUploads.ts'

const Named = ({ action, name }: { action: string; name: string }) => (
  <>
    {action}
    <span className="visually-hidden"> {name}</span>
  </>
)

function TransferCard({ transfer, uploads }: { transfer: Transfer; uploads: Uploads }) {
  const { key, file, share, error } = transfer
  const cancel = () => uploads.cancel(key)
  return (
    <li className={styles.file}>
      <FileCard
        file={{ name: file.name, size: file.size }}
        progress={error === null ? share : null}
        {...(error === null ? {} : { error })}
        actions={
          error === null ? (
            <Button size="sm" variant="default" leftSection={<CloseIcon size={16} />} onClick={cancel}>
              <Named action="Cancel" name={file.name} />
            </Button>
          ) : (
            <>
              <Button size="sm" onClick={() => uploads.retry(key)}>
                <Named action="Try again" name={file.name} />
              </Button>
              <Button size="sm" variant="default" onClick={cancel}>
                <Named action="Remove" name={file.name} />
              </Button>
            </>
          )
        }
      />
    </li>
  )
}

type IndicatorEvidenceProps = {
  activity: SiteActivity | null
  /** "3.2.1" */
  number: string
  indicator: number
  files: Upload[]
  /** ids of the files that are not part of the activity yet */
  unsaved: ReadonlySet<number>
  uploads: Uploads
  preview: Preview
  /** why some chosen files were not taken */
  complaints: string[]
  onFiles: (files: File[]) => void
  onRemove: (upload: Upload) => void
  onDismiss: () => void
}

/** The evidence under one indicator: what is there, what is on its way, and the way to add more. */
export function IndicatorEvidence(props: IndicatorEvidenceProps) {
  const { activity, number, indicator, files, unsaved, uploads, preview, complaints } = props
  const transfers = uploads.transfers.filter((one) => one.indicator === indicator)

  const noteOf = (upload: Upload) => {
    if (unsaved.has(upload.upload_id)) return 'Not saved yet'
    return activity && isNewSinceReturn(activity, upload) ? 'New since the return' : null
  }

  return (
    <>
      {files.length + transfers.length > 0 ? (
        <ul className={styles.files} aria-label={`Evidence for ${number}`}>
          {files.map((upload) => (
            <EvidenceFile
              key={upload.upload_id}
              upload={upload}
              indicator={indicator}
              preview={preview}
              note={noteOf(upload)}
              actions={
                <Button
                  size="sm"
                  variant="default"
                  leftSection={<TrashIcon size={16} />}
                  onClick={() => props.onRemove(upload)}
                >
                  <Named action="Remove" name={upload.upload_file_name} />
                </Button>
              }
            />
          ))}
          {transfers.map((transfer) => (
            <TransferCard key={transfer.key} transfer={transfer} uploads={uploads} />
          ))}
        </ul>
      ) : null}
      {complaints.length > 0 ? (
        <Notice tone="danger" title="Not added" live>
          <ul className={styles.complaints}>
            {complaints.map((complaint) => (
              <li key={complaint}>{complaint}</li>
            ))}
          </ul>
          <Button size="xs" mt="xs" variant="default" onClick={props.onDismiss}>
            Dismiss
          </Button>
        </Notice>
      ) : null}
      <AddFiles number={number} onFiles={props.onFiles} />
    </>
  )
}
