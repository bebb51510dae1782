import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { AsOf } from '../../shared/lib/as-of.ts'
import { dcatJson } from '../../shared/open-data/dataset.ts'
import { DCAT_PATH, FEED_PATH, RECORDS_WENT_FILE } from '../../shared/open-data/open-data.files.ts'
import { EN } from '../../shared/texts/en.ts'
import { translator } from '../../shared/texts/translate.ts'
import { registerVersion } from '../approved/register.queries.ts'
import type { Services } from '../context/context.ts'
import { cacheFiles } from '../lib/cached-files.ts'
import { AppError } from '../lib/errors.ts'
import { type CallLimit, openToAllSites, readQuery } from '../http/http.ts'
import { sendText } from '../http/page-files.ts'
import { approvedVersion } from '../review/record-changes.queries.ts'
import { listPublished } from '../summaries/published.queries.ts'
import { downloadCadTrust } from './cad-trust.downloads.ts'
import { approvalsFeed, feedPageIn } from './feed.ts'
import { licenceOf } from './open-data.pages.ts'
import { downloadRecordsWent, lastDayCounted } from './records-went.ts'
import { findRegisterSpan } from './register.queries.ts'
import { robotsTxt } from './robots.ts'
import { generalMapPage, mapPageNamed, siteMapIndex, siteMapPage } from './sitemap.ts'

const REVALIDATE = 'no-cache'
/** nearly all readers ask for the first page */
const MAX_CACHED_FEEDS = 20
const XML = 'application/xml; charset=utf-8'

const AsOfQuery = z.object({ as_of: AsOf })

async function dcatText(services: Services): Promise<string> {
  const { config, readDb } = services
  const facts = {
    public_url: config.public_url,
    prefix: '',
    bureau: config.bureau_name,
    licence: licenceOf(config),
    register: await findRegisterSpan(readDb),
    until: lastDayCounted(services),
    contact: config.helpdesk_url,
    summaries: await listPublished(readDb),
  }
  return `${JSON.stringify(dcatJson(translator(EN), facts), null, 2)}\n`
}

async function sendMapPage(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const { config, readDb, languages } = services
  const { name = '' } = request.params as { name?: string }
  const page = mapPageNamed(name)
  const text =
    name === 'pages'
      ? await generalMapPage(readDb, config.public_url, languages)
      : page && (await siteMapPage(readDb, page, config.public_url, languages))
  if (text === null) throw new AppError('no_such_address')
  return sendText(request, reply, text, XML, REVALIDATE)
}

/** Serves what programs read of the public pages: for robots, feed readers and catalogues of data. */
export function openDataRoutes(app: FastifyInstance, services: Services, publicLimit: CallLimit) {
  const { config, readDb, languages } = services
  const limit = { onRequest: [openToAllSites, publicLimit] }
  const robots = robotsTxt(config.public_url, languages)
  // a robot that is refused here reads nothing at all, and this reads nothing
  app.get('/robots.txt', (request, reply) =>
    sendText(request, reply, robots, 'text/plain; charset=utf-8', REVALIDATE),
  )
  // counting all months takes long in a large register
  const indexes = cacheFiles<string>(1)
  app.get('/sitemap.xml', limit, async (request, reply) => {
    const version = String(await approvedVersion(readDb))
    const index = await indexes(version, () => siteMapIndex(readDb, config.public_url, languages))
    return sendText(request, reply, index, XML, REVALIDATE)
  })
  app.get('/sitemap-:name(^[^.]+).xml', limit, (request, reply) => sendMapPage(services, request, reply))
  const feeds = cacheFiles<string>(MAX_CACHED_FEEDS)
  app.get(FEED_PATH, limit, async (request, reply) => {
    const page = feedPageIn(request.query)
    const version = await registerVersion(readDb)
    const feed = await feeds(`${version} ${page}`, () => approvalsFeed(services, page))
    return sendText(request, reply, feed, 'application/atom+xml; charset=utf-8', REVALIDATE)
  })
  app.get(DCAT_PATH, limit, async (request, reply) =>
    sendText(request, reply, await dcatText(services), 'application/ld+json', REVALIDATE),
  )
  for (const format of ['csv', 'json'] as const)
    app.get(`/data/cad-trust.${format}`, limit, async (request, reply) =>
      downloadCadTrust(services, { format, ...readQuery(services, request, AsOfQuery) }, { request, reply }),
    )
  app.get(RECORDS_WENT_FILE.path, limit, (request, reply) =>
    downloadRecordsWent(services, { request, reply }),
  )
}
