import { Button } from '@mantine/core'
import { DownloadIcon } from '../ui/icons.tsx'
import { notifyDone } from '../ui/notify.ts'
import { useDownload } from '../ui/useDownload.ts'

/** Saves the proof that a step stands in the public log, for whoever wants to check it without us. */
export function StepProof({ step, save }: { step: string; save: () => Promise<string> }) {
  const { busy, start } = useDownload()
  const keep = async () =>
    notifyDone(`${await save()} was downloaded. Anybody can check it without this system.`)
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<DownloadIcon size={16} />}
      aria-label={`Download the proof of ${step}`}
      loading={busy}
      onClick={() => start(keep)}
    >
      Proof
    </Button>
  )
}
