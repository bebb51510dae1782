import { downloadFile } from './call.ts'

/** Hands a file to the browser's own downloads. */
export async function saveFile(id: number, name: string): Promise<void> {
  const address = URL.createObjectURL(await downloadFile(id))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
