import { Button } from '@mantine/core'
import { DownloadIcon } from '../ui/icons.tsx'
import { notifyDone } from '../ui/notify.ts'
import { useDownload } from '../ui/useDownload.ts'
import { saveTemplate } from './imports.calls.ts'

/** Downloads the empty table. */
export function TemplateButton() {
  const { busy, start } = useDownload()
  const save = async () => notifyDone(`${await saveTemplate()} was downloaded.`)
  return (
    <Button
      variant="default"
      leftSection={<DownloadIcon size={18} />}
      loading={busy}
      onClick={() => start(save)}
    >
      Download the template
    </Button>
  )
}
