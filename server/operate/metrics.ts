import cluster from 'node:cluster'
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Services } from '../context/context.ts'
import { AppError } from '../lib/errors.ts'
import type { Vitals } from './health.ts'
import { withMetricsOfAllWorkers } from './workers.ts'

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

/**
 * how often the event loop is timed, which is part of each lag that it measures: every ten milliseconds, as usual, would
 * take most of what an idle process takes
 */
const LAG_EVERY_MS = 50

type Options = {
  services: Services
  vitals: Vitals
  /** metrics of the feature folders */
  additional: readonly ((registry: Registry, services: Services) => void)[]
}

/** Counts and times every request; `/metrics` answers loopback only, unless METRICS=public. */
export const metricsPlugin = fp(async (app: FastifyInstance, { services, vitals, additional }: Options) => {
  const registry = new Registry()
  if (cluster.worker) registry.setDefaultLabels({ worker: String(cluster.worker.id) })
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_EVERY_MS })
  for (const [name, help, isUp] of [
    ['database_up', 'Whether the database answers: 1, or 0', vitals.database],
    ['file_store_up', 'Whether files can be stored and opened: 1, or 0', vitals.files],
  ] as const)
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(Number(await isUp()))
      },
    })
  for (const add of additional) add(registry, services)
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: String(reply.statusCode),
    }
    duration.observe(labels, reply.elapsedTime / 1000)
  })
  const metrics = withMetricsOfAllWorkers(() => registry.metrics())
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    const local = LOOPBACK.includes(request.socket.remoteAddress ?? '') && LOOPBACK.includes(request.ip)
    if (!services.config.metrics_public && !local) throw new AppError('no_such_page')
    reply.header('content-type', registry.contentType)
    return metrics()
  })
})
