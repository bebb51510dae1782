import { type SiteProfileInput, sitesApi } from '../../shared/sites/sites.schema.ts'
import { call } from '../lib/call.ts'
import { useRecordChange } from '../review/review.calls.ts'

type Edit = { body: SiteProfileInput; revision: number; form_key: string }

/**
 * Edit Profile: saves the form, then submits again. If the second call fails, the record stays editable (C-41), and
 * `onSaved` has received its revision.
 */
export const useEditSite = (id: number, onSaved: (revision: number) => void) =>
  useRecordChange(sitesApi.show, id, sitesApi.update, async ({ body, form_key, ...seen }: Edit) => {
    const { region_id: _fixed, ...fields } = body
    const { siteProfile } = await call(sitesApi.update, {
      params: { id },
      body: { ...fields, revision: seen.revision },
      form_key,
    })
    const { revision } = siteProfile
    onSaved(revision)
    return call(sitesApi.submit, { params: { id }, body: { revision }, form_key })
  })
