import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { expect } from 'vitest'

/** Waits for the mail with a link to create a password, and returns its link. */
export async function mailedLink({ dataDir }: { dataDir: string }, address: string): Promise<URL> {
  const folder = path.join(dataDir, 'mail')
  const find = async () => {
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : []
    const mails = await Promise.all(
      names.map((name) => PostalMime.parse(readFileSync(path.join(folder, name)))),
    )
    const mail = mails.find((one) => one.to?.some((to) => to.address === address))
    return /https?:\/\/\S+\/reset-password\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  }
  await expect.poll(find, { timeout: 20_000 }).not.toBe('')
  return new URL(await find())
}
