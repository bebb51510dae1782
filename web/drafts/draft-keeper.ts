import { type DraftContent, readContent } from '../../shared/drafts/draft-content.ts'
import { hasUnsent, NEW_WINDOW, nextSave, withStored } from '../../shared/drafts/draft-window.ts'
import { type DraftValues, isSameValue } from '../../shared/drafts/merge.ts'
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
import { type DeviceCopy, restoreWindow } from './restore-window.ts'

/** when typed work is stored on the device, how often it is sent, and when a failed sending is retried */
const PAUSE_MS = 300
const SEND_EVERY_MS = 3_000
const RETRY_MS = 10_000
/** how long a final save waits for a draft that is being sent */
const SEND_WAIT_MS = 2_000
const SERVER_FAULT = 500
/** the most that a browser still sends after the page is closed */
const KEEPALIVE_MAX_LENGTH = 20_000

/** Where the draft is stored: on the server, or so far only on this device. */
export type DraftLocation = {
  where: 'server' | 'device'
  at: string
  /** what the person should know about it, in sentences */
  says: string[]
} | null

/** Drafts that are being sent; the next form of the same record waits for them. */
const inProgress = new Map<string, Promise<unknown>>()
/** The forms that are open in this tab. */
const openForms = new Set<{ forget: () => void; flush: () => Promise<void> }>()
/** Says to the other tabs of this browser which form has been saved; absent in old browsers. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('drafts')

/** Unsent work that a form starts with. */
export type UnsentWork = {
  values: DraftValues
  saved_at: string
  /** the record was changed after the draft was begun */
  isOutdated: boolean
  /** the record when the work was begun; null when unknown */
  began: DraftValues | null
}

export type DraftPlace = { actor_id: number; form: DraftForm; record_id: number }

const nameOf = ({ actor_id, form, record_id }: DraftPlace) => `${form}:${actor_id}:${record_id}`

/** The copies of a form on this device, by name: one for each of its windows that has something unsent. */
const copiesOf = (place: DraftPlace): [string, DeviceCopy][] =>
  deviceDrafts.names().flatMap((name): [string, DeviceCopy][] => {
    const copy = name.startsWith(`${nameOf(place)}:`) ? deviceDrafts.read<DeviceCopy>(name) : null
    return copy ? [[name, copy]] : []
  })

/** Returns the unsent work in each form of a record, from this device and the server, for lists of it. */
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
    const copies = copiesOf({ actor_id, form, record_id }).map(([, copy]) => copy)
    const draft = drafts.find((one) => one.form === form)
    const { typed } = restoreWindow(copies, draft && readContent(draft.content), null)
    if (typed) found[form] = JSON.stringify(typed)
  }
  return found
}

/** Sends what is typed in the open forms, so that it is there at the next log in; what cannot be sent stays here. */
export async function sendAllDrafts(): Promise<void> {
  await Promise.all([...openForms].map(({ flush }) => flush()))
}

/** Deletes all unsaved work of a person, on this device and on the server, as the log out dialog announces. */
export async function forgetAllDrafts(actor_id: number): Promise<void> {
  const onTheirWay = [...inProgress.values()]
  for (const { forget } of openForms) forget()
  for (const name of deviceDrafts.names())
    if (name.split(':')[1] === String(actor_id)) deviceDrafts.drop(name)
  await discardNowAndAfter(onTheirWay, () => call(draftsApi.discardAll))
}

