import { useQuery } from '@tanstack/react-query'
import type { Upload } from '../../shared/activities/activities.schema.ts'
import { photoLine } from '../../shared/land/photo-remarks.ts'
import { AddPoint } from '../review/points/AddPoint.tsx'
import { WarningIcon } from '../ui/icons.tsx'
import { photosOfPrincipleQuery } from './photos.calls.ts'
import styles from './PhotoFacts.module.css'

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
  const { data, error } = useQuery(photosOfPrincipleQuery(activity, sites_principle_id))
  if (error)
    return <p className={styles.line}>What this photograph says of place and time could not be loaded.</p>
  const photo = data?.photos.find((one) => one.file_id === file_id)
  if (!photo) return null
  return (
    <>
      <p className={styles.line}>{photoLine(photo)}</p>
      {photo.remarks.length === 0 ? null : (
        <div className={styles.remarks}>
          <ul className={styles.list} aria-label={`Remarks about ${name}`}>
            {photo.remarks.map((remark) => (
              <li key={remark}>
                <WarningIcon size={16} />
                {remark}
              </li>
            ))}
          </ul>
          <AddPoint place={{ about: 'file', file_id }} label={`the remarks on ${number} ${name}`} isSecond />
        </div>
      )}
    </>
  )
}
