import type { FastifyInstance } from 'fastify'
import type { Services } from './context.ts'
import { BUILD } from './build.ts'
import { isReachable } from './db.ts'
import { isMigrated } from './migrate.ts'

const settled = async (check: () => Promise<boolean>): Promise<boolean> => check().catch(() => false)

/** Liveness answers while the process runs; readiness needs database, migrations and file store. */
export function healthRoutes(app: FastifyInstance, services: Services) {
  app.get('/health/live', { logLevel: 'warn' }, async () => ({ status: 'ok' }))

  app.get('/health/ready', { logLevel: 'warn' }, async (_request, reply) => {
    const database = await settled(() => isReachable(services.db))
    const [migrations, files] = await Promise.all([
      database && settled(() => isMigrated(services.db)),
      settled(() => services.files.isReady()),
    ])
    const ready = database && migrations && files
    return reply
      .status(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'not ready', database, migrations, files, ...BUILD })
  })
}
