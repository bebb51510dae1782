import { sql } from 'kysely'
import { type Identity, MAX_UNLINKED } from '../../shared/oidc/oidc.schema.ts'
import type { PageQuery, PageReply } from '../../shared/lib/paging.ts'
import { hashOfToken } from '../context/sessions.ts'
import { type ListColumns, pageOf, sortOfRows } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'
import type { Claims, VisitSecrets } from './visit.ts'

/** Who links their account, and how they had proved their identity. */
export type Linker = { user_id: number; proof: string | null }
type NewVisit = { visit: VisitSecrets; browser: string; linker: Linker | null; expires_at: Date }

/** Stores a visit to the provider that begins, with only the hashes of what the browser must bring back. */
export async function addVisit(db: Db, { visit, browser, linker, expires_at }: NewVisit): Promise<void> {
  await db
    .insertInto('oidc_sign_ins')
    .values({
      state_hash: hashOfToken(visit.state),
      browser_hash: hashOfToken(browser),
      nonce: visit.nonce,
      verifier: visit.verifier,
      purpose: linker ? 'link' : 'sign_in',
      ...linker,
      expires_at: expires_at.toISOString(),
    })
    .execute()
}

/** Removes the visits that took too long, and those of the person who begins to link anew. */
export async function removeOldVisits(db: Db, linker: Linker | null, now: Date): Promise<void> {
  await db
    .deleteFrom('oidc_sign_ins')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<=', now.toISOString()),
        ...(linker ? [eb('oidc_sign_ins.user_id', '=', linker.user_id)] : []),
      ]),
    )
    .execute()
}

/** What the browser brought back: the state in the address, and its cookies. */
export type Returned = { state: string; browsers: string[] }

const isFrom = (browsers: string[]) => sql<boolean>`browser_hash = any(${browsers.map(hashOfToken)}::bytea[])`

/** Takes the visit of this browser; undefined when another request has, it is too old, or there was none. */
export const takeVisit = (db: Db, { state, browsers }: Returned, now: Date) =>
  db
    .updateTable('oidc_sign_ins')
    .set({ taken_at: now.toISOString() })
    .where('state_hash', '=', hashOfToken(state))
    .where(isFrom(browsers))
    .where('expires_at', '>', now.toISOString())
    .where('taken_at', 'is', null)
    .returning(['nonce', 'verifier', 'user_id', 'proof', 'sign_in_epoch'])
    .executeTakeFirst()

type Visitor = { identity_id: number; id_token: string; expires_at: Date }

/** Stores who came back in a visit that was taken. */
export async function saveVisitor(db: Db, state: string, { expires_at, ...visitor }: Visitor): Promise<void> {
  await db
    .updateTable('oidc_sign_ins')
    .set({ ...visitor, expires_at: expires_at.toISOString() })
    .where('state_hash', '=', hashOfToken(state))
    .execute()
}

/** Removes a visit that has ended. */
export async function removeVisit(db: Db, state: string): Promise<void> {
  await db.deleteFrom('oidc_sign_ins').where('state_hash', '=', hashOfToken(state)).execute()
}

/**
 * Takes who came back to this browser, and returns the account that this identity has now; undefined when another
 * request has taken it, or nobody came.
 */
export const takeVisitor = (db: Db, { state, browsers }: Returned, now: Date) =>
  db
    .updateTable('oidc_sign_ins')
    .from('oidc_identities')
    .set({ ended_at: now.toISOString() })
    .whereRef('oidc_identities.id', '=', 'oidc_sign_ins.identity_id')
    .where('state_hash', '=', hashOfToken(state))
    .where(isFrom(browsers))
    .where('expires_at', '>', now.toISOString())
    .where('ended_at', 'is', null)
    .returning(['oidc_identities.user_id', 'oidc_sign_ins.sign_in_epoch'])
    .executeTakeFirst()

/** Gives the visitor back, who is asked now whether to end the session elsewhere. */
export async function giveBackVisitor(db: Db, { state }: Returned): Promise<void> {
  await db
    .updateTable('oidc_sign_ins')
    .set({ ended_at: null })
    .where('state_hash', '=', hashOfToken(state))
    .execute()
}

