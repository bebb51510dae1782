import type { ReactNode } from 'react'
import { alternativeComplaint } from '../../shared/files/file-checks.ts'
import type { UploadedFile } from '../../shared/files/files.schema.ts'
import { UploadField } from '../files/UploadField.tsx'

type PaperFieldProps = {
  /** names the form, so that an upload continues after a reload */
  form: string
  value: UploadedFile | null
  error: ReactNode
  onChange: (file: UploadedFile | null) => void
  onBusy: (busy: boolean) => void
}

/** A paper as PDF or as a photograph of it, which may be left out. */
export const PaperField = (props: PaperFieldProps) => (
  <UploadField
    {...props}
    label="Paper"
    help="Optional: a .pdf, .png, .jpg or .jpeg of at most 40 MB"
    kinds={['pdf', 'image']}
    check={(file) => alternativeComplaint(file, ['pdf', 'png', 'jpg', 'jpeg'])}
    required={false}
  />
)
