import { Box, Button, Loader, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { NO_PREVIEW, previewOf } from '../../shared/files/file-checks.ts'
import { downloadFile, toMessage } from '../lib/call.ts'
import { saveFile } from '../lib/save-file.ts'
import { DownloadIcon, EyeIcon } from './icons.tsx'
import { ActionName } from './ActionName.tsx'
import { Notice } from './Notice.tsx'
import { useDownload } from './useDownload.ts'

function useFileAddress(id: number, wanted: boolean) {
  const { data, error } = useQuery({
    queryKey: ['file', id],
    queryFn: () => downloadFile(id),
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!data) return
    const made = URL.createObjectURL(data)
    // oxlint-disable-next-line react/set-state-in-effect -- made and revoked by one effect, so that no address is left in memory
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  return { address, error }
}

export function DownloadButton({ file }: { file: { id: number; name: string } }) {
  const { busy, start } = useDownload()
  const save = () => start(() => saveFile(file.id, file.name))
  return (
    <Button variant="default" size="sm" leftSection={<DownloadIcon />} loading={busy} onClick={save}>
      <ActionName action="Download" name={file.name} />
    </Button>
  )
}

type PreviewButtonProps = { name: string; isOpen: boolean; panel: string; onToggle: () => void }

/** Opens and closes the preview of a file. */
export const PreviewButton = ({ name, isOpen, panel, onToggle }: PreviewButtonProps) => (
  <Button
    size="sm"
    variant={isOpen ? 'light' : 'default'}
    leftSection={<EyeIcon />}
    aria-expanded={isOpen}
    aria-controls={isOpen ? panel : undefined}
    onClick={onToggle}
  >
    <ActionName action="Preview" name={name} />
  </Button>
)

/** Shows a stored file on the page. */
export function FilePreview({ file }: { file: { id: number; name: string } }) {
  const kind = previewOf(file.name)
  const canShowPdf = navigator.pdfViewerEnabled
  const { address, error } = useFileAddress(file.id, kind === 'image' || (kind === 'pdf' && canShowPdf))

  if (error) return <Notice tone="danger">{toMessage(error)}</Notice>
  if (kind === 'none') return <p className="muted">{NO_PREVIEW}</p>
  if (kind === 'download' || (kind === 'pdf' && !canShowPdf))
    return (
      <Stack align="flex-start" gap={8} className="muted">
        <p>
          {kind === 'pdf'
            ? 'This browser cannot show a PDF inside a page.'
            : 'CSV files open in a spreadsheet.'}
        </p>
        <DownloadButton file={file} />
      </Stack>
    )
  if (!address) return <Loader aria-label={`Loading ${file.name}`} />
  return kind === 'image' ? (
    <Box
      component="img"
      className="framed"
      display="block"
      maw="100%"
      mah="70vh"
      src={address}
      alt={file.name}
    />
  ) : (
    <Box
      component="iframe"
      className="framed"
      display="block"
      w="100%"
      h="70vh"
      mah={640}
      src={address}
      title={file.name}
    />
  )
}
