import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { listPackages } from './scripts/sbom.mjs'

const here = import.meta.dirname
const outWeb = path.join(here, 'dist/web')
const COMPRESSIBLE = /\.(js|css|html|svg|json|txt)$/

/** old phones are the audience of the public entry, and both entries share their chunks */
const TARGET = ['chrome87', 'safari14', 'firefox78', 'edge88']
/**
 * The same browsers a few months younger: they know start and end as sides, which doubles the kit's styles where it is
 * written as left and right for every language.
 */
const CSS_TARGET = ['chrome89', 'safari15', 'firefox78', 'edge89']

const below = (...places: string[]) =>
  new RegExp(`(?:${places.map((place) => place.replaceAll('/', String.raw`[\\/]`)).join('|')})`)

/** imported by an entry before any screen */
const INITIAL = ['$initial' as const]

/**
 * The files of the pages: a few groups of modules that are needed together, because each file costs a request, and many
 * small ones pack worse than a large one. A module goes into the first group that has it and is shared by as many pages as
 * it asks for; what one page alone needs is in the file of that page.
 */
const GROUPS = [
  {
    name: 'react',
    test: below('node_modules/(react|react-dom|scheduler)/', 'vite/(preload|modulepreload)'),
  },
  {
    // what the public pages share with each other and with the staff's
    name: 'small',
    test: below(
      'shared/lib/(days|page-list|manila-days|dates|decimals|typed-number)\\.ts',
      'shared/activities/grades',
      'shared/principles/principle-titles',
      'shared/approved/approval-age',
      // base.css is for the public pages alone, and few of them draw a QR code
      'web/public/(?!Fold|base|QrCode)',
      'web/ui/theme/frame',
      'web/approved/(list-address|region-points|plain-words)',
      'web/lib/(EligibleActivities|GradeMark|grade|markup|print-foot|session)',
      'web/auth/(AuthPage|Field|auth\\.module|redirects)',
      'web/factors/has-passkeys',
    ),
  },
  {
    // the calls with their checks, which the public pages and the log in load when they first call
    name: 'contract',
    test: below(
      'node_modules/zod/',
      '/shared/(access|activities|auth|drafts|files|lib|places|principles|review|sites)/',
      '/shared/boundary/(?!region)',
      '/shared/users/users\\.policy',
      'web/lib/(?!queries|useActor)',
      'web/files/stored-uploads',
      'web/auth/auth-errors',
      'web/sign-in/(login-outcome|home-of-login)',
    ),
    minShareCount: 2,
  },
  { name: 'factors', test: below('/shared/(factors|oidc)/', 'web/factors/use-passkeys'), minShareCount: 2 },
  {
    // the frame of the staff pages
    name: 'frame',
    test: below('node_modules/', '/shared/', 'web/(activities|app|drafts|files|lib|places|review|sites|ui)/'),
    tags: INITIAL,
  },
  {
    // what the dashboard shares with other screens
    name: 'home',
    test: below(
      '@mantine/core/esm/components/(NativeSelect|Checkbox|InlineInput|Group|Combobox/ComboboxChevron)',
      'web/(activities/activities|files/files|places/places|sites/sites)\\.calls',
      '/shared/(dashboard|file-access|offices|reports|users)/',
      '/shared/imports/imports\\.policy',
      'web/lib/',
      'web/dashboard/(dashboard|work)\\.calls',
      'web/public/Fold',
      'web/review/(MissingApprovers|SiteLink|queue\\.|review\\.calls)',
      'web/ui/(LoadFailed|PageHeader|Panel|WhenSeen|options|useAddressChange|useDownload|useNow)',
    ),
    minShareCount: 2,
  },
  {
    // tables with their filters: the first is that of the dashboard
    name: 'lists',
    test: below('node_modules/(@mantine/(core|dates)|dayjs)/', 'web/ui/', 'web/places/'),
    minShareCount: 2,
  },
  { name: 'forms', test: below('node_modules/@mantine/form/', 'web/(drafts|files)/'), minShareCount: 2 },
  {
    // the form of a profile, without what a decision needs
    name: 'site-form',
    test: below(
      'web/sites/(site-draft|site-form|SiteForm|Boundary|LazySiteMap|NeighbourList|SiteBoundary|duplicates)',
      'web/sites/(map-|place-name|site-sides|useBoundary|useFieldConflicts|useOutside)',
    ),
    minShareCount: 2,
  },
  { name: 'review', test: below('web/review/'), minShareCount: 2 },
  { name: 'sites', test: below('web/sites/'), minShareCount: 2 },
  { name: 'activities', test: below('web/(activities|principles)/'), minShareCount: 2 },
]

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Writes .br and .gz beside every text file, so that the server compresses nothing per request. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = outWeb }) {
    const names = await readdir(dir, { recursive: true })
    const files = names.filter((name) => COMPRESSIBLE.test(name)).map((name) => path.join(dir, name))
    for (const file of files) {
      const bytes = await readFile(file)
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      }
      await writeFile(`${file}.br`, await brotli(bytes, { params }))
      await writeFile(`${file}.gz`, await zip(bytes, { level: 9 }))
    }
  },
})

