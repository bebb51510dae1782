import { Button } from '@mantine/core'
import { DownloadIcon } from './icons.tsx'
import { notifyDone } from './notify.ts'
import { useDownload } from './useDownload.ts'

type ProofButtonProps = {
  /** what is proved, as in "Download the proof of minutes.pdf" */
  of: string
  save: () => Promise<string>
  /** what the proof does not say, for anyone who passes it on */
  limits?: string | undefined
}

/** Saves the proof that something is in the public log, for anyone who wants to check it without us. */
export function ProofButton({ of, save, limits }: ProofButtonProps) {
  const { busy, start } = useDownload()
  const keep = async () => {
    const said = `${await save()} was downloaded. Anyone can check it without this system.`
    notifyDone(limits === undefined ? said : `${said} ${limits}`)
  }
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<DownloadIcon size={16} />}
      aria-label={`Download the proof of ${of}`}
      loading={busy}
      onClick={() => start(keep)}
    >
      Proof
    </Button>
  )
}