/** Discards at once, and again after the drafts being sent have arrived: they could be written after the first. */
async function discardNowAndAfter(
  onTheirWay: Promise<unknown>[],
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

/** The text of a draft; the record that it began from is left out where there is no room for it. */
function toText(content: DraftContent): string {
  const text = JSON.stringify(content)
  return text.length <= DRAFT_MAX_LENGTH ? text : JSON.stringify({ ...content, began: null })
}

/**
 * Stores the draft of one form in one window: at once on this device, and every few seconds on the server, which merges
 * it with that of other windows. What the server has stored is deleted from the device.
 */
export function createDraftKeeper(place: DraftPlace, report: (stored: DraftLocation) => void) {
  const { form, record_id } = place
  const name = `${nameOf(place)}:${crypto.randomUUID()}`
  const params = { form }
  const of = record_id ? { record_id } : {}
  const key = createFormKey()
  const takers = new Set<(values: DraftValues) => void>()
  let state = NEW_WINDOW
  let revision = 0
  let began: DraftValues | null = null
  let isOutdated = false
  let notice: string | undefined
  let pause: ReturnType<typeof setTimeout> | undefined
  let next: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | null = null
  let isClosed = false
  let isHeld = false
  /** grows with each discard: an answer to something earlier is of no use */
  let opening = 0

  const say = (where: 'server' | 'device', at: string) => {
    const others = [...new Set([...(state.seen?.others ?? []), ...state.others])]
    const says = [
      ...(isOutdated ? ['The record was changed after you began it.'] : []),
      ...(state.isJoined ? ['You typed in two windows: both texts are in the form.'] : []),
      ...(others.length > 0 ? [`In another window you had typed: ${others.join('; ')}.`] : []),
      ...(notice ? [notice] : []),
    ]
    if (!isClosed) report({ where, at, says })
  }

  const keepHere = () => {
    clearTimeout(pause)
    const typed_at = new Date().toISOString()
    const copy: DeviceCopy = { window: state, form_key: key.current(), revision, began, typed_at }
    if (hasUnsent(state)) deviceDrafts.save(name, copy)
    else deviceDrafts.drop(name)
  }

  /** Takes in what is stored now; the form is told if its values change by it. */
  const take = (stored: DraftContent | null) => {
    const before = state.typed
    state = withStored(state, stored, began)
    if (stored) key.take(stored.form_key)
    keepHere()
    if (!isClosed && !isSameValue(before, state.typed)) for (const came of takers) came(state.typed ?? {})
  }

  const sendIn = (ms: number) => {
    next ??= setTimeout(() => void send(), ms)
  }

  /** Sends what is pending or typed; resolves with whether it was answered and more can be sent. */
  const post = async (keepalive: boolean): Promise<boolean> => {
    const asked = opening
    const sent = nextSave(state, { form_key: key.current(), began, id: crypto.randomUUID() })
    state = sent.window
    keepHere()
    const { id, content, seen } = sent.save
    const text = toText(content)
    const was = seen ? { seen: JSON.stringify(seen) } : {}
    const isShort = text.length + (was.seen?.length ?? 0) < KEEPALIVE_MAX_LENGTH
    try {
      const body = { ...of, content: text, save: id, ...was, ...(revision ? { revision } : {}) }
      const answer = await call(draftsApi.keep, { params, body, keepalive: keepalive && isShort })
      if (asked !== opening) return false
      notice = answer.notice
      state = { ...state, isJoined: state.isJoined || answer.is_joined }
      take(answer.content ? readContent(answer.content) : { ...content, saves: [id] })
      say('server', answer.updated_at)
      channel?.postMessage(nameOf(place))
      return true
    } catch (error) {
      if (asked !== opening) return false
      console.warn('The draft could not be saved on the server.', error)
      const isRefused = error instanceof ApiError && error.status < SERVER_FAULT
      notice = isRefused ? error.message : undefined
      // a rejected draft would be rejected again
      if (isRefused) state = { ...state, pending: null }
      say('device', new Date().toISOString())
      if (!isClosed && !isRefused) sendIn(RETRY_MS)
      return false
    }
  }

  const run = async (act: () => Promise<boolean>): Promise<boolean> => {
    running = act()
    inProgress.set(nameOf(place), running)
    const result = await running
    inProgress.delete(nameOf(place))
    running = null
    return result
  }

  const send = async (keepalive = false) => {
    clearTimeout(next)
    next = undefined
    keepHere()
    // without a session the draft stays on the device until the next log in
    if (isClosed || isHeld || !hasUnsent(state) || storedToken() === null) return
    if (running) return sendIn(SEND_EVERY_MS)
    const isAnswered = await run(() => post(keepalive))
    if (isAnswered && hasUnsent(state) && !isClosed) sendIn(SEND_EVERY_MS)
  }

  /** Takes over what another window has saved. */
  const look = async () => {
    if (isClosed || isHeld || running || storedToken() === null) return
    if (hasUnsent(state)) return send()
    const asked = opening
    await run(async () => {
      const reply = await call(draftsApi.show, { params, query: of }).catch(() => null)
      if (!reply || asked !== opening) return false
      const before = state.typed
      take(reply.draft && readContent(reply.draft.content))
      if (reply.draft && state.typed !== before) say('server', reply.draft.updated_at)
      return true
    })
  }

  const forgetHere = () => {
    opening += 1
    clearTimeout(pause)
    clearTimeout(next)
    next = undefined
    state = NEW_WINDOW
    isOutdated = false
    key.renew()
    deviceDrafts.drop(name)
    report(null)
  }

  /** Deletes the draft everywhere, after a save or a discard, except what another window has typed since. */
  const forget = async () => {
    const { seen, pending } = state
    forgetHere()
    const discard = (values: DraftValues) =>
      call(draftsApi.discard, {
        params,
        body: { ...of, seen: JSON.stringify(values), seen_others: JSON.stringify(seen?.others ?? []) },
        keepalive: true,
      })
    const known = [...(seen ? [seen.values] : []), ...(pending ? [pending.values] : [])]
    await discardNowAndAfter(pending && running ? [running] : [], async () => {
      for (const values of known) await discard(values)
    })
    channel?.postMessage(nameOf(place))
  }

  return {
    key,
    /** Returns the unsent work of the form, from this device and the server; throws when neither can be read. */
    find: async (now: { revision: number; began: DraftValues | null }): Promise<UnsentWork | null> => {
      revision = now.revision
      began = now.began
      await inProgress.get(nameOf(place))
      const copies = copiesOf(place)
      const [first] = copies.map(([, copy]) => copy)
      if (first) {
        began = first.began
        state = first.window
        key.take(first.form_key)
        // before anything newer: the server may have it
        if (state.pending) await post(false)
      }
      const reply = await call(draftsApi.show, { params, query: of }).catch((error: unknown) => {
        if (!first) throw error
        return undefined
      })
      const draft = reply?.draft
      const stored = draft ? readContent(draft.content) : reply && null
      notice = reply?.notice
      if (!first && stored?.began !== undefined) began = stored.began
      state = restoreWindow(
        first ? [{ ...first, window: state }, ...copies.slice(1).map(([, copy]) => copy)] : [],
        stored,
        began,
      )
      if (stored) key.take(stored.form_key)
      keepHere()
      for (const [old] of copies) deviceDrafts.drop(old)
      const saved_at = first?.typed_at ?? draft?.updated_at
      isOutdated = (first?.revision ?? draft?.revision ?? revision) !== revision
      const { typed } = state
      if (isOutdated || notice)
        say(hasUnsent(state) ? 'device' : 'server', saved_at ?? new Date().toISOString())
      if (hasUnsent(state)) sendIn(SEND_EVERY_MS)
      if (!typed || !saved_at || !(stored || hasUnsent(state))) return null
      return { values: typed, saved_at, isOutdated, began }
    },
    keep: (values: DraftValues) => {
      if (isClosed || isSameValue(values, state.typed)) return
      state = { ...state, typed: values }
      clearTimeout(pause)
      pause = setTimeout(keepHere, PAUSE_MS)
      sendIn(SEND_EVERY_MS)
    },
    /** Calls back with the values of the form when another window has changed them; returns the end of it. */
    onCame: (take: (values: DraftValues) => void): (() => void) => {
      takers.add(take)
      return () => void takers.delete(take)
    },
    forget,
    /** The person has seen the current record: the draft counts as begun from it. */
    beganFrom: (record: DraftValues) => {
      began = record
    },
    /**
     * Stores the draft on this device only, while the form is saved: no draft may reach the server after the save.
     * Resolves when a draft being sent has arrived, or after a short wait; the returned function resumes sending.
     */
    hold: async (): Promise<() => void> => {
      isHeld = true
      keepHere()
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, SEND_WAIT_MS))])
      return () => {
        isHeld = false
        if (hasUnsent(state)) sendIn(SEND_EVERY_MS)
      }
    },
    /**
     * Sends the rest when the page closes or is hidden, when the browser is online again, and when the watch ends; looks
     * for what another window has saved when the person comes back to this one.
     */
    watch: (): (() => void) => {
      isClosed = false
      const leave = () => void send(true)
      const lookAgain = () => void look()
      const turn = () => (document.visibilityState === 'hidden' ? leave() : lookAgain())
      const back = () => void send()
      const came = ({ data }: MessageEvent) => {
        if (data === nameOf(place)) lookAgain()
      }
      const ends = new AbortController()
      const { signal } = ends
      globalThis.addEventListener('pagehide', leave, { signal })
      document.addEventListener('visibilitychange', turn, { signal })
      globalThis.addEventListener('focus', lookAgain, { signal })
      globalThis.addEventListener('online', back, { signal })
      channel?.addEventListener('message', came, { signal })
      const flush = async () => {
        await running
        await send()
      }
      const open = { forget: forgetHere, flush }
      openForms.add(open)
      return () => {
        openForms.delete(open)
        ends.abort()
        leave()
        isClosed = true
        clearTimeout(next)
      }
    },
  }
}
