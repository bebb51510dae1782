import type { Browser, Page } from 'playwright-core'
import pg from 'pg'
import type { PermissionKey } from '../../../shared/access/permissions.ts'
import { hashOfToken, newToken } from '../../../server/context/sessions.ts'
import { demoEmail } from '../../../server/seed/demo-people.ts'
import { LOGIN_ROW } from '../records/logins.ts'
import { databaseOf } from './product-database.ts'
import type { Product } from './product.ts'
import { DESK, openFreshPage } from '../browser/browser-pool.ts'

/** Runs one statement in the database of a running product and returns its rows. */
export async function ask<Row extends pg.QueryResultRow>(
  product: Product,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(databaseOf(product.dataDir).connection)
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** Creates a session of this demo person, replacing any other; returns its token. */
export async function sessionOf(product: Product, name: string): Promise<string> {
  const token = newToken()
  const rows = await ask(
    product,
    `insert into sessions (user_id, token_hash, proved_at, proved_by) select id, $1, now(), 'password' from users where email = $2
     on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = now(), last_used_at = now(),
       proved_at = now(), proved_by = 'password'
     returning id`,
    [hashOfToken(token), demoEmail(name)],
  )
  if (rows.length === 0) throw new Error(`There is no ${name} in the demo bureau.`)
  await ask(product, LOGIN_ROW, [demoEmail(name)])
  return token
}

/** Makes calls in this session; throws with the answer when one is refused. */
export const postIn =
  (product: Product, token: string) =>
  async <Reply>(address: string, body: object = {}): Promise<Reply> => {
    const reply = await fetch(`${product.url}/api${address}`, {
      method: 'POST',
      headers: {
        'x-api-key': 'demo-key',
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify(body),
    })
    const answer = await reply.text()
    if (!reply.ok) throw new Error(`${address}: ${answer}`)
    return JSON.parse(answer) as Reply
  }

/** Makes a call as this demo person, in a new session; their pages must have been freed. */
export const postAs = async <Reply>(
  product: Product,
  name: string,
  address: string,
  body: object = {},
): Promise<Reply> => postIn(product, await sessionOf(product, name))<Reply>(address, body)

/** Opens a page of this person, signed in, at this address of the product; closed when the test ends. */
export async function openAs(
  browser: Browser,
  product: Product,
  name: string,
  address = '/dashboard',
  viewport = DESK,
): Promise<Page> {
  const token = await sessionOf(product, name)
  const page = await openFreshPage(browser, { url: product.url, token }, viewport)
  await page.goto(product.url + address)
  return page
}

const RANKS = {
  FMB: { region: null, office: null },
  Region: { region: 'R04A', office: null },
  PENRO: { region: 'R04A', office: 'PENRO Laguna' },
}

/** Adds a person whose role has only these keys; `name` is the part of the address before the @. */
export async function addPerson(
  product: Product,
  name: string,
  level: keyof typeof RANKS,
  permissions: readonly PermissionKey[] = [],
): Promise<void> {
  const { region, office } = RANKS[level]
  await ask(
    product,
    `with role as (
       insert into roles (name, access_level, permissions) values ($1, $2, $3) returning id
     )
     insert into users (first_name, last_name, email, access_level, region_id, office_id, role_id)
     select 'Wilma', 'Ocampo', $4, $2, (select id from regions where short_code = $5),
       (select id from offices where name = $6), role.id from role`,
    [`Role of ${name}`, level, permissions, demoEmail(name), region, office],
  )
}

/** Sets the keys of the role of a person made by addPerson(). */
export async function setPermissions(
  product: Product,
  name: string,
  permissions: readonly PermissionKey[],
): Promise<void> {
  await ask(product, 'update roles set permissions = $1 where name = $2', [permissions, `Role of ${name}`])
}
