import type { Endpoint } from '../../shared/access/endpoint.ts'
import { download, downloadFile } from './call.ts'

function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Downloads a stored file. */
export async function saveFile(id: number, name: string): Promise<void> {
  saveBlob(await downloadFile(id), name)
}

/** Saves the file that a call returns; returns its name. */
export async function saveReply<E extends Endpoint>(
  ...args: Parameters<typeof download<E>>
): Promise<string> {
  const { blob, name } = await download(...args)
  saveBlob(blob, name)
  return name
}
