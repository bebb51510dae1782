import { OIDC_MINUTES } from '../../shared/oidc/oidc.schema.ts'
import { hostCookie, readHostCookies } from '../http/host-cookie.ts'
import type { Config } from '../lib/config.ts'

type WithAddress = Pick<Config, 'public_url'>

const NAME = 'oidc_visit'

/** The header that ties a visit to the provider to this browser; the provider's redirect brings the cookie along. */
export const visitCookie = (config: WithAddress, browser: string): string =>
  hostCookie(config, NAME, browser, { seconds: OIDC_MINUTES * 60, same_site: 'Lax' })

/** The header that removes it again. */
export const noVisitCookie = (config: WithAddress): string =>
  hostCookie(config, NAME, '', { seconds: 0, same_site: 'Lax' })

/** Returns what may tie a visit to this browser. */
export const visitBrowsers = (config: WithAddress, cookies: string | undefined): string[] =>
  readHostCookies(config, NAME, cookies)
