import { Button, Group, Stack } from '@mantine/core'
import type { SiteActivity, Upload } from '../../shared/activities/activities.schema.ts'
import { useCopyHints } from '../files/files.calls.ts'
import { TransferCard } from '../files/TransferCard.tsx'
import type { Uploads } from '../files/useUploads.ts'
import { LazyPhotoFacts } from '../land/LazyPhotoFacts.tsx'
import { isAt } from '../review/points/points-context.tsx'
import { FormPoints } from '../review/points/record-points.tsx'
import { ignoreDoubleClick } from '../ui/ignore-double-click.ts'
import { TrashIcon } from '../ui/icons.tsx'
import { ActionName } from '../ui/ActionName.tsx'
import { Notice } from '../ui/Notice.tsx'
import { AddFiles, addFilesButtonId } from './AddFiles.tsx'
import { EvidenceFile } from './EvidenceFiles.tsx'
import { isNewSinceReturn } from './evidence.ts'
import { isUnder } from './principle-points.ts'
import type { Preview } from './usePreview.ts'

type IndicatorEvidenceProps = {
  activity: SiteActivity | null
  sites_principle_id: number
  /** "3.2.1" */
  number: string
  indicator: number
  files: Upload[]
  /** ids of the files that are not part of the activity yet */
  unsaved: ReadonlySet<number>
  uploads: Uploads
  preview: Preview
  /** why some of the chosen files were rejected */
  complaints: string[]
  /** those rejected for their name alone, under a free one */
  renamed: File[]
  onFiles: (files: File[]) => void
  onRemove: (upload: Upload) => void
  onDismiss: () => void
}

/** The evidence under one indicator: its files, the unfinished uploads, and a way to add more. */
export function IndicatorEvidence(props: IndicatorEvidenceProps) {
  const { activity, sites_principle_id, number, indicator, files, unsaved, uploads, preview, complaints } =
    props
  const hintOf = useCopyHints(files.map((file) => file.upload_id))
  const transfers = uploads.transfers.filter(({ stored }) => stored.place === String(indicator))

  const noteOf = (upload: Upload) => {
    if (unsaved.has(upload.upload_id)) return 'Not saved yet'
    return activity && isNewSinceReturn(activity, upload) ? 'New since the return' : null
  }

  return (
    <>
      {files.length + transfers.length > 0 ? (
        <Stack component="ul" gap={8} aria-label={`Evidence for ${number}`}>
          {files.map((upload) => (
            <EvidenceFile
              key={upload.upload_id}
              upload={upload}
              indicator={indicator}
              preview={preview}
              note={noteOf(upload)}
              hint={hintOf(upload.upload_id)}
              below={
                <>
                  {activity && !unsaved.has(upload.upload_id) ? (
                    <LazyPhotoFacts
                      activity={activity}
                      sites_principle_id={sites_principle_id}
                      upload={upload}
                      number={number}
                    />
                  ) : null}
                  <FormPoints place={{ about: 'file', file_id: upload.upload_id }} />
                </>
              }
              actions={
                <Button
                  size="sm"
                  variant="default"
                  leftSection={<TrashIcon size={16} />}
                  onClick={ignoreDoubleClick(() => props.onRemove(upload))}
                >
                  <ActionName action="Remove" name={upload.upload_file_name} />
                </Button>
              }
            />
          ))}
          {transfers.map((transfer) => (
            <li key={transfer.stored.id}>
              <TransferCard
                transfer={transfer}
                uploads={uploads}
                onGone={() => document.getElementById(addFilesButtonId(number))?.focus()}
              />
            </li>
          ))}
        </Stack>
      ) : null}
      {/* of files that were removed or replaced */}
      <FormPoints
        place={(point) =>
          point.place.about === 'file' &&
          isUnder(point, number) &&
          !files.some(({ upload_id }) => isAt(point.place, { about: 'file', file_id: upload_id }))
        }
      />
      {complaints.length > 0 ? (
        <Notice tone="danger" title="Not added" live>
          <ul className="bullets">
            {complaints.map((complaint) => (
              <li key={complaint}>{complaint}</li>
            ))}
          </ul>
          <Group gap="xs" mt="xs">
            {props.renamed.length > 0 ? (
              <Button size="xs" onClick={() => props.onFiles(props.renamed)}>
                Add as {props.renamed.map(({ name }) => name).join(', ')}
              </Button>
            ) : null}
            <Button size="xs" variant="default" onClick={props.onDismiss}>
              Dismiss
            </Button>
          </Group>
        </Notice>
      ) : null}
      <AddFiles number={number} onFiles={props.onFiles} />
    </>
  )
}
