import { downloadFile } from './call.ts'

/** Hands bytes to the browser's own downloads. */
export function saveBlob(blob: Blob, name: string): void {
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
