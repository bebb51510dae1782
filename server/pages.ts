import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { SCREENS, type Screen, screenAt } from '../shared/access/screens.ts'
import { OPEN_FORMATS } from '../shared/approved/approved.files.ts'
import { ApprovedFilter, ApprovedQuery, type ApprovedSite } from '../shared/approved/approved.schema.ts'
import type { PublicPage } from '../shared/public/public-page.ts'
import { readAsOf } from '../shared/lib/as-of.ts'
import { formatHectares } from '../shared/lib/decimals.ts'
import { manilaDay } from '../shared/lib/dates.ts'
import { IdText } from '../shared/lib/ids.ts'
import { SUMMARY_FORMATS, SummaryAddressParams } from '../shared/summaries/summaries.schema.ts'
import { publicFilePath } from '../shared/summaries/summary-names.ts'
import { prefixOf } from '../shared/texts/languages.ts'
import { type Translate, translator } from '../shared/texts/translate.ts'
import {
  approvedCounts,
  approvedList,
  findApprovedSite,
  findSiteMap,
  findSitePicture,
  findSmallPicture,
  provenAnswer,
} from './approved/approved.cache.ts'
import { downloadApproved } from './approved/approved.downloads.ts'
import { withdrawnPage } from './certificates/withdrawn.pages.ts'
import { kindIn } from '../shared/land/instrument-words.ts'
import { instrumentsIn } from './approved/land-words.ts'
import {
  CERTIFICATE,
  certificatePage,
  CHECK_PATH,
  checkPage,
  typedCodePath,
  typedIn,
} from './certificates/certificates.pages.ts'
import type { ReadBrowserConfig } from './browser-config.ts'
import type { Services } from './context/context.ts'
import { pageAmong } from './database/datatable.ts'
import { languageOf, pageLanguage } from './http/page-language.ts'
import { devReloadRoutes, RELOAD_TAG } from './http/dev-reload.ts'
import { toAppError } from './database/db.ts'
import { licenceOf, OPEN_DATA_PAGES } from './open-data/open-data.pages.ts'
import { findRegisterSpan } from './open-data/register.queries.ts'
import { sharePicture } from './open-data/share-picture.ts'
import { AppError } from './lib/errors.ts'
import { type CallLimit, openToAllSites, readQuery } from './http/http.ts'
import { cacheFiles } from './lib/cached-files.ts'
import { turnOfVisitor } from './lib/network.ts'
import { loadPages, type Pages, sendPicture, sendText } from './http/page-files.ts'
import { CHECKING_PAGES } from './proofs/checking.pages.ts'
import { runningTexts } from './texts/running-texts.ts'
import { downloadPublished } from './summaries/published.downloads.ts'
import { listPublishedYears } from './summaries/published.queries.ts'
import { fingerprintOf, missingSummary, SUMMARY_PATH, summaryPage } from './summaries/published.pages.ts'

const LIST_PATH = '/site/approved'
/** the public pages below these addresses read the database */
const READ_PATHS = [
  LIST_PATH,
  SUMMARY_PATH,
  CHECK_PATH,
  ...Object.keys(CHECKING_PAGES),
  ...Object.keys(OPEN_DATA_PAGES),
]
const isBelow = (at: string, path: string): boolean => at === path || at.startsWith(`${path}/`)
const HTML = 'text/html; charset=utf-8'
const SVG = 'image/svg+xml'
/** a new approval shows at once; the ETag saves the bytes when nothing changed */
const REVALIDATE = 'no-cache'
/** the same for a browser; a proxy may show the page for fifteen minutes while the database is away (decision 24) */
const REVALIDATE_OR_STALE = 'public, max-age=0, s-maxage=1, stale-if-error=900'
const FOREVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'
/** largest id in the database */
const ID_MAX = 2_147_483_647

/** Headers that mean something on a document only: a script, style or typeface goes without them. */
const OF_DOCUMENTS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-xss-protection',
]

const PASSWORD_PAGES: Record<string, PublicPage> = {
  '/login': { page: 'login' },
  '/forgot-password': { page: 'forgot_password' },
  '/reset-password': { page: 'reset_password' },
  '/change-password': { page: 'change_password' },
  '/my-sign-in': { page: 'my_sign_in' },
  '/sign-in/single': { page: 'single_sign_on' },
}

/** Parses an id that a person may have typed; null when no record can have it. */
function idOf(value: unknown): number | null {
  const id = z.safeParse(IdText, value)
  return id.success && id.data <= ID_MAX ? id.data : null
}

