import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { type Endpoint, auditorEvent } from '../shared/access/endpoint.ts'
import { DEFAULT_ROWS } from '../shared/lib/paging.ts'
import type pg from 'pg'
import { MAPS_ORIGIN } from '../shared/sites/outside-map.ts'
import { activityRoutes } from './activities/activities.routes.ts'
import { approvedRoutes } from './approved/approved.routes.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { logAuditors } from './audit/auditor-views.ts'
import { authRoutes } from './sign-in/sign-in.routes.ts'
import { backupMetrics } from './backup/backup.metrics.ts'
import { factorRoutes } from './factors/factors.routes.ts'
import { draftRoutes } from './drafts/drafts.routes.ts'
import { dashboardRoutes } from './dashboard/dashboard.routes.ts'
import { baseMapRoute, createBaseMap } from './geodata/base-map.ts'
import { fileRoutes } from './uploads/files.routes.ts'
import { importRoutes } from './imports/imports.routes.ts'
import { layerRoutes } from './land/layers.routes.ts'
import { uploadRoutes } from './uploads/uploads.routes.ts'
import { compressReplies } from './http/compression.ts'
import { type BodyTimeouts, enforceBodyTimeouts } from './http/body-timeouts.ts'
import { browserConfigReader } from './browser-config.ts'
import type { Services } from './context/context.ts'
import { type Db, toAppError } from './database/db.ts'
import { toStorageRefusal } from './store/storage-faults.ts'
import { AppError } from './lib/errors.ts'
import { healthRoutes, vitalsOf } from './operate/health.ts'
import { findPublishedCheckpoint } from './public-log/log.queries.ts'
import { otherKeySentence } from './public-log/other-key.ts'
import { openToAllSites, serveRoutes } from './http/http.ts'
import { enableGracefulShutdown, type GracefulShutdown } from './http/graceful-shutdown.ts'
import { addToRequestLog, type Logger } from './lib/log.ts'
import { factorKeyMetrics } from './factors/factor-key.metrics.ts'
import { metricsPlugin } from './operate/metrics.ts'
import { clientAddress, networkOf, proxyRequestId } from './lib/network.ts'
import { openApiRoutes } from './http/openapi.ts'
import { type PageOptions, pageRoutes } from './pages.ts'
import type { ReadReplica } from './database/read-replica.ts'
import { textsOf, withoutLanguage } from './http/page-language.ts'
import { parseQuery } from './http/query-string.ts'
import { createSharedRateLimit } from './http/shared-rate-limit.ts'
import { securityTxtRoute } from './http/security-txt.ts'
import { integrityRoutes } from './integrity/integrity.routes.ts'
import { oidcRoutes } from './oidc/oidc.routes.ts'
import { openDataRoutes } from './open-data/open-data.routes.ts'
import { officeRoutes } from './offices/offices.routes.ts'
import { pendingRoutes } from './pending/pending.routes.ts'
import { placeRoutes } from './places/places.routes.ts'
import { principleRoutes } from './principles/principles.routes.ts'
import { proofRoutes } from './proofs/proofs.routes.ts'
import { publicLogRoutes } from './proofs/public-log.routes.ts'
import { reportRoutes } from './reports/reports.routes.ts'
import { templateRoutes } from './review/templates.routes.ts'
import { keepTextsFresh } from './texts/running-texts.ts'
import { crosswalkRoutes, publishedRoutes, summaryRoutes } from './summaries/summaries.routes.ts'
import { summaryWritingRoutes } from './summaries/writing.routes.ts'
import { roleRoutes } from './roles/roles.routes.ts'
import { siteRoutes } from './sites/sites.routes.ts'
import { poolMetrics, productMetrics } from './watching/watching.metrics.ts'
import { translationRoutes } from './translations/translations.routes.ts'
import { userRoutes } from './users/users.routes.ts'

/** a year, for every name below the host too */
const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains'

/** the largest JSON body of any endpoint */
const MAX_BODY_BYTES = 1_048_576

export type App = FastifyInstance & { contract: Endpoint[]; drain: GracefulShutdown['drain'] }

