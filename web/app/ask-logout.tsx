import { formatDateTime } from '../../shared/lib/dates.ts'
import { linkOfForm, nameOfForm } from '../dashboard/form-links.ts'
import { forgetAllDrafts, sendAllDrafts } from '../drafts/draft-keeper.ts'
import { listOnDevice, listUnfinished } from '../drafts/unfinished.ts'
import { forgetAllUploads } from '../files/stored-uploads.ts'
import { endSession } from '../lib/end-session.ts'
import { confirm } from '../ui/dialogs.tsx'

const TITLE = 'Logout of this account?'

/** Asks before a logout. Unfinished forms are named, and stay for the next login unless the person discards them (S-166). */
export async function askLogout(actor_id: number): Promise<void> {
  await sendAllDrafts()
  const forms = await listUnfinished(actor_id).catch(() => listOnDevice(actor_id))
  const answer = await (forms.length > 0
    ? confirm({
        title: TITLE,
        message: (
          <>
            <p>Are you sure you want to logout? These forms are unfinished:</p>
            <ul className="bullets">
              {forms.map((form) => {
                const { words } = linkOfForm(form)
                const name = nameOfForm(form)
                return (
                  <li key={`${form.form} ${form.record_id}`}>
                    {name ? `${name}: ${words}` : words}, last saved {formatDateTime(form.updated_at)}
                  </li>
                )
              })}
            </ul>
            <p>Files that are still uploading are not kept.</p>
          </>
        ),
        confirmLabel: 'Keep them for my next login',
        otherLabel: 'Discard them',
        cancelLabel: 'Cancel',
      })
    : confirm({
        title: TITLE,
        message:
          'Are you sure you want to logout? Logging out will clear all unsaved changes and can not be undone.',
        confirmLabel: 'Logout',
        cancelLabel: 'Cancel',
        danger: true,
      }))
  if (!answer) return
  if (answer.isOther || forms.length === 0) await forgetAllDrafts(actor_id)
  else await sendAllDrafts()
  // the next user of this browser must not find these files
  await forgetAllUploads()
  await endSession(null)
}
