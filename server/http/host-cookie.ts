import type { Config } from '../lib/config.ts'

type WithAddress = Pick<Config, 'public_url'>

const isSecure = ({ public_url }: WithAddress): boolean => public_url.startsWith('https:')

/** With the prefix browsers take the cookie from this very host alone, and from no neighbour of its domain. */
const nameFor = (config: WithAddress, name: string): string => `${isSecure(config) ? '__Host-' : ''}${name}`

type Kept = { seconds: number; same_site: 'Strict' | 'Lax' }

/** The header that stores a value in this browser, out of the reach of scripts. */
export const hostCookie = (
  config: WithAddress,
  name: string,
  value: string,
  { seconds, same_site }: Kept,
): string =>
  `${nameFor(config, name)}=${value}; Path=/; HttpOnly; SameSite=${same_site}; Max-Age=${seconds}${isSecure(config) ? '; Secure' : ''}`

/**
 * Returns the values that this browser sends under this name: without the prefix a neighbour of its domain may have
 * stored another one, which comes first.
 */
export function readHostCookies(config: WithAddress, name: string, cookies: string | undefined): string[] {
  const start = `${nameFor(config, name)}=`
  const found = (cookies ?? '').split(/;\s*/).filter((one) => one.startsWith(start))
  return found.map((one) => one.slice(start.length))
}