export type AppOptions = PageOptions & {
  /** limits for receiving bodies; shorter in tests */
  timeouts?: BodyTimeouts
  /** a connection for questions about the database itself; by default the one of all calls */
  probe?: Db
  /** the connections to the database, for metrics */
  pool?: pg.Pool
  /** the copy that reads go to, for metrics */
  copy?: ReadReplica
  /** the log; silent without one */
  log?: Logger
}

/** Turns fastify's own errors (bad JSON, body too large, unknown media type, no such file) into refusals. */
function toRefusal(error: unknown): AppError | null {
  const known = toStorageRefusal(toAppError(error))
  if (known instanceof AppError) return known.why === 'internal' ? null : known
  const { statusCode } = error as Partial<FastifyError>
  if (statusCode === 413) return new AppError('request_too_large')
  if (statusCode === 415) return new AppError('odd_body')
  if (statusCode === 403 || statusCode === 404) return new AppError('no_such_address')
  // a truncated body as well: fastify reports it as 400
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new AppError('malformed')
  return null
}

/** The limiter's store: there is one limit, for all public replies together. */
const rateLimitStore = (calls: ReturnType<typeof createSharedRateLimit>) =>
  class {
    incr(network: string, done: (error: Error | null, counted?: { current: number; ttl: number }) => void) {
      done(null, calls.count(network))
    }
    child() {
      return this
    }
  }

/** The contract (shared/) validates calls: fastify's own compilers, a hundred modules, are not even loaded. */
const skipCompilers = (): never => {
  throw new Error('A route has a schema of fastify; the contract is the place for it.')
}

