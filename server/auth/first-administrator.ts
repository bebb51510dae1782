import { sql } from 'kysely'
import { SET_PASSWORD_LINK_HOURS } from '../../shared/auth/auth.schema.ts'
import { writeAudit } from '../context/audit.ts'
import type { Origin, Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { foreseen } from '../lib/errors.ts'
import { queueMail } from '../mails/mail.ts'
import { makePasswordLink } from './password-links.ts'

const ORIGIN: Origin = { request_id: 'first_start', network_address: 'server', user_agent: '' }

const hasUsers = async (db: Db) =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined

function addressOf(services: Services): string {
  const email = services.config.admin_email
  if (!email)
    throw foreseen(
      'ADMIN_EMAIL must be set at the first start: the first administrator is made for this address.',
    )
  return email
}

/**
 * On a database without users, creates the FMB Super Administrator for ADMIN_EMAIL, mails the one-time link that sets
 * the password and returns it; null on any other database. There is no default password (ruling S-02).
 */
export async function ensureFirstAdministrator(services: Services): Promise<string | null> {
  if (await hasUsers(services.db)) return null
  const email = addressOf(services)
  return services.db.transaction().execute(async (db) => {
    // instances that start together wait here; the later ones find the first one's administrator
    await sql`lock table users in share row exclusive mode`.execute(db)
    if (await hasUsers(db)) return null
    const person = await addSuperAdministrator(db, email)
    const link = await makePasswordLink(services, db, person, SET_PASSWORD_LINK_HOURS * 60)
    await queueMail(db, {
      to: email,
      subject: 'Set your password',
      text: `Hello,\n\nYou are the first administrator of the REDD+ Safeguards Information System of the ${services.config.bureau_name}. Set your password within ${SET_PASSWORD_LINK_HOURS} hours here:\n\n${link}\n\nThe link works once.\n`,
    })
    await writeAudit(db, null, ORIGIN, {
      module: 'User Management',
      event: 'Created',
      id: person.id,
      code: email,
    })
    return link
  })
}

/** The name can be changed later; the role is one that must always have a holder. */
async function addSuperAdministrator(db: Db, email: string) {
  const role = await db
    .selectFrom('roles')
    .select('id')
    .where('kind', '=', 'Super Administrator')
    .where('access_level', '=', 'FMB')
    .executeTakeFirstOrThrow()
  return db
    .insertInto('users')
    .values({ first_name: 'Super', last_name: 'Administrator', email, access_level: 'FMB', role_id: role.id })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()
}
