import { Group } from '@mantine/core'
import type { Upload } from '../../shared/activities/activities.schema.ts'
import { photoLine } from '../../shared/land/photo-remarks.ts'
import { photosApi } from '../../shared/land/photos.schema.ts'
import { useRead } from '../lib/queries.ts'
import { AddPoint } from '../review/points/PointsAt.tsx'
import { WarningIcon } from '../ui/icons.tsx'

/** the most photographs of a principle that are looked at: more are a list, not a view */
const MAX_PHOTOS = 1_000
const LOOK_MS = 2_000
const MOST_LOOKS = 4

type PhotoFactsViewProps = {
  activity: { id: number; revision: number }
  sites_principle_id: number
  upload: Upload
  /** of its indicator: "3.2.1" */
  number: string
}

/**
 * What a photograph says of place, time and camera, in one line, and what its reader should know of it. These are claims
 * of the file; nothing waits for them.
 */
export function PhotoFactsView({ activity, sites_principle_id, upload, number }: PhotoFactsViewProps) {
  const { upload_id: file_id, upload_file_name: name } = upload
  const { data, error } = useRead(photosApi.ofActivity, {
    params: { id: activity.id },
    query: { sites_principle_id },
    version: activity.revision,
    rows: MAX_PHOTOS,
    staleTime: 60_000,
    // distances are measured within seconds of a save; asked a few times, not for ever
    every: (found, reads) =>
      reads < MOST_LOOKS && found.data.some(({ place }) => place && place.metres === null) && LOOK_MS,
  })
  if (error)
    return (
      <p className="quiet numbers breaks">What this photograph says of place and time could not be loaded.</p>
    )
  const photo = data?.data.find((one) => one.file_id === file_id)
  if (!photo) return null
  return (
    <>
      <p className="quiet numbers breaks">{photoLine(photo)}</p>
      {photo.remarks.length === 0 ? null : (
        <Group justify="space-between" gap="4px 12px" fz="sm">
          <ul className="list" aria-label={`Remarks about ${name}`}>
            {photo.remarks.map((remark) => (
              <li key={remark} className="with-icon">
                <WarningIcon size={16} />
                {remark}
              </li>
            ))}
          </ul>
          <AddPoint place={{ about: 'file', file_id }} label={`the remarks on ${number} ${name}`} isSecond />
        </Group>
      )}
    </>
  )
}