/** What the server itself writes into the data of a page, in the language of the request. */
const translatorOf = async (services: Services, request: FastifyRequest): Promise<Translate> =>
  translator((await runningTexts(services, languageOf(request.raw))).texts)

/** Parses the query of the list; a day that is invalid or in the future is left out, with the reason. */
function listQuery(input: unknown, now: Date) {
  const { as_of: typed, ...rest } = input as { as_of?: unknown }
  const { as_of, problem } = readAsOf(typed, manilaDay(now))
  return { query: z.parse(ApprovedQuery, { ...rest, as_of }), problem }
}

async function listPage(services: Services, query: unknown, outlinesUrl: string): Promise<PublicPage> {
  const { readDb: db, now } = services
  const { query: wanted, problem } = listQuery(query, now())
  const asked = { ...wanted, region_id: idOf(String(wanted.region_id)) ?? undefined }
  const [list, counts, summaries] = await Promise.all([
    approvedList(services, asked),
    approvedCounts(db, asked.as_of),
    listPublishedYears(db),
  ])
  // a page past the end shows the last one (S-103), so links to other pages count from that one
  const page = pageAmong(list.filteredCount, asked)
  return {
    page: 'approved',
    query: { ...asked, page },
    list,
    counts,
    outlines_url: outlinesUrl,
    today: manilaDay(now()),
    ...(problem === undefined ? {} : { as_of_problem: problem }),
    summaries,
  }
}

/** Writes hectares as they are read, so that the page loads no formats. */
const withReadHectares = (site: ApprovedSite): ApprovedSite => ({
  ...site,
  project_area: formatHectares(site.project_area),
  redd_eligible_activities_area: site.redd_eligible_activities_area.map(({ name, hectares }) => ({
    name,
    hectares: formatHectares(hectares),
  })),
})

const findWithdrawnPage = (services: Services, id: number): Promise<PublicPage | null> =>
  provenAnswer(services, { what: 'withdrawn', id }, () => withdrawnPage(services, id))

async function sitePage(services: Services, request: FastifyRequest): Promise<PublicPage> {
  const { id } = request.params as { id?: string }
  const activityId = idOf(id)
  const t = await translatorOf(services, request)
  if (activityId === null) return { page: 'not_found' }
  const found = await findApprovedSite(services, activityId, (kind) => kindIn(t, kind))
  if (!found) return (await findWithdrawnPage(services, activityId)) ?? { page: 'not_found' }
  const { responsible, ...site } = found
  // only for the link back, so an invalid query leads to the whole list
  const query = z.safeParse(ApprovedQuery, request.query)
  return {
    page: 'approved_site',
    site: withReadHectares(site),
    query: query.data ?? {},
    map: await findSiteMap(services.readDb, site.id, t),
    responsible,
    instruments: instrumentsIn(t, site.instruments),
  }
}

/** Certificates and log pages must be current, also while the database is away. */
const mayBeStale = (at: string): boolean =>
  [LIST_PATH, SUMMARY_PATH].some((path) => isBelow(at, path)) && !at.endsWith(CERTIFICATE)

/** Pages that are the same for everyone are rendered once, so that requests for them cost nothing. */
const isSameForEverybody = (content: PublicPage): boolean => Object.keys(content).length === 1

/** Whether programs find the register itself on the page, as a whole. */
const isOfRegister = ({ page }: PublicPage): boolean => page === 'approved' || page === 'data'

/** Whether the page is about something that does not exist. */
const namesNothing = (content: PublicPage): boolean =>
  ['not_found', 'no_summary', 'no_certificate'].includes(content.page) ||
  (content.page === 'certificate_check' && ['mistyped', 'unknown'].includes(content.told.outcome))

/** a summary of a country is some hundred kilobytes of HTML and takes long to render */
const MAX_CACHED_SUMMARIES = 8
/** more than there are, in a few languages */
const MAX_CACHED_PAGES = 100

/**
 * The address of a page in the language links, without its own language. A page that is rendered once for everybody has no
 * query, and one about nothing leads to the list.
 */
function addressOf(content: PublicPage, url: string): string {
  // a page of a summary is rendered once for all its readers
  if (content.page === 'summary') return content.path
  if (!isSameForEverybody(content)) return url
  const [path = ''] = url.split('?', 1)
  return PASSWORD_PAGES[path] ? path : LIST_PATH
}

