import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { findAccount } from '../auth/auth.queries.ts'
import { addressKey } from '../auth/throttle.ts'
import { writeAudit } from '../context/audit.ts'
import type { Services } from '../context/context.ts'
import { OPERATOR, OPERATOR_ORIGIN } from '../context/operator-identity.ts'
import { foreseen } from '../lib/errors.ts'
import { personLines } from './person-data.queries.ts'

/**
 * Writes everything that the database has about an account into a new file, a line of JSON for each row, and logs it; for a
 * person who asks what is kept of them (RA 10173, section 16). Returns the number of rows; a failure leaves no file.
 */
export async function exportPerson(
  { db }: Pick<Services, 'db'>,
  email: string,
  file: string,
): Promise<number> {
  const account = await findAccount(db, addressKey(email))
  if (!account) throw foreseen(`There is no account with the address ${email}.`)
  let count = 0
  const counted = async function* () {
    for await (const line of personLines(db, account.id)) {
      count += 1
      yield line
    }
  }
  try {
    await pipeline(Readable.from(counted()), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST'
    if (isThere) throw foreseen(`The file ${file} exists: name another one.`)
    await rm(file, { force: true })
    throw foreseen(
      `The file ${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  await writeAudit(db, null, OPERATOR_ORIGIN, {
    module: 'User Management',
    event: 'Personal Data Exported',
    id: account.id,
    code: account.email,
    actor: OPERATOR,
  })
  return count
}
