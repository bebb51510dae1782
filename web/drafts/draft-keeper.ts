import {
  DRAFT_FORMS,
  DRAFT_MAX_LENGTH,
  type DraftForm,
  draftsApi,
} from '../../shared/drafts/drafts.schema.ts'
import { ApiError, call } from '../lib/call.ts'
import { deviceDrafts } from '../lib/draft.ts'
import { createFormKey } from '../lib/form-key.ts'
import { storedToken } from '../lib/token.ts'
import { chooseDraft, type DeviceCopy, type UnsentWork } from './choose-draft.ts'

/** when typed work is stored on the device, how often it is sent, and when a failed sending is retried */
const PAUSE_MS = 300
const SEND_EVERY_MS = 3_000
const RETRY_MS = 10_000
/** how long a final save waits for a draft that is being sent */
const SEND_WAIT_MS = 2_000
const SERVER_FAULT = 500
/** how many unanswered sendings are remembered: the server may have stored any of them */
const MAX_UNANSWERED = 3
/** the most that a browser still sends after the page is closed */
const KEEPALIVE_MAX_LENGTH = 20_000

/** Where the draft is stored: on the server, or so far only on this device. */
export type DraftLocation = { where: 'server' | 'device'; at: string } | null

/** Drafts that are being sent; the next form of the same record waits for them. */
const inProgress = new Map<string, Promise<void>>()
/** The `forget` functions of the forms that are open in this tab. */
const openForms = new Set<() => void>()

export type DraftPlace = { actor_id: number; form: DraftForm; record_id: number }

const nameOf = ({ actor_id, form, record_id }: DraftPlace) => `${form}:${actor_id}:${record_id}`

/** Returns the newest unsent work in each form of a record, from this device or the server, for lists of it. */
export async function unsentDraftsOf(
  actor_id: number,
  record_id: number,
): Promise<Partial<Record<DraftForm, string>>> {
  await Promise.all(inProgress.values())
  const { drafts } = await call(draftsApi.list, { query: { record_id } }).catch((error: unknown) => {
    console.warn('The drafts could not be read from the server.', error)
    return { drafts: [] }
  })
  const found: Partial<Record<DraftForm, string>> = {}
  for (const form of DRAFT_FORMS) {
    const copy = deviceDrafts.read<DeviceCopy>(nameOf({ actor_id, form, record_id }))
    const draft = drafts.find((one) => one.form === form) ?? null
    const newest = chooseDraft({ copy, draft, revision: 0 })
    if (newest) found[form] = contentOf(newest.content).content
  }
  return found
}

/** Deletes all unsaved work of a person, on this device and on the server, as the log out dialog announces. */
export async function forgetAllDrafts(actor_id: number): Promise<void> {
  const onTheirWay = [...inProgress.values()]
  for (const forget of openForms) forget()
  for (const name of deviceDrafts.names())
    if (name.split(':')[1] === String(actor_id)) deviceDrafts.drop(name)
  await discardNowAndAfter(onTheirWay, () => call(draftsApi.discardAll))
}

/** Discards at once, and again after the drafts being sent have arrived: they could be written after the first. */
async function discardNowAndAfter(
  onTheirWay: Promise<void>[],
  discard: () => Promise<unknown>,
): Promise<void> {
  const tried = () =>
    discard().catch((error: unknown) =>
      console.warn('The draft could not be discarded on the server.', error),
    )
  await tried()
  if (onTheirWay.length === 0) return
  await Promise.all(onTheirWay)
  await tried()
}

/**
 * The content of a draft: the values, the record when they were begun, and the form key, so that a later try is the
 * same form. If all of it is too long for a draft, the record is left out.
 */
function toContent(form_key: string, values: unknown, began: unknown): string {
  const both = JSON.stringify({ form_key, values, began })
  if (both.length <= DRAFT_MAX_LENGTH) return both
  return JSON.stringify({ form_key, values, ...(began === null ? { began } : {}) })
}

/** Reads a stored draft. What cannot be read has no key, and the form finds nothing in it. */
function contentOf(text: string): { form_key: string | null; content: string; began?: unknown } {
  try {
    const { form_key, values, began } = JSON.parse(text) as Record<string, unknown>
    if (typeof form_key === 'string') return { form_key, content: JSON.stringify(values), began }
  } catch {
    // the form cannot read it either
  }
  return { form_key: null, content: text }
}

