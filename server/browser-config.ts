import type { Services } from './context/context.ts'
import { passkeyOffer } from './factors/offers-passkeys.ts'
import type { BaseMapFile } from './geodata/base-map.ts'
import { browserConfig } from './lib/config.ts'

/** Returns what the pages are told of the deployment: its settings, its base map, and whether the log in page offers passkeys. */
export function browserConfigReader(services: Services, baseMap: BaseMapFile | null) {
  const offersPasskeys = passkeyOffer(services)
  return async () => ({
    ...browserConfig(services.config),
    base_map: (await baseMap?.forPages()) ?? null,
    passkeys: await offersPasskeys(),
  })
}
export type ReadBrowserConfig = ReturnType<typeof browserConfigReader>