function pageSender(services: Services, pages: Pages, readConfig: ReadBrowserConfig) {
  const alike = cacheFiles<string>(MAX_CACHED_PAGES)
  const summaries = cacheFiles<string>(MAX_CACHED_SUMMARIES)
  const htmlOf = async (content: PublicPage, code: string, url: string): Promise<string> => {
    const [config, running] = await Promise.all([readConfig(), runningTexts(services, code)])
    const language = pageLanguage(services.languages, { code, url, page: content.page }, running)
    const facts = {
      public_url: services.config.public_url,
      licence: licenceOf(services.config),
      register: isOfRegister(content) ? await findRegisterSpan(services.readDb) : undefined,
    }
    const render = () => pages.publicHtml({ config, language, content }, facts)
    const texts = `${code} ${running.version}`
    if (content.page === 'summary') return summaries(`${texts} ${fingerprintOf(content)}`, render)
    if (!isSameForEverybody(content)) return render()
    return alike(`${content.page} ${texts} ${config.passkeys}`, render)
  }
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    content: PublicPage,
    cacheControl = REVALIDATE,
  ) => {
    if (namesNothing(content)) reply.status(404)
    if (content.page === 'withdrawn_summary' || content.page === 'withdrawn_approval') reply.status(410)
    const html = await htmlOf(content, languageOf(request.raw), addressOf(content, request.url))
    return sendText(request, reply, html, HTML, cacheControl)
  }
  const readPage = (at: string, request: FastifyRequest): Promise<PublicPage> => {
    const { code = typedIn(request.query) } = request.params as { code?: string }
    if (isBelow(at, CHECK_PATH)) return checkPage(services, code)
    if (at.endsWith(CERTIFICATE))
      return certificatePage(services, request.params, async (id) =>
        findSiteMap(services.readDb, id, await translatorOf(services, request)),
      )
    if (at === LIST_PATH) return listPage(services, request.query, pages.outlines.url)
    if (at.startsWith(SUMMARY_PATH)) return summaryPage(services, request.params)
    return (CHECKING_PAGES[at] ?? OPEN_DATA_PAGES[at])?.(services) ?? sitePage(services, request)
  }
  const screen = async ({ path: at, entry }: Screen, request: FastifyRequest, reply: FastifyReply) => {
    if (entry === 'staff')
      return sendText(request, reply, pages.staffHtml(at, await readConfig()), HTML, REVALIDATE)
    const passwordPage = PASSWORD_PAGES[at]
    if (passwordPage) return send(request, reply, passwordPage)
    // a typed code redirects to its own address, so that the page can be bookmarked and shared
    const ofCode = at === CHECK_PATH ? typedCodePath(request.query) : null
    if (ofCode) return reply.redirect(prefixOf(languageOf(request.raw)) + ofCode, 302)
    return send(
      request,
      reply,
      await readPage(at, request),
      mayBeStale(at) ? REVALIDATE_OR_STALE : REVALIDATE,
    )
  }
  return { send, screen }
}

export type PageOptions = {
  /** the folder of the built pages; null serves the API alone */
  webDir: string | null
  /** reloads pages when the server comes back */
  dev?: boolean
}

/**
 * Serves the pages: public ones rendered with their first rows, the staff's as built, the drawing of the map, the icon
 * and the built scripts and styles. Every other address redirects to the public list (C-39). With `webDir` null there
 * are no pages, and addresses outside the API are not found.
 */
