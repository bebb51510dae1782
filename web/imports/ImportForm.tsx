import { Button, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { tableComplaint } from '../../shared/files/file-checks.ts'
import { IMPORT } from '../../shared/imports/imports.fields.ts'
import { importsApi } from '../../shared/imports/imports.schema.ts'
import { DraftFooter } from '../drafts/DraftFooter.tsx'
import { DraftStatus } from '../drafts/DraftGate.tsx'
import type { OpenDraft } from '../drafts/useDraft.ts'
import { useFormDraft } from '../drafts/useDraftGuard.ts'
import { UploadField } from '../files/UploadField.tsx'
import { ApiError, firstFieldErrors } from '../lib/call.ts'
import { useChange } from '../lib/queries.ts'
import { Fields, useFields } from '../ui/Fields.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useErrorFocus } from '../ui/useErrorFocus.ts'
import { fail } from '../ui/fail.ts'
import { useOnce } from '../ui/useOnce.ts'
import { useSend } from '../ui/useSend.ts'
import { ArchivesField } from './ArchivesField.tsx'

type ImportFormValues = ReturnType<typeof IMPORT.start>

/** The files of an import: uploaded one by one, then checked together. */
export function ImportForm({ draft }: { draft: OpenDraft<ImportFormValues> }) {
  const navigate = useNavigate()
  const create = useChange(importsApi.create)
  const { busy, send } = useSend(draft.key)
  const { form: place, toFirstError } = useErrorFocus()
  const [uploads, setUploads] = useState(0)
  const form = useFields(IMPORT, null, { typed: draft.start })
  const release = useFormDraft({ draft, form, title: 'Leave this import?', isUploading: uploads > 0 })
  const countUpload = (moving: boolean) => setUploads((count) => count + (moving ? 1 : -1))
  const toList = () => navigate({ to: '/sitemap/imports', search: {} })
  const done = () => {
    void draft.drop()
    release()
  }

  const submit = useOnce(async (values: ImportFormValues) => {
    const body = IMPORT.body(values)
    const goOn = await draft.hold()
    try {
      const made = await send((form_key) => create.mutateAsync({ body, form_key }))
      done()
      await navigate({
        to: '/sitemap/imports/view/$id',
        params: { id: String(made.import.id) },
        search: {},
      })
    } catch (error) {
      goOn()
      const errors = firstFieldErrors(error)
      if (Object.keys(errors).length > 0) {
        form.setErrors(errors)
        return toFirstError()
      }
      await fail(error)
      // 'repeated': an earlier try has already created the import, so this form is done
      if (!(error instanceof ApiError) || error.why !== 'repeated') return
      done()
      await toList()
    }
  })

  return (
    <form
      ref={place}
      noValidate
      onSubmit={(event) => form.onSubmit((values) => void submit(values), toFirstError)(event)}
    >
      <Panel title="Your files">
        <Stack gap="lg">
          <Fields
            of={IMPORT}
            form={form}
            inputs={{
              table_id: (place) => (
                <UploadField
                  {...place}
                  help={IMPORT.fields.table_id.help ?? ''}
                  kinds={['table']}
                  form="import:table_id"
                  check={tableComplaint}
                  onBusy={countUpload}
                />
              ),
              archive_ids: (place) => (
                <ArchivesField
                  {...place}
                  onAdd={(uploaded) => form.setFieldValue('archive_ids', (all) => [...all, uploaded])}
                  onRemove={(id) =>
                    form.setFieldValue('archive_ids', (all) => all.filter((one) => one.id !== id))
                  }
                  onBusy={countUpload}
                />
              ),
            }}
          />
        </Stack>
      </Panel>
      <DraftFooter
        stored={
          <>
            {uploads > 0 ? 'Wait until the files are uploaded, or cancel them. ' : null}
            <DraftStatus stored={draft.stored} />
          </>
        }
      >
        <Button variant="default" onClick={() => void toList()}>
          Cancel
        </Button>
        <Button type="submit" disabled={busy || uploads > 0}>
          Check the files
        </Button>
      </DraftFooter>
    </form>
  )
}
