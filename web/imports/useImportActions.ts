import { type Import, importsApi } from '../../shared/imports/imports.schema.ts'
import { useChange } from '../lib/queries.ts'
import { saveReply } from '../lib/save-file.ts'
import { confirm } from '../ui/dialogs.tsx'
import { notifyDone } from '../ui/notify.ts'
import { useAction } from '../ui/useAction.ts'
import { useDownload } from '../ui/useDownload.ts'
import { partOf, profilesOf, rowsOf } from './import-words.ts'

const NOTHING_ADDED = 'No profile was added from it. Its files are removed.'

/** The actions on an import: start, cancel (both after a question) and download the corrections. */
export function useImportActions({ id, state, rows, rows_total }: Import) {
  const { run } = useAction()
  const starting = useChange(importsApi.start)
  const cancelling = useChange(importsApi.cancel)
  const download = useDownload()
  const params = { id }

  const start = async () => {
    const left = (rows_total ?? 0) - rows.Good
    const answer = await confirm({
      title: `Import ${partOf(rows.Good, rows_total ?? 0)}?`,
      message: `Each becomes a profile, submitted to its office in your name: another person must approve it at FMB.${left > 0 ? ` ${rowsOf(left)} ${left === 1 ? 'is' : 'are'} left out.` : ''}`,
      confirmLabel: `Import ${rowsOf(rows.Good)}`,
    })
    if (answer) await run(() => starting.mutateAsync({ params, body: { rows: rows.Good } }))
  }

  const cancel = async () => {
    const answer = await confirm({
      title: 'Cancel this import?',
      message:
        state === 'Importing'
          ? `${profilesOf(rows.Imported)} added so far, which ${rows.Imported === 1 ? 'stays' : 'stay'}. The other rows are not imported; uploaded again, they are.`
          : NOTHING_ADDED,
      confirmLabel: 'Cancel import',
      cancelLabel: 'Keep it',
      danger: true,
    })
    if (answer) await run(() => cancelling.mutateAsync({ params }))
  }

  const save = () =>
    download.start(async () => {
      const name = await saveReply(importsApi.corrections, { params })
      notifyDone(`${name} was downloaded.`)
    })

  return { start, cancel, save, saving: download.busy }
}