export async function pageRoutes(
  app: FastifyInstance,
  services: Services,
  { webDir, dev }: PageOptions,
  {
    publicLimit,
    pictureLimit,
    readConfig,
  }: { publicLimit: CallLimit; pictureLimit: CallLimit; readConfig: ReadBrowserConfig },
) {
  if (webDir === null) return
  const pages = await loadPages(webDir, dev ? RELOAD_TAG : '')
  const { send, screen } = pageSender(services, pages, readConfig)
  if (dev) devReloadRoutes(app)

  await app.register(fastifyStatic, {
    root: path.join(webDir, 'assets'),
    prefix: '/assets/',
    // folders have no index: 404
    index: [],
    preCompressed: true,
    immutable: true,
    // the name of a file changes with its content
    lastModified: false,
    maxAge: '365d',
    // a page's policy governs its scripts and styles; theirs would only weigh. A drawing may be opened as a page
    setHeaders: (reply, file) => {
      if (/\.(?:js|css|woff2)\b/.test(file)) for (const name of OF_DOCUMENTS) reply.raw.removeHeader(name)
    },
  })
  app.get(pages.outlines.url, async (request, reply) =>
    sendText(request, reply, pages.outlines.svg, SVG, FOREVER),
  )
  app.get('/licences.txt', (_request, reply) =>
    reply.sendFile('licences.txt', webDir, { maxAge: '1d', immutable: false }),
  )
  // a browser asks here without having loaded a page, for example to open a picture directly
  app.get('/favicon.ico', async (request, reply) => sendText(request, reply, pages.icon, SVG, A_DAY))
  // the files of the public list, for a browser without an API key
  for (const format of OPEN_FORMATS)
    app.get(`${LIST_PATH}.${format}`, { onRequest: [openToAllSites, publicLimit] }, (request, reply) =>
      downloadApproved(services, format, readQuery(services, request, ApprovedFilter), { request, reply }),
    )
  await app.register(async (html) => {
    html.setErrorHandler(async (error, request, reply) => {
      if (error instanceof AppError && error.why === 'rate')
        return send(request, reply.status(error.status), { page: 'too_many' })
      if (error instanceof AppError && error.why === 'altered')
        // replaces the page that a proxy has stored
        return send(request, reply.status(error.status), { page: 'altered' }, REVALIDATE_OR_STALE)
      request.log.error({ err: error }, 'fault')
      const refusal = toAppError(error)
      const { status, headers } = refusal instanceof AppError ? refusal : new AppError('internal')
      return send(request, reply.status(status).headers(headers), { page: 'fault', request_id: request.id })
    })
    // the address of the small one changes with each approval, so lists need not ask for it again
    for (const [name, find, cacheControl, limit] of [
      ['map.svg', findSitePicture, REVALIDATE_OR_STALE, publicLimit],
      ['map-small.svg', findSmallPicture, A_DAY, pictureLimit],
    ] as const)
      html.get(`${LIST_PATH}/:id/${name}`, { onRequest: limit }, async (request, reply) => {
        const id = idOf((request.params as { id?: string }).id)
        const picture = id === null ? null : await find(services, id)
        return picture === null
          ? send(request, reply, { page: 'not_found' })
          : sendText(request, reply, picture, SVG, cacheControl)
      })
    // the same picture for those who show links, of which most read no SVG
    html.get(`${LIST_PATH}/:id/map.png`, { onRequest: publicLimit }, async (request, reply) => {
      const id = idOf((request.params as { id?: string }).id)
      const picture = id === null ? null : await findSitePicture(services, id)
      const site = id === null ? null : await findApprovedSite(services, id)
      if (picture === null || site === null) return send(request, reply, { page: 'not_found' })
      const { name_of_partner: name, code } = site
      const words = { name, code, bureau: services.config.bureau_name }
      const bytes = await sharePicture(picture, words, turnOfVisitor(request))
      return sendPicture(request, reply, bytes, REVALIDATE_OR_STALE)
    })
    for (const format of SUMMARY_FORMATS)
      for (const named of [null, ':version(^[0-9a-f]{12})'])
        html.get(
          publicFilePath(':year(^\\d{4})', format, named),
          { onRequest: [openToAllSites, publicLimit] },
          async (request, reply) => {
            const { year, version = null } = z.parse(SummaryAddressParams, request.params)
            const isSent = await downloadPublished(services, { year, version, format }, { request, reply })
            return isSent ? reply : send(request, reply, await missingSummary(services, { year, version }))
          },
        )
    for (const one of SCREENS) {
      // the other pages read nothing
      const isRead = one.entry === 'public' && READ_PATHS.some((path) => isBelow(one.path, path))
      const limit = isRead ? { onRequest: publicLimit } : {}
      html.get(one.path.replaceAll('$', ':'), limit, (request, reply) => screen(one, request, reply))
    }
  })

  app.setNotFoundHandler(async (request, reply) => {
    const pathname = request.url.split('?', 1)[0] ?? '/'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || pathname.startsWith('/assets/') || pathname.startsWith('/map/'))
      throw new AppError('no_such_address')
    // a screen's address with a trailing slash is redirected to the one without
    const query = request.url.slice(pathname.length)
    const code = languageOf(request.raw)
    const path = screenAt(pathname) ? pathname.replace(/\/$/, '') + query : LIST_PATH
    return reply.redirect(prefixOf(code) + path, 302)
  })
}
