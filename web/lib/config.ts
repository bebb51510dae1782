import type { PublicConfig } from '../../shared/public/public-page.ts'
import { withoutTrailing } from '../../shared/lib/trailing.ts'

/** What the deployment reports the browser. */
export type BrowserConfig = PublicConfig & { tiles_url: string; report_frame_url: string }

/** The deployment itself is wrong; the sentence is shown as it is. */
export const setupError = (sentence: string) => Object.assign(new Error(sentence), { code: 'setup' })

let loading: Promise<BrowserConfig> | undefined

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/** no second slash or backslash, which would name another host, and nothing a browser cuts out before it looks */
const OWN_PATH = /^\/(?![/\\])[\w\-.~/]*$/

/** The address itself when it is a path of this site, https, or local http; otherwise an error (000 §8). */
export function secureBaseUrl(address: unknown): string {
  const text = typeof address === 'string' ? address : ''
  const url = URL.canParse(text) ? new URL(text) : null
  const secure = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOCAL.has(url.hostname))
  if (!secure && !OWN_PATH.test(text)) throw setupError('Invalid or insecure API base URL.')
  return withoutTrailing(text, '/')
}

async function read(): Promise<BrowserConfig> {
  const reply = await fetch('/config.json', { headers: { accept: 'application/json' } })
  if (!reply.ok) throw setupError('The settings of this site could not be read.')
  const config = (await reply.json()) as BrowserConfig
  return { ...config, api_base_url: secureBaseUrl(config.api_base_url) }
}

/** The settings of this deployment, read once per page; a failed reading is tried again at the next call. */
export function loadConfig(): Promise<BrowserConfig> {
  loading ??= read().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}
