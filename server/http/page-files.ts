import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageSource, RenderedPage } from '../../shared/public/public-page.ts'
import { escapeHtml, type HeadFacts, pageHead, scriptJson } from './page-head.ts'
import { translator } from '../../shared/texts/translate.ts'
import { compress, encodingOf } from './compression.ts'

type Chunk = { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }
type Manifest = Record<string, Chunk>

/** The build's server-side renderer; imported at run time, because the server never imports `web`. */
type Renderer = {
  renderPublic: (source: PageSource) => Promise<RenderedPage>
  renderOutlines: () => string
}

export type Pages = {
  /** renders a page of the public entry, or one of an account */
  publicHtml: (source: PageSource, facts: HeadFacts) => Promise<string>
  /** the page of a staff screen, by its path in the table of screens */
  staffHtml: (path: string, config: PageSource['config']) => string
  /** the drawing behind the region map; its URL changes with the content */
  outlines: { url: string; svg: string }
  icon: string
}

/** the source of the icon that both entries name */
const ICON = 'ui/theme/mark.svg'

const STAFF_NOSCRIPT =
  'This part of the REDD+ Safeguards Information System needs JavaScript. The list of approved sites at <a href="/site/approved">/site/approved</a> works without it.'

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** the only script of pages that are not taken over by the public entry */
const READING_SCRIPT = 'reading.ts'

type Files = { styles: string[]; scripts: string[] }

/** Returns the styles and scripts of source files besides the entries', each after those it imports. */
function filesOf(manifest: Manifest, sources: readonly string[]): Files {
  const seen = new Set<string>()
  const found: Files = { styles: [], scripts: [] }
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || chunk.isEntry || seen.has(name)) return
    seen.add(name)
    for (const next of chunk.imports ?? []) visit(next)
    found.styles.push(...(chunk.css ?? []))
    found.scripts.push(chunk.file)
  }
  for (const source of sources) visit(source)
  return found
}

const ASSET = /"(\/assets\/[^"]+\.(?:js|css))"/g

const assetsOf = (page: string): string[] => [...page.matchAll(ASSET)].map(([, file]) => file ?? '')

/** For the log in page, which loads them while the password is typed: the files that a page names and it has not. */
function filesTag(page: string, own: string): string {
  const loaded = assetsOf(own)
  const files = assetsOf(page).filter((file) => !loaded.includes(file))
  return `<meta name="dashboard-files" content="${files.join(' ')}">`
}

const styleTag = (file: string): string => `<link rel="stylesheet" crossorigin href="/${file}">`

/** Tags that fetch the scripts and styles of a page at once, not only when the entry in the template imports them. */
function headOf(manifest: Manifest, sources: readonly string[], template: string): string {
  const { styles, scripts } = filesOf(manifest, sources)
  const preloads = scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  const tags = [...styles.map(styleTag), ...preloads]
  return tags.filter((tag) => !template.includes(tag)).join('\n    ')
}

/** The same for a page without the public entry: its styles, and the one script of such pages. */
function readingHeadOf(manifest: Manifest, sources: readonly string[]): string {
  const { styles } = filesOf(manifest, sources)
  const script = `<script type="module" crossorigin src="/${manifest[READING_SCRIPT]?.file}"></script>`
  return [...styles.map(styleTag), script].join('\n    ')
}

/** Fills the marks of the built page in one pass, so that no text of a record can act as a mark. */
function fill(template: string, parts: Record<string, string>): string {
  return template.replace(
    /\{\{(lang|title|description|html|noscript|data)\}\}|(?=<\/head>)/g,
    (_mark, name?: string) => (name ? (parts[name] ?? '') : `${parts.head}\n  `),
  )
}

/** Removes from the built page the scripts of the entry, for pages that are only read. */
const withoutScripts = (template: string): string =>
  template.replace(/\n *<(?:script\b.*<\/script>|link rel="modulepreload".*)/g, '')

/** Reads the built pages in `webDir`, with `extraHead` in each; throws when the build is incomplete. */
export async function loadPages(webDir: string, extraHead = ''): Promise<Pages> {
  const read = (name: string) => readFileSync(path.join(webDir, name), 'utf8')
  const live = read('public.html')
  const staff = read('staff.html')
  const templates = { live, account: staff, reading: withoutScripts(live) }
  const manifest = JSON.parse(read('.vite/manifest.json')) as Manifest
  const screens = JSON.parse(read('.vite/screens.json')) as Record<string, string>
  const rendererFile = path.join(webDir, '../web-ssr/public.server.mjs')
  const renderer = (await import(pathToFileURL(rendererFile).href)) as Renderer
  const svg = renderer.renderOutlines()
  const mark = manifest[ICON]
  if (!mark) throw new Error(`The built pages have no ${ICON}: build them again.`)

  const staffPage = (at: string, data: string) =>
    fill(staff, {
      lang: 'en',
      title: 'REDD+ Safeguards Information System',
      noscript: STAFF_NOSCRIPT,
      html: '',
      data,
      head: `<meta name="robots" content="noindex" />\n    ${headOf(manifest, screens[at] === undefined ? [] : [screens[at]], staff)}${extraHead}`,
    })
  const dashboardFiles = filesTag(staffPage('/dashboard', ''), live)

  return {
    publicHtml: async (input, facts) => {
      const rendered = await renderer.renderPublic(input)
      const { html, title, description, sources, entry, data } = rendered
      const template = templates[entry]
      return fill(template, {
        lang: input.language.code,
        html,
        noscript: escapeHtml(translator(input.language.texts)('sign_in.needs_javascript')),
        title: escapeHtml(title),
        description: escapeHtml(description),
        data: scriptJson(data),
        head:
          extraHead +
          pageHead(input, rendered, facts) +
          (input.content.page === 'login' ? `${dashboardFiles}\n    ` : '') +
          (data ? headOf(manifest, sources, template) : readingHeadOf(manifest, sources)),
      })
    },
    // as on the public pages, the first call need not wait for the settings
    staffHtml: (at, config) => staffPage(at, scriptJson({ config })),
    icon: read(mark.file),
    outlines: { url: `/map/regions-${hash(svg)}.svg`, svg },
  }
}

/** Sends a compressed text, or 304 when the browser has the same one. */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  type: string,
  cacheControl: string,
): Promise<FastifyReply> {
  const etag = `W/"${hash(text)}"`
  reply.headers({ etag, 'cache-control': cacheControl, vary: 'accept-encoding' })
  if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) return reply.status(304).send()
  const encoding = encodingOf(request)
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(type).send(await compress(text, encoding))
}

/** Sends a PNG, or 304 when the browser has the same one. */
export function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Buffer,
  cacheControl: string,
): FastifyReply {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  reply.headers({ etag, 'cache-control': cacheControl })
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  return reply.type('image/png').send(bytes)
}
