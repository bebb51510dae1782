import { Button } from '@mantine/core'
import { DownloadIcon } from './icons.tsx'
import { notifyDone } from './notify.ts'
import { useDownload } from './useDownload.ts'

type ProofButtonProps = {
  /** the subject of the proof, as in "Download the proof of minutes.pdf" */
  of: string
  save: () => Promise<string>
  /** what the proof does not show, for a reader who passes it on */
  limits?: string | undefined
}

/** Saves a proof that the public log contains something; it can be verified without the bureau. */
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