/**
 * Stores the draft of one form for one person: at once on this device, and every few seconds on the server, where other
 * devices see it. What the server has stored is deleted from the device.
 */
export function createDraftKeeper(place: DraftPlace, report: (stored: DraftLocation) => void) {
  const { form, record_id } = place
  const name = nameOf(place)
  const params = { form }
  const key = createFormKey()
  let revision = 0
  let began: unknown
  let base: string | null = null
  let latest: string | null = null
  let sent: string[] = []
  let isSent = true
  let pause: ReturnType<typeof setTimeout> | undefined
  let next: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | null = null
  let isClosed = false
  let isHeld = false

  const note = (written: string) => {
    base = written
    sent = []
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
      sent,
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
      })
      if (latest === null) return
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
      // a rejected draft would be rejected again
      if (!(error instanceof ApiError) || error.status >= SERVER_FAULT) sendIn(RETRY_MS)
    }
  }

  const send = async (keepalive = false) => {
    clearTimeout(next)
    next = undefined
    // without a session the draft stays on the device until the next log in
    if (isClosed || isSent || latest === null || storedToken() === null) return
    const content = latest
    const isSending = !isHeld && !sending
    if (isSending) sent = [...sent, content].slice(-MAX_UNANSWERED)
    keepHere()
    if (isHeld) return
    if (!isSending) return sendIn(SEND_EVERY_MS)
    sending = post(content, keepalive && content.length < KEEPALIVE_MAX_LENGTH)
    inProgress.set(name, sending)
    await sending
    inProgress.delete(name)
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

  const forgetHere = () => {
    stop()
    key.renew()
    deviceDrafts.drop(name)
    base = null
    sent = []
  }

  /** Deletes the draft everywhere, after a save or a discard. */
  const forget = async () => {
    forgetHere()
    const body = record_id ? { record_id } : {}
    await discardNowAndAfter(sending ? [sending] : [], () =>
      call(draftsApi.discard, { params, body, keepalive: true }),
    )
  }

  return {
    key,
    /** Returns the unsent work of the form, from this device or the server; throws when neither can be read. */
    find: async (now: {
      revision: number
      began: unknown
    }): Promise<(UnsentWork & { began: unknown }) | null> => {
      revision = now.revision
      began = now.began
      await inProgress.get(name)
      const copy = deviceDrafts.read<DeviceCopy>(name)
      const query = record_id ? { record_id } : {}
      const { draft } = await call(draftsApi.show, { params, query }).catch((error: unknown) => {
        if (!copy) throw error
        return { draft: null }
      })
      const found = chooseDraft({ copy, draft, revision })
      base = found?.base ?? null
      if (!found) return null
      const { form_key, content, began: earlier } = contentOf(found.content)
      if (form_key !== null) key.take(form_key)
      // a draft without `began` was begun from the current record; if the record has changed since, null (unknown)
      if (earlier !== undefined || found.isOutdated) began = earlier ?? null
      return { ...found, content, began }
    },
    keep: (values: unknown) => {
      const content = toContent(key.current(), values, began)
      if (isClosed || content === latest) return
      latest = content
      isSent = false
      clearTimeout(pause)
      pause = setTimeout(keepHere, PAUSE_MS)
      sendIn(SEND_EVERY_MS)
    },
    forget,
    /** The person has seen the current record: the draft counts as begun from it. */
    beganFrom: (record: unknown) => {
      began = record
    },
    /**
     * Stores the draft on this device only, while the form is saved: no draft may reach the server after the save.
     * Resolves when a draft being sent has arrived, or after a short wait; the returned function resumes sending.
     */
    hold: async (): Promise<() => void> => {
      isHeld = true
      await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, SEND_WAIT_MS))])
      return () => {
        isHeld = false
        if (!isSent) sendIn(SEND_EVERY_MS)
      }
    },
    /** Sends the rest when the page closes or is hidden, when the browser is online again, and when the watch ends. */
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
      openForms.add(forgetHere)
      return () => {
        openForms.delete(forgetHere)
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
