import { OWN_COMPUTER_DAYS } from '../../shared/factors/factors.schema.ts'
import type { Config } from '../lib/config.ts'

const NAME = 'own_computer'

/** The token by which this browser is known as its person's own computer; null without one. */
export function ownComputerToken(cookies: string | undefined): string | null {
  const found = /(?:^|;\s*)own_computer=([\w-]{20,100})(?:;|$)/.exec(cookies ?? '')
  return found?.[1] ?? null
}

/** The header that stores the token in this browser, out of the reach of scripts. */
export function ownComputerCookie({ public_url }: Pick<Config, 'public_url'>, token: string): string {
  const secure = public_url.startsWith('https:') ? '; Secure' : ''
  const seconds = OWN_COMPUTER_DAYS * 24 * 3600
  return `${NAME}=${token}; Path=/api; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`
}
