import { chmodSync, chownSync, lstatSync, mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, allows, blockedFolder } from './account.ts'

/** Temporary folders that the account can reach and where no other user can replace our files, best first. */
export function temporaryFolders(account: Account): string[] {
  return [...new Set([tmpdir(), '/tmp', '/var/tmp'])].filter((folder) => {
    try {
      const stat = statSync(folder)
      if (!stat.isDirectory() || blockedFolder(folder, account) || !allows(stat, account, 1)) return false
      const sticky = (stat.mode & 0o1000) !== 0
      return isOurs(stat.uid, account) && (sticky || (stat.mode & 0o022) === 0)
    } catch {
      return false
    }
  })
}

const isOurs = (uid: number, account: Account) =>
  uid === 0 || uid === process.getuid?.() || uid === account?.uid

/** Whether this is a real folder (no link) of exactly this owner, not writable for others. */
export function isPrivatelyOwned(folder: string, uid: number | undefined): boolean {
  try {
    const stat = lstatSync(folder)
    if (!stat.isDirectory()) return false
    return uid === undefined || (stat.uid === uid && (stat.mode & 0o022) === 0)
  } catch {
    return false
  }
}

/** Creates a folder that only the account (and root) can enter. */
export function makePrivateFolder(parent: string, prefix: string, account: Account): string {
  const folder = mkdtempSync(join(parent, prefix))
  chmodSync(folder, 0o700)
  if (account) chownSync(folder, account.uid, account.gid)
  return folder
}
