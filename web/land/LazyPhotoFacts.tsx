import { Box } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Upload } from '../../shared/activities/activities.schema.ts'
import { previewOf } from '../../shared/files/file-checks.ts'

const View = lazy(async () => ({ default: (await import('./PhotoFactsView.tsx')).PhotoFactsView }))

type LazyPhotoFactsProps = {
  activity: { id: number; revision: number }
  sites_principle_id: number
  upload: Upload
  /** of its indicator: "3.2.1" */
  number: string
}

/** The facts of a saved photograph below it, loaded after the page; nothing for other files. */
export const LazyPhotoFacts = (photo: LazyPhotoFactsProps) =>
  previewOf(photo.upload.upload_file_name) === 'image' ? (
    // as high as its line, so that the files below do not move when it comes
    <Box mih="1.3125rem" mx="sm" mt={4} mb={8}>
      <Suspense>
        <View {...photo} />
      </Suspense>
    </Box>
  ) : null
