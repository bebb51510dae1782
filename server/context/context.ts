import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Actor } from '../../shared/access/actor.ts'
import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import type { IdentityRule } from '../../shared/access/endpoint.ts'
import { type Languages, SOURCE } from '../../shared/texts/languages.ts'
import { type Translate, translator } from '../../shared/texts/translate.ts'
import { appendAudit, type AuditEntry, auditRows } from './audit.ts'
import type { Config } from '../lib/config.ts'
import { type Db, inTransaction, type Send, toAppError } from '../database/db.ts'
import type { FileStore } from '../store/file-store.ts'
import { provedEntries } from './identity-check.ts'
import type { Session } from './sessions.ts'
import { claimSubmission, storeAnswer, type Submission } from './form-submissions.ts'

/** The services of the running product; made once at the start. */
export type Services = {
  config: Config
  db: Kysely<DB>
  /** the same database for large reads that no change depends on: a replica may answer (database/read-replica.ts) */
  readDb: Kysely<DB>
  files: FileStore
  now: () => Date
  /** of the public pages and the mails */
  languages: Languages
}

/** Where a request comes from; stored with every audit row. */
export type Origin = { request_id: string; network_address: string; user_agent: string }

/** Adds a row to the log; all rows of a change are written at its end, in one statement. */
export type Audit = (entry: AuditEntry) => void

/** The context of a handler: a plain object made per request. */
export type Ctx<A extends Actor | null = Actor> = {
  actor: A
  /** the caller's session; null for calls without one and for background work */
  session: Session | null
  /** of background work: the identity check of the decision that it carries out; else null */
  proof: readonly FieldChange[] | null
  db: Db
  services: Services
  origin: Origin
  /** words what is said to the caller, in the language of their page */
  t: Translate
  /**
   * Runs the change in one transaction, a second time if an upgrade interfered, and resolves after the commit. Throws
   * instead of committing when nothing was audited, so that every write is logged, and when the call needs a proof of
   * identity and there is none. For a form with a key, the result is stored as its answer. What `send` gets need not be
   * waited for: it goes with what is sent next, at the latest with the commit.
   */
  write: <T>(change: (db: Transaction<DB>, audit: Audit, send: Send) => Promise<T>) => Promise<T>
}

type CallFacts = Pick<Ctx, 'session' | 'proof' | 't'> & {
  submission: Submission | null
  identity_rule: IdentityRule | null
}

/** Creates the context of one request. */
export function createCtx<A extends Actor | null>(
  services: Services,
  actor: A,
  origin: Origin,
  {
    session = null,
    submission = null,
    proof = null,
    identity_rule = null,
    t = translator(services.languages[SOURCE].texts),
  }: Partial<CallFacts> = {},
): Ctx<A> {
  const ctx: Ctx<A> = {
    actor,
    session,
    proof,
    db: services.db,
    services,
    origin,
    t,
    write: async (change) => {
      try {
        return await inTransaction(services.db, async (db, send) => {
          const entries: AuditEntry[] = []
          if (submission) send(claimSubmission(db, submission, services.now()))
          const result = await change(db, (entry) => entries.push(entry), send)
          if (entries.length === 0) throw new Error('A change was about to commit without an audit row.')
          const isProved = actor && identity_rule === 'every_caller'
          const logged = isProved ? await provedEntries(ctx as Ctx, db, entries) : entries
          const rows = auditRows(actor, origin, logged)
          const record_code = entries.find(({ code }) => code)?.code ?? null
          send(
            submission
              ? storeAnswer(db, submission, { record_code, answer: result, rows })
              : appendAudit(db, rows),
          )
          return result
        })
      } catch (error) {
        throw toAppError(error)
      }
    },
  }
  return ctx
}

/** The columns that say who changed a record, and when. */
export type Stamp = { updated_by: number; updated_at: string }

/** Made once per change and passed to everything that the change writes. */
export const changeStamp = (ctx: Ctx): Stamp => ({
  updated_by: ctx.actor.id,
  updated_at: ctx.services.now().toISOString(),
})