/** Returns the provider's token of the latest visit of this account's identity, for the session that it begins. */
export async function findIdToken(db: Db, user_id: number, now: Date): Promise<string | null> {
  const visit = await db
    .selectFrom('oidc_sign_ins')
    .innerJoin('oidc_identities', 'oidc_identities.id', 'oidc_sign_ins.identity_id')
    .select('oidc_sign_ins.id_token')
    .where('oidc_identities.user_id', '=', user_id)
    .where('oidc_sign_ins.expires_at', '>', now.toISOString())
    .orderBy('oidc_sign_ins.taken_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return visit?.id_token ?? null
}

const SHOWN = [
  'oidc_identities.id',
  'oidc_identities.name',
  'oidc_identities.email',
  'oidc_identities.first_seen',
  'oidc_identities.last_used',
] as const

const COLUMNS = [
  ...SHOWN,
  'oidc_identities.issuer',
  'oidc_identities.subject',
  'oidc_identities.user_id',
  'oidc_identities.linked_at',
  'oidc_identities.offered_to',
  'oidc_identities.offered_by',
  'oidc_identities.offered_at',
] as const

const identities = (db: Db) => db.selectFrom('oidc_identities').select(COLUMNS)

export type StoredIdentity = Awaited<ReturnType<ReturnType<typeof identities>['executeTakeFirstOrThrow']>>

/** The part of an identity that people see. */
export const shownOf = ({ id, name, email, first_seen, last_used }: Identity): Identity => ({
  id,
  name,
  email,
  first_seen,
  last_used,
})

/** Locks an identity that an account is linked to or may be; undefined where there is none. */
export const lockIdentity = (db: Db, id: number) =>
  identities(db).where('oidc_identities.id', '=', id).forUpdate().executeTakeFirst()

/** Returns the identity of an account; undefined where it has none. */
export const findIdentityOf = (db: Db, user_id: number) =>
  identities(db).where('oidc_identities.user_id', '=', user_id).executeTakeFirst()

/** Returns the identity that the owner of an account was offered; undefined without an offer. */
export const findOfferTo = (db: Db, user_id: number) =>
  identities(db).where('oidc_identities.offered_to', '=', user_id).executeTakeFirst()

/** Locks the identity that came back to this browser and was offered to this account; undefined where there is none. */
export const lockOfferInBrowser = (db: Db, user_id: number, browsers: string[], now: Date) =>
  identities(db)
    .innerJoin('oidc_sign_ins', 'oidc_sign_ins.identity_id', 'oidc_identities.id')
    .where('oidc_identities.offered_to', '=', user_id)
    .where(isFrom(browsers))
    .where('expires_at', '>', now.toISOString())
    .forUpdate('oidc_identities')
    .executeTakeFirst()

const NO_OFFER = { offered_to: null, offered_by: null, offered_at: null }

/** Stores an offer of an identity without an account, in place of any other for the identity and the account. */
export async function saveOffer(
  db: Db,
  id: number,
  offer: { offered_to: number; offered_by: number; offered_at: string },
): Promise<void> {
  await removeOffer(db, offer.offered_to)
  await db.updateTable('oidc_identities').set(offer).where('id', '=', id).execute()
}

/** Removes what the owner of an account was offered. */
export async function removeOffer(db: Db, offered_to: number): Promise<void> {
  await db.updateTable('oidc_identities').set(NO_OFFER).where('offered_to', '=', offered_to).execute()
}

/** Whether this is the sealed account of the operator. */
export async function isSealedAccount(db: Db, user_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('users.is_break_glass')
    .where('users.id', '=', user_id)
    .executeTakeFirst()
  return row?.is_break_glass ?? false
}

/** Stores when an identity came, and its name and address then; undefined for one that is not stored. */
export const rememberIdentity = (db: Db, { issuer, subject, name, email }: Claims, now: Date) =>
  db
    .updateTable('oidc_identities')
    .set({ name, email, last_used: now.toISOString() })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .returning(COLUMNS)
    .executeTakeFirst()

/** The same, and adds one that is not stored. */
export const addIdentity = (db: Db, { issuer, subject, name, email }: Claims, now: Date) =>
  db
    .insertInto('oidc_identities')
    .values({ issuer, subject, name, email, first_seen: now.toISOString(), last_used: now.toISOString() })
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'subject']).doUpdateSet({ name, email, last_used: now.toISOString() }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()

/** Removes the identities without an account that were used longest ago, beyond the number that is listed. */
export async function removeSurplusIdentities(db: Db): Promise<void> {
  await sql`
    delete from oidc_identities where user_id is null and id in (
      select id from oidc_identities where user_id is null and offered_to is null
      order by last_used desc, id desc offset ${MAX_UNLINKED}
    )`.execute(db)
}

/**
 * Moves the identities of an issuer to another one, and returns how many. Someone who came from the new one already, and
 * has no account there, is the same person; a person who was linked anew stays so.
 */
export async function moveIssuer(db: Db, from: string, to: string): Promise<number> {
  await sql`
    delete from oidc_identities as met using oidc_identities as known
    where met.issuer = ${to} and met.user_id is null and known.issuer = ${from}
      and known.subject = met.subject`.execute(db)
  const { rows } = await sql`
    update oidc_identities as known set issuer = ${to}
    where issuer = ${from} and not exists (
      select from oidc_identities as met where met.issuer = ${to} and met.subject = known.subject
    ) returning id`.execute(db)
  return rows.length
}

/** Links an account to an identity, whose offer ends, or removes the link. */
export async function setOwner(
  db: Db,
  id: number,
  owner: { user_id: number; linked_at: string } | { user_id: null; linked_at: null },
): Promise<void> {
  await db
    .updateTable('oidc_identities')
    .set({ ...owner, ...NO_OFFER })
    .where('id', '=', id)
    .execute()
}

const UNLINKED: ListColumns = {
  search: ['rows.name', 'rows.email'],
  sort: sortOfRows('name', 'email', 'first_seen', 'last_used'),
  defaultSort: [{ column: 'rows.last_used', dir: 'desc' }],
  tieBreak: 'rows.id',
}

/** Returns the identities of this provider that no account is linked to, the last used first. */
export function listUnlinked(db: Db, issuer: string, query: PageQuery): Promise<PageReply<Identity>> {
  const rows = db
    .selectFrom('oidc_identities')
    .select(SHOWN)
    .where('oidc_identities.user_id', 'is', null)
    .where('oidc_identities.issuer', '=', issuer)
  return pageOf(db, { scoped: db.selectFrom(rows.as('rows')).selectAll(), columns: UNLINKED }, query)
}
