import { useState } from 'react'
import { previewOf } from '../../shared/files/file-checks.ts'
import { FileCard, type FileFacts } from '../ui/FileCard.tsx'
import { FilePreview, PreviewButton } from '../ui/FilePreview.tsx'
import { Thumbnail } from '../ui/Thumbnail.tsx'

type StoredDocumentProps = { file: FileFacts & { id: number }; hint?: string | undefined }

/** The file that a field of a form holds, with a preview where a browser can show it. */
export function StoredDocument({ file, hint }: StoredDocumentProps) {
  const [isOpen, setOpen] = useState(false)
  const { id, name } = file
  const panel = `preview-${id}`
  const canShow = ['image', 'pdf'].includes(previewOf(name))
  return (
    <>
      <FileCard
        file={file}
        picture={<Thumbnail name={name} of={id} />}
        hint={hint}
        actions={
          canShow ? (
            <PreviewButton name={name} isOpen={isOpen} panel={panel} onToggle={() => setOpen(!isOpen)} />
          ) : null
        }
      />
      {isOpen ? (
        <section id={panel} aria-label={`Preview of ${name}`}>
          <FilePreview file={file} />
        </section>
      ) : null}
    </>
  )
}