/** Builds the whole server on its services, not yet listening. Every route file is listed here, by hand. */
export async function buildApp(services: Services, options: AppOptions): Promise<App> {
  const app = fastify({
    ...(options.log ? { loggerInstance: options.log } : {}),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: services.config.trusted_proxies,
    rewriteUrl: (request) => withoutLanguage(services.languages, request),
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    routerOptions: { querystringParser: parseQuery, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // requests that still arrive on an open connection are answered, and the connection closed
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildValidator: skipCompilers, buildSerializer: skipCompilers } },
    frameworkErrors: (_error, request, reply) => {
      const { body, status } = describe(services, new AppError('malformed'), request)
      // no hook has run, so the headers of other replies are missing
      const headers = {
        'x-request-id': request.id,
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        ...(services.config.production ? { 'strict-transport-security': STRICT_TRANSPORT } : {}),
      }
      void (reply as FastifyReply).status(status).headers(headers).send(body)
    },
  })
  const contract: Endpoint[] = []

  app.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error)
    // a full disk or a lost store is not a bug, but the operator must see it in the log
    if (!refusal || refusal.status >= 500) request.log.error({ err: error }, 'fault')
    const { body, status, headers } = describe(services, refusal ?? new AppError('internal'), request)
    // of the file that was to be sent: who has it would be told that the refusal is unchanged
    reply.removeHeader('etag')
    return reply.status(status).headers(headers).send(body)
  })
  app.addHook('onRequest', async (request, reply) => {
    const proxyReqId = proxyRequestId(request)
    if (proxyReqId) addToRequestLog(request, reply, { proxyReqId })
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  const shutdown = enableGracefulShutdown(app, services.config.stop_seconds * 1000)
  enforceBodyTimeouts(app, options.timeouts)

  const probe = options.probe ?? services.db
  const otherKey = async () =>
    otherKeySentence(services.config, await findPublishedCheckpoint(probe).catch(() => null))
  const vitals = { ...vitalsOf(services, probe, app.log), otherKey }
  const ofPool = options.pool ? [poolMetrics(options.pool)] : []
  const ofCopy = options.copy ? [options.copy.metrics] : []
  const additional = [productMetrics, backupMetrics, factorKeyMetrics, ...ofPool, ...ofCopy]
  await app.register(metricsPlugin, { services, vitals, additional })
  await app.register(helmet, {
    contentSecurityPolicy: contentPolicy(services),
    hsts: services.config.production,
  })
  let stopTexts: (() => void) | undefined
  app.addHook('onReady', async () => {
    stopTexts = await keepTextsFresh(services)
  })
  app.addHook('onClose', async () => stopTexts?.())
  const calls = createSharedRateLimit(services.db)
  app.addHook('onClose', () => calls.stop())
  await app.register(rateLimit, {
    global: false,
    store: rateLimitStore(calls),
    keyGenerator: (request) => networkOf(clientAddress(request)),
    errorResponseBuilder: () => new AppError('rate'),
  })
  // one limit for all public replies together (S-113)
  const max = services.config.public_calls_per_minute
  const publicLimit = app.rateLimit({ max, timeWindow: '1 minute' })
  // a page of the list is one reply with all its small pictures, so these have a count of their own
  const pictureLimit = app.rateLimit({
    max: max * DEFAULT_ROWS,
    timeWindow: '1 minute',
    keyGenerator: (request) => `pictures ${networkOf(clientAddress(request))}`,
  })
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 1, fields: 5, fieldSize: 1000 },
  })

  const baseMapFile = services.config.basemap_file
  const baseMap = baseMapFile === null ? null : createBaseMap(baseMapFile, app.log)
  const readConfig = browserConfigReader(services, baseMap)
  app.get('/config.json', { onRequest: openToAllSites }, async (_request, reply) => {
    reply.header('cache-control', 'no-cache')
    return readConfig()
  })
  healthRoutes(app, vitals, shutdown)

  await app.register(async (api) => {
    api.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      // the question before a call has no key
      const isQuestion = request.method === 'OPTIONS' && !request.is404
      if (!isQuestion && request.headers['x-api-key'] !== services.config.api_key)
        throw new AppError('api_key')
    })
    // before replies are compressed, so that a refused one is plain
    logAuditors(api, auditorEvent)
    compressReplies(api)
    const routes = [
      ...authRoutes,
      ...factorRoutes,
      ...oidcRoutes,
      ...placeRoutes,
      ...fileRoutes(),
      ...uploadRoutes(shutdown.abortSignal),
      ...draftRoutes,
      ...pendingRoutes,
      ...siteRoutes,
      ...importRoutes,
      ...layerRoutes,
      ...templateRoutes,
      ...principleRoutes,
      ...activityRoutes,
      ...approvedRoutes,
      ...crosswalkRoutes,
      ...summaryRoutes,
      ...summaryWritingRoutes,
      ...publishedRoutes,
      ...translationRoutes,
      ...dashboardRoutes,
      ...reportRoutes,
      ...auditRoutes,
      ...integrityRoutes,
      ...proofRoutes,
      ...userRoutes,
      ...roleRoutes,
      ...officeRoutes,
    ]
    serveRoutes(api, services, { routes, publicLimit })
    contract.push(...routes.map(({ endpoint }) => endpoint))
    await api.register(unknownCalls, { prefix: '/api' })
  })
  openApiRoutes(app, services, contract, publicLimit)
  publicLogRoutes(app, services, publicLimit)
  openDataRoutes(app, services, publicLimit)
  securityTxtRoute(app, services)
  if (baseMap) baseMapRoute(app, baseMap, publicLimit)
  await pageRoutes(app, services, options, { publicLimit, pictureLimit, readConfig })
  return Object.assign(app, { contract, drain: shutdown.drain }) as unknown as App
}

/** An unknown address below /api is refused, never answered with a page. */
async function unknownCalls(api: FastifyInstance) {
  api.setNotFoundHandler(() => {
    throw new AppError('no_such_address')
  })
}

function describe(services: Services, error: AppError, { id, raw }: FastifyRequest) {
  return { body: error.body(id, textsOf(services, raw)), status: error.status, headers: error.headers }
}

/** Allows only our own scripts and styles; map tiles, frames and the embedded map come from the operator's settings. */
function contentPolicy({ config }: Services) {
  const origin = (address: string) => (address ? [new URL(address.replace(/[{}]/g, '')).origin] : [])
  const maps = config.maps_key ? [MAPS_ORIGIN] : []
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...origin(config.tiles_url)],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...maps],
      frameSrc: ["'self'", 'blob:', ...maps, ...origin(config.report_frame_url)],
      // the browser's own PDF viewer is an object inside the preview's frame
      objectSrc: ["'self'", 'blob:'],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      // strings never become markup: web/lib/markup.ts; the other policy is the notes editor's, for pasted content
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ['default', 'ProseMirrorClipboard'],
    },
  }
}
