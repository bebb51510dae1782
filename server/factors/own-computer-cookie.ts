import { OWN_COMPUTER_DAYS } from '../../shared/factors/factors.schema.ts'
import { hostCookie, readHostCookies } from '../http/host-cookie.ts'
import type { Config } from '../lib/config.ts'

type WithAddress = Pick<Config, 'public_url'>

const NAME = 'own_computer'

/** The tokens by which this browser may be known as its person's own computer. */
export const ownComputerTokens = (config: WithAddress, cookies: string | undefined): string[] =>
  readHostCookies(config, NAME, cookies)

/** The header that stores the token in this browser. */
export const ownComputerCookie = (config: WithAddress, token: string): string =>
  hostCookie(config, NAME, token, { seconds: OWN_COMPUTER_DAYS * 24 * 3600, same_site: 'Strict' })
