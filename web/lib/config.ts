import type { BaseMap } from '../../shared/boundary/base-map.ts'
import type { PublicConfig } from '../../shared/public/public-page.ts'
import { withoutTrailing } from '../../shared/lib/trailing.ts'
import { pageData } from './page-data.ts'

/** The settings that a deployment gives to the browser. */
export type BrowserConfig = PublicConfig & {
  tiles_url: string
  /** below maps with those tiles, or with a base map that names no credit; often empty */
  map_credit: string
  has_outside_map: boolean
  /** null where the operator gives none, or its file is broken now */
  base_map: BaseMap | null
  report_frame_url: string
}

/** Returns the error of a wrong deployment; its sentence is shown unchanged. */
export const setupError = (sentence: string) => Object.assign(new Error(sentence), { code: 'setup' })

let loading: Promise<BrowserConfig> | undefined

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/** no second slash or backslash, which would name another host, and no character that browsers strip before parsing */
const OWN_PATH = /^\/(?![/\\])[\w\-.~/]*$/

/** Returns the address if it is a path of this site, https, or local http; throws otherwise (000 §8). */
export function secureBaseUrl(address: unknown): string {
  const text = typeof address === 'string' ? address : ''
  const url = URL.canParse(text) ? new URL(text) : null
  const secure = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOCAL.has(url.hostname))
  if (!secure && !OWN_PATH.test(text)) throw setupError('Invalid or insecure API base URL.')
  return withoutTrailing(text, '/')
}

async function fetched(): Promise<BrowserConfig> {
  const reply = await fetch('/config.json', { headers: { accept: 'application/json' } })
  if (!reply.ok) throw setupError('The settings of this site could not be read.')
  return (await reply.json()) as BrowserConfig
}

async function read(): Promise<BrowserConfig> {
  // a page of the development server has none
  const config = pageData?.config ?? (await fetched())
  return { ...config, api_base_url: secureBaseUrl(config.api_base_url) }
}

/** Returns the settings of this deployment, read once per page; after a failure the next call reads again. */
export function loadConfig(): Promise<BrowserConfig> {
  loading ??= read().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}
