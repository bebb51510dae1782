import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = import.meta.dirname
const outWeb = path.join(here, 'dist/web')
const COMPRESSIBLE = /\.(js|css|html|svg|json|txt)$/

/** old phones are the audience of the public entry, and both entries share their chunks */
const TARGET = ['chrome87', 'safari14', 'firefox78', 'edge88']

/** modules of a few lines that the public pages share: one file, which packs better than eight and is asked for once */
const SMALL = new RegExp(
  [
    'shared/lib/(days|page-list)',
    'shared/activities/grades',
    'shared/principles/principle-titles',
    'shared/approved/approval-age',
    'web/public/useReady',
    'web/approved/(list-address|region-points|plain-words)',
    'web/lib/GradeMark',
  ]
    .map((file) => `${file.replaceAll('/', String.raw`[\\/]`)}\\.tsx?$`)
    .join('|'),
)

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

/** `vite build` makes the pages, `vite build --ssr` what renders the public ones on the server. */
export default defineConfig(({ isSsrBuild }) => ({
  root: path.join(here, 'web'),
  publicDir: false,
  plugins: isSsrBuild ? [react()] : [react(), compressed()],
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
          output: { codeSplitting: { groups: [{ name: 'small', test: SMALL }] } },
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
