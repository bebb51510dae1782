import type { Import } from '../../shared/imports/imports.schema.ts'
import { confirm } from '../ui/dialogs.tsx'
import { notifyDone } from '../ui/notify.ts'
import { useAction } from '../ui/useAction.ts'
import { useDownload } from '../ui/useDownload.ts'
import { partOf, profilesOf, rowsOf } from './import-words.ts'
import { saveCorrections, useCancelImport, useStartImport } from './imports.calls.ts'

const NOTHING_ADDED = 'No profile was added from it. Its files are removed.'

/** The actions on an import: start, cancel (both after a question) and download the corrections. */
export function useImportActions({ id, state, rows, rows_total }: Import) {
  const { run } = useAction()
  const starting = useStartImport(id)
  const cancelling = useCancelImport(id)
  const download = useDownload()

  const start = async () => {
    const left = (rows_total ?? 0) - rows.Good
    const answer = await confirm({
      title: `Import ${partOf(rows.Good, rows_total ?? 0)}?`,
      message: `Each becomes a profile, submitted to its office in your name: another person must approve it at FMB.${left > 0 ? ` ${rowsOf(left)} ${left === 1 ? 'is' : 'are'} left out.` : ''}`,
      confirmLabel: `Import ${rowsOf(rows.Good)}`,
    })
    if (answer) await run(() => starting.mutateAsync(rows.Good))
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
    if (answer) await run(() => cancelling.mutateAsync())
  }

  const save = () => download.start(async () => notifyDone(`${await saveCorrections(id)} was downloaded.`))

  return { start, cancel, save, saving: download.busy }
}
