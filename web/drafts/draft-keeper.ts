import { type DraftForm, draftsApi } from '../../shared/drafts/drafts.schema.ts'
import { ApiError, call } from '../lib/call.ts'
import { deviceDrafts } from '../lib/draft.ts'
import { storedToken } from '../lib/session.ts'
import { chooseDraft, type DeviceCopy, type Found } from './choose-draft.ts'

/** How soon typed work is kept on the device, how often on the server, and when that is tried again. */
const PAUSE_MS = 300
const SEND_EVERY_MS = 3_000
const RETRY_MS = 10_000
const SERVER_FAULT = 500
/** what a browser still sends when the page is gone */
const KEEPALIVE_MAX_LENGTH = 20_000

/** Where the typed work is: on the server, or so far on this device only. */
export type Kept = { where: 'server' | 'device'; at: string } | null

/** What is on its way to the server; the next form of the same record waits for it. */
const underway = new Map<string, Promise<void>>()

const TAB = 'draft-tab'
const WRITTEN = 'draft-written:'

/** A name of this tab that a reload does not change. */
function thisTab(): string {
  const known = sessionStorage.getItem(TAB)
  if (known) return known
  const tab = crypto.randomUUID()
  sessionStorage.setItem(TAB, tab)
  return tab
}

export type DraftPlace = { actor_id: number; form: DraftForm; record_id: number }

/**
 * Keeps one form for one person: at once on this device, every few seconds on the server, which other devices see.
 * What the server has taken leaves the device.
 */
export function draftKeeper({ actor_id, form, record_id }: DraftPlace, report: (kept: Kept) => void) {
  const name = `${form}:${actor_id}:${record_id}`
  const params = { form }
  let revision = 0
  let base: string | null = null
  let latest: string | null = null
  let isSent = true
  let pause: ReturnType<typeof setTimeout> | undefined
  let next: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | null = null
  let stopSending = new AbortController()
  let isClosed = false

  const note = (written: string) => {
    base = written
    sessionStorage.setItem(WRITTEN + name, written)
  }

  const keepHere = () => {
    clearTimeout(pause)
    if (latest === null || isSent) return
    const typed_at = new Date().toISOString()
    deviceDrafts.save(name, {
      content: latest,
      revision,
      typed_at,
      base,
      tab: thisTab(),
    } satisfies DeviceCopy)
  }

  const sendIn = (ms: number) => {
    next ??= setTimeout(() => void send(), ms)
  }

  const post = async (content: string, keepalive: boolean) => {
    try {
      const body = { content, ...(record_id ? { record_id } : {}), ...(revision ? { revision } : {}) }
      const { updated_at } = await call(draftsApi.keep, {
        params,
        body,
        keepalive,
        signal: stopSending.signal,
      })
      note(updated_at)
      if (latest === content) {
        isSent = true
        deviceDrafts.drop(name)
      } else keepHere()
      if (!isClosed) report({ where: 'server', at: updated_at })
    } catch (error) {
      if (isClosed || latest === null) return
      console.warn('The draft could not be saved on the server.', error)
      report({ where: 'device', at: new Date().toISOString() })
      // a refusal would only be repeated
      if (!(error instanceof ApiError) || error.status >= SERVER_FAULT) sendIn(RETRY_MS)
    }
  }

  const send = async (keepalive = false) => {
    clearTimeout(next)
    next = undefined
    // without a session only the device keeps it, until somebody has signed in again
    if (isClosed || isSent || latest === null || storedToken() === null) return
    keepHere()
    if (sending) return sendIn(SEND_EVERY_MS)
    const content = latest
    sending = post(content, keepalive && content.length < KEEPALIVE_MAX_LENGTH)
    underway.set(name, sending)
    await sending
    underway.delete(name)
    sending = null
    if (latest !== null && latest !== content) sendIn(SEND_EVERY_MS)
  }

  const stop = () => {
    clearTimeout(pause)
    clearTimeout(next)
    next = undefined
    latest = null
    isSent = true
    report(null)
  }

  /** The work is done or thrown away: nothing of it is offered again, on no device. */
  const forget = async () => {
    stop()
    deviceDrafts.drop(name)
    sessionStorage.removeItem(WRITTEN + name)
    base = null
    // one that is on its way would come after
    stopSending.abort()
    stopSending = new AbortController()
    await call(draftsApi.discard, { params, body: record_id ? { record_id } : {}, keepalive: true }).catch(
      (error: unknown) => console.warn('The draft could not be discarded on the server.', error),
    )
  }

  return {
    /** Unsent work that the form may begin with, of this device or from the server; throws when neither can be told. */
    find: async (now: { revision: number }): Promise<Found | null> => {
      revision = now.revision
      await underway.get(name)
      const copy = deviceDrafts.read<DeviceCopy>(name)
      const query = record_id ? { record_id } : {}
      const { draft } = await call(draftsApi.show, { params, query }).catch((error: unknown) => {
        if (!copy) throw error
        return { draft: null }
      })
      const written = sessionStorage.getItem(WRITTEN + name)
      const found = chooseDraft({ copy, draft, tab: thisTab(), written, revision })
      base = found?.base ?? null
      return found
    },
    keep: (values: unknown) => {
      const content = JSON.stringify(values)
      if (isClosed || content === latest) return
      latest = content
      isSent = false
      clearTimeout(pause)
      pause = setTimeout(keepHere, PAUSE_MS)
      sendIn(SEND_EVERY_MS)
    },
    forget,
    /** Watches for the end of the page and the return of the line; the returned function ends it and sends the rest. */
    watch: (): (() => void) => {
      isClosed = false
      const leave = () => {
        keepHere()
        void send(true)
      }
      const hide = () => {
        if (document.visibilityState === 'hidden') leave()
      }
      const back = () => void send()
      window.addEventListener('pagehide', leave)
      document.addEventListener('visibilitychange', hide)
      window.addEventListener('online', back)
      return () => {
        window.removeEventListener('pagehide', leave)
        document.removeEventListener('visibilitychange', hide)
        window.removeEventListener('online', back)
        leave()
        isClosed = true
        clearTimeout(next)
      }
    },
  }
}

export type DraftKeeper = ReturnType<typeof draftKeeper>
