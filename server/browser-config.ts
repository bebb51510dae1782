import type { Services } from './context/context.ts'
import { passkeyOffer } from './factors/offers-passkeys.ts'
import { browserConfig } from './lib/config.ts'

/** Returns what the pages are told of the deployment: its settings, and whether the log in page offers passkeys. */
export function browserConfigReader(services: Services) {
  const offersPasskeys = passkeyOffer(services)
  return async () => ({ ...browserConfig(services.config), passkeys: await offersPasskeys() })
}
export type ReadBrowserConfig = ReturnType<typeof browserConfigReader>
