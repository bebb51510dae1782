import { forgetAllDrafts } from '../drafts/draft-keeper.ts'
import { forgetAllUploads } from '../files/stored-uploads.ts'

/** Deletes the person's drafts and unfinished uploads, which the next user of this browser must not find. */
export async function forgetUnsaved(actor_id: number): Promise<void> {
  await forgetAllDrafts(actor_id)
  await forgetAllUploads()
}