const KIT_COMPONENT = /@mantine[\\/]core[\\/].*[\\/](\w+)\.module\.mjs$/

/** Fails where a component of the kit is in use whose styles are not loaded. */
const kitStyles = (): Plugin => ({
  name: 'kit-styles',
  apply: 'build',
  async generateBundle(_options, bundle) {
    const loaded = await readFile(path.join(here, 'web/ui/theme/kit-styles.css'), 'utf8')
    const used = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    const missing = used
      .map((id) => KIT_COMPONENT.exec(id)?.[1])
      .filter((name) => name && !loaded.includes(`/${name}.layer.css`))
    if (missing.length > 0) this.error(`Please add to web/ui/theme/kit-styles.css: ${missing.join(', ')}.`)
  },
})

const ROUTE = /\bpage\(\s*'([^']+)',\s*\(\) => import\('\.\.\/([^']+)'\)/g

/** Tells the server which file has which staff screen, so that the page can name its scripts (server/pages.ts). */
const screenFiles = (): Plugin => ({
  name: 'screen-files',
  apply: 'build',
  async generateBundle() {
    const routes = await readFile(path.join(here, 'web/app/routes.tsx'), 'utf8')
    const files = Object.fromEntries([...routes.matchAll(ROUTE)].map(([, at = '', file]) => [at, file]))
    this.emitFile({ type: 'asset', fileName: '.vite/screens.json', source: JSON.stringify(files) })
  },
})

/** `vite build` makes the pages, `vite build --ssr` what renders the public ones on the server. */
export default defineConfig(({ isSsrBuild }) => ({
  root: path.join(here, 'web'),
  publicDir: false,
  plugins: [react(), listPackages(), ...(isSsrBuild ? [] : [kitStyles(), screenFiles(), compressed()])],
  // React's own production build also where the start command sets no NODE_ENV
  ...(isSsrBuild
    ? { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': JSON.stringify('production') } }
    : {}),
  build: isSsrBuild
    ? {
        ssr: true,
        outDir: path.join(here, 'dist/web-ssr'),
        emptyOutDir: true,
        target: 'node20',
        rollupOptions: {
          input: path.join(here, 'web/public.server.tsx'),
          output: { entryFileNames: 'public.server.mjs' },
        },
      }
    : {
        outDir: outWeb,
        emptyOutDir: true,
        target: TARGET,
        cssTarget: CSS_TARGET,
        // reports the server which scripts and styles a public page needs (server/pages.ts)
        manifest: true,
        // the content policy allows no data: fonts or scripts
        assetsInlineLimit: 0,
        rollupOptions: {
          input: {
            staff: path.join(here, 'web/staff.html'),
            public: path.join(here, 'web/public.html'),
            reading: path.join(here, 'web/reading.ts'),
          },
          output: { codeSplitting: { groups: GROUPS } },
        },
      },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/config.json', '/health'].map((at) => [
        at,
        process.env.API_ORIGIN ?? 'http://127.0.0.1:3000',
      ]),
    ),
  },
}))
