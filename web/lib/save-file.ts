import { type download, downloadFile } from './call.ts'

/** Hands bytes to the browser's own downloads. */
function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Hands a stored file to the browser's own downloads. */
export async function saveFile(id: number, name: string): Promise<void> {
  saveBlob(await downloadFile(id), name)
}

/** Hands the file that a call answers with to the browser's own downloads; returns its name. */
export async function saveReply(reply: ReturnType<typeof download>): Promise<string> {
  const { blob, name } = await reply
  saveBlob(blob, name)
  return name
}
