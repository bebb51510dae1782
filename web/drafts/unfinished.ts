import { DRAFT_FORMS, type UnfinishedForm, unfinishedApi } from '../../shared/drafts/drafts.schema.ts'
import { call } from '../lib/call.ts'
import { deviceDrafts } from '../lib/draft.ts'
import type { DeviceCopy } from './restore-window.ts'

/** The person's unfinished forms of which this device has something that the server does not have. */
export const listOnDevice = (actor_id: number): UnfinishedForm[] =>
  deviceDrafts.names().flatMap((name): UnfinishedForm[] => {
    const [form, actor, record_id] = name.split(':')
    const known = DRAFT_FORMS.find((one) => one === form)
    const copy = known && actor === String(actor_id) ? deviceDrafts.read<DeviceCopy>(name) : null
    if (!known || !copy) return []
    const facts = { name: null, code: null, site_activity_id: null, site_profile_id: null }
    return [{ form: known, record_id: Number(record_id), updated_at: copy.typed_at, ...facts }]
  })

/** Lists the person's unfinished forms, the newest first: those on the server, and those that only this device has. */
export async function listUnfinished(actor_id: number): Promise<UnfinishedForm[]> {
  const { forms } = await call(unfinishedApi.list)
  const all = [...forms]
  for (const copy of listOnDevice(actor_id))
    if (!all.some(({ form, record_id }) => form === copy.form && record_id === copy.record_id)) all.push(copy)
  return all
}
