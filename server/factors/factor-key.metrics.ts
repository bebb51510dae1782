import { Gauge, type Registry } from 'prom-client'
import type { Services } from '../context/context.ts'
import { factorKeyFault } from './factor-key.queries.ts'

/** Whether FACTOR_KEY is that of the stored second factors; absent while the database does not answer. */
export function factorKeyMetrics(registry: Registry, services: Services): void {
  new Gauge({
    name: 'factor_key_fault',
    help: 'Whether second factors are stored that this server cannot read, because its FACTOR_KEY is another one: 1, or 0',
    registers: [registry],
    async collect() {
      const fault = await factorKeyFault(services).catch(() => undefined)
      if (fault === undefined) this.remove()
      else this.set(fault === null ? 0 : 1)
    },
  })
}
