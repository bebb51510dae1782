import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { leanContract } from './scripts/lean-contract.mjs'
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

/** the pages of an approver, without what other pages of a record share with them */
const DECISION = 'ApprovalPage|QueueList|QueueNav|ReviewPanel'
/** the page of a decision on many records */
const BULK_PAGE = 'bulk/(?:Bulk|Comments|Point|bulk-draft|sort-)'
/** the lists of records, and what they show of a decision on many */
const RECORD_LISTS = `ApprovalListPage|ReviewedListPage|(?!${BULK_PAGE})bulk/`
/** what a page loads once its record has points, or a reviewer begins one */
const LATER_POINTS =
  'AnswerPoint|HistoryPoints|OfficePoints|PlacePoints|PointForm|PointLists|Points\\.module|PointsQuestion|ReviewPoint|SentPoint|UsualPoints|answer-keeper'

/** the evidence of a principle, which no list of activities shows */
const MEANS = [
  'AddFiles|AddMov|ConflictingFacts|Evidence|IndicatorEvidence|Means|MigratedDraft|ReturnedComment',
  'Principle(?:Frame|Grade|Nav|Outline)|criterion-fold|principle-points|useMeans|usePreview',
].join('|')

/** rules that the dashboard does without: of the pages of roles, offices, counted records, reports and users */
const LATER_RULES =
  'counted-words|hierarchy|offices\\.(?:fields|rules)|report-cells|reports\\.schema|reset-codes|users\\.(?:fields|rules)'

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
      'shared/texts/(translate|words)',
      'shared/lib/(page-list|manila-clock|durations)\\.ts',
      'shared/activities/grade(s|-words)\\.ts',
      'shared/principles/principle-numbers',
      // base.css is for the public pages alone, few of them draw a QR code, and not each opens a dialog
      'web/public/(?!Fold|base|QrCode|CommandText|Dialog|NoteDialog|ReadingFrame|SomethingWrong|TroublePages|ToApproved|WordTable)',
      'web/ui/theme/frame',
      'web/approved/(GradeStrip|list-address|region-points|plain-words)',
      'web/lib/(GradeMark|grade|markup|page-data|print-foot-later|texts|token)',
    ),
  },
  // loaded once a page is there, and at once by the pages that are read
  { name: 'print', test: below('web/lib/print-foot\\.ts') },
  {
    // what the pages of sign-in share, and dialogs
    name: 'auth',
    test: below(
      'web/auth/(AuthPage|Field|auth\\.module|has-passkeys|redirects)',
      'web/lib/page-language',
      'web/public/Dialog',
      'web/lib/last-logout',
    ),
  },
  {
    // what a site's page shares with its certificate
    name: 'record',
    test: below(
      'web/public/SomethingWrong',
      'web/lib/RichText',
      'web/lib/EligibleActivities',
      'shared/sites/activity-words',
      'shared/principles/principle-words',
    ),
    minShareCount: 2,
  },
  {
    // making a call, and the calls of an account: the public pages and the log in load them when they first call
    name: 'contract',
    test: below(
      'node_modules/zod/',
      '/shared/(auth/|lib/(?!fields|differences))',
      '/shared/access/(?!screens|default-roles)',
      '/shared/files/files\\.schema',
      // what the public list checks an address with
      '/shared/approved/approved\\.schema',
      '/shared/activities/grading',
      'web/lib/(?!queries|useActor|thumbnails|picture-size)',
      'web/sign-in/login-outcome',
    ),
    minShareCount: 2,
  },
  {
    name: 'factors',
    test: below(
      '/shared/(factors/factors\\.schema|oidc/oidc\\.schema)',
      'shared/texts/times',
      'web/auth/use-passkeys',
    ),
    minShareCount: 2,
  },
  {
    // the frame of the staff pages
    name: 'frame',
    test: below('node_modules/', '/shared/', 'web/(activities|app|drafts|files|lib|places|review|sites|ui)/'),
    tags: INITIAL,
  },
  {
    // what the dashboard shares with other screens, and the calls of records with the rules of their review
    name: 'home',
    test: below(
      '@mantine/core/esm/components/(NativeSelect|Checkbox|InlineInput|Group|Combobox/ComboboxChevron)',
      'web/(activities/activities|files/files|places/places|sites/sites)\\.calls',
      '/shared/(file-access|places|review)/(?!point-answers)',
      '/shared/drafts/drafts\\.schema',
      `/shared/(access|dashboard|factors|offices|reports|users)/(?!${LATER_RULES})`,
      '/shared/(activities/(?!fact-plan)|files/|principles/(?!batch-difference)|sites/(?!sites\\.rules|site-land|land-places))',
      '/shared/boundary/(area|boundary\\.schema|distance|nearest-towns)',
      'web/files/stored-uploads',
      '/shared/imports/imports\\.policy',
      'web/drafts/unfinished',
      'web/lib/',
      'web/dashboard/(dashboard\\.calls|work\\.calls|form-links)',
      'web/public/Fold',
      'web/review/(MissingApprovers|SiteLink|queue\\.|review\\.calls)',
      'web/ui/(AuditorNotice|LoadFailed|PageHeader|Panel|WhenSeen|options|useAddressChange|useDownload|useNow)',
    ),
    minShareCount: 2,
  },
  {
    // tables with their filters: the first is that of the dashboard
    name: 'lists',
    test: below(
      'node_modules/(@mantine/(core|dates)|dayjs)/',
      'web/ui/(?!Fields|Lines)',
      // the country comes with the map
      'web/places/(?!country|name-width|place-towns)',
    ),
    minShareCount: 2,
  },
  {
    name: 'forms',
    test: below('node_modules/@mantine/form/', '/shared/drafts/', 'web/(drafts/(?!unfinished)|files/)'),
    minShareCount: 2,
  },
  {
    // forms that are made of their description: not the one of a profile
    name: 'fields',
    test: below('/shared/lib/(fields|differences)', 'web/ui/(Fields|Lines)'),
    minShareCount: 2,
  },
  {
    // the form of a profile, without what a decision needs
    name: 'site-form',
    test: below(
      'web/sites/(site-draft|site-form|SiteForm|form-points|useFormPoints|Boundary(?!Change)|LazySiteMap|NeighbourList|duplicates)',
      'web/sites/(map-(search|view)|place-name|site-sides|useBoundary|useFieldConflicts|useOutside)',
    ),
    minShareCount: 2,
  },
  // a summary as it is read, for strangers and beside its draft
  {
    name: 'document',
    test: below('web/summaries/document/', '/shared/summaries/changed-since'),
    minShareCount: 2,
  },
  {
    name: 'summaries',
    test: below(
      'shared/(summaries/summaries|translations/translations)\\.policy',
      'shared/summaries/(summaries\\.schema|sections|safeguards)',
      'web/summaries/BackTo',
    ),
    minShareCount: 2,
  },
  {
    // with what a page shows of the notes of its record before they are opened
    name: 'review',
    test: below(
      `web/public-log/|web/review/(?!${DECISION}|${RECORD_LISTS}|${BULK_PAGE}|points/(?:${LATER_POINTS}))`,
      '/shared/public-log/',
      'web/notes/(NoteMark|NotesPanel|notes-context|note-counts)',
    ),
    minShareCount: 2,
  },
  {
    // what the map of a site and the panels beside it ask and say of the land
    name: 'land',
    test: below(
      '/shared/land/(findings|layers|instruments|photos)\\.schema',
      '/shared/land/(land-states|form-findings|layers\\.fields|layer-kinds|consideration|covers|crs|photo-remarks)',
      'web/land/(land|photos)\\.calls',
    ),
    minShareCount: 2,
  },
  { name: 'points', test: below(`web/review/points/(?:${LATER_POINTS})`), minShareCount: 2 },
  { name: 'record-lists', test: below(`web/review/(${RECORD_LISTS})`), minShareCount: 2 },
  { name: 'decision', test: below(`web/review/(${DECISION})`), minShareCount: 2 },
  // all that the lists of profiles need of them
  { name: 'site-review', test: below('web/sites/site-review'), minShareCount: 2 },
  // which pages draw without the map
  { name: 'outlines', test: below('shared/boundary/(region|packed)-outlines'), minShareCount: 2 },
  {
    // what chooses the towns of a map, also where it is drawn without Leaflet
    name: 'towns',
    test: below('web/places/(country\\.ts|name-width|place-towns)'),
    minShareCount: 2,
  },
  {
    // the map, which a form has without the land of a stored profile
    name: 'map',
    test: below(
      'node_modules/leaflet/',
      'web/sites/(SiteMap|MapToggles|map-(country|labels|parts|stops|text)|graticule|label-places)',
    ),
    minShareCount: 2,
  },
  { name: 'sites', test: below('web/sites/'), minShareCount: 2 },
  // the criteria, which activities show and the principle pages edit without anything of activities
  { name: 'principles', test: below('web/principles/', '/shared/principles/'), minShareCount: 2 },
  { name: 'activities', test: below(`web/activities/(?!${MEANS})`), minShareCount: 2 },
  { name: 'means', test: below(`web/activities/(?:${MEANS})`), minShareCount: 2 },
  { name: 'bulk', test: below(`web/review/${BULK_PAGE}`), minShareCount: 2 },
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
  // one reader of PMTiles: the map's engine asks for an older one
  resolve: { dedupe: ['pmtiles'] },
  plugins: [
    react(),
    listPackages(),
    ...(isSsrBuild ? [] : [leanContract(), kitStyles(), screenFiles(), compressed()]),
  ],
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
        // the server names the scripts of a public page in its head
        modulePreload: {
          resolveDependencies: (_url, files, { hostId, hostType }) =>
            hostType === 'js' && /\bpublic-/.test(hostId)
              ? files.filter((file) => file.endsWith('.css'))
              : files,
        },
        rollupOptions: {
          input: {
            staff: path.join(here, 'web/staff.html'),
            public: path.join(here, 'web/public.html'),
            reading: path.join(here, 'web/reading.ts'),
          },
          output: { codeSplitting: { groups: GROUPS } },
          // it computes and does nothing else, and the pages round and name what the server has measured
          treeshake: { moduleSideEffects: [{ test: /geographiclib-geodesic/, sideEffects: false }] },
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
