import { open } from 'node:fs/promises'

/** Makes new names in this folder survive a power failure. Windows cannot and need not. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
