import { useEffect, useRef, useState } from 'react'
import type { FileKind, UploadedFile } from '../../shared/files/files.schema.ts'
import { uploadsApi } from '../../shared/files/uploads.schema.ts'
import { plural } from '../../shared/lib/format.ts'
import { useActor } from '../lib/useActor.ts'
import { ApiError, call, firstFieldErrors } from '../lib/call.ts'
import { keepThumbnail } from '../lib/thumbnails.ts'
import { reportUploadProgress } from '../lib/useInactivity.ts'
import {
  forgetUpload,
  storeAddress,
  type StoredUpload,
  storeUpload,
  storedUploads,
} from './stored-uploads.ts'
import { abandonUpload, loadTus, type Progress, sendFile, uploadIdIn } from './send-file.ts'
import { isUnderway, NOTHING_SENT, startWords, totalOf, type Transfer } from './transfers.ts'
import { useAnnouncements } from './useAnnouncements.ts'
import { usePaces } from './usePaces.ts'

/** files that are sent at once; the others wait, so that a slow connection finishes some instead of none */
const MAX_CONCURRENT = 3
const SERVER_FAULT = 500
/** how long the page before a reload may take to release its locks */
const HANDOVER_MS = 3_000
/** what is said of it replaces what was said before */
const CONNECTION = 'connection'

type UploadsOptions = {
  /** names the form, so that its next visit continues the unfinished uploads */
  form: string
  onDone: (place: string, file: UploadedFile) => void
  /** returns the sentence for a failure that the server did not explain */
  failed: (name: string) => string
}

const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401
const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Returns the server's sentence about a file it refuses, else that the upload failed (FILES-11, FILES-15). */
function sentenceOf(error: unknown, failed: string): string {
  if (!(error instanceof ApiError) || error.why === null) return failed
  if (error.status >= SERVER_FAULT && error.why !== 'no_room') return failed
  return firstFieldErrors(error).file ?? error.message
}

/** An upload before anything of it is sent; a file that this device has lost must be chosen again. */
const begin = (stored: StoredUpload): Transfer => ({
  ...NOTHING_SENT,
  stored,
  state: stored.file ? 'queued' : 'missing',
})

/** Runs `work` under a lock, so that two tabs do not send the same file; null when another tab has the lock. */
async function withUploadLock<Result>(id: string, work: () => Promise<Result>): Promise<Result | null> {
  // browsers without locks are old, and two tabs of one are rare
  if (!navigator.locks) return work()
  const signal = AbortSignal.timeout(HANDOVER_MS)
  const turn = { got: false }
  try {
    return await navigator.locks.request(`upload ${id}`, { signal }, () => {
      turn.got = true
      return work()
    })
  } catch (error) {
    if (turn.got) throw error
    return null
  }
}

/**
 * The uploads of a form: a few at a time, continued after lost connections and reloads. `said` is for screen readers:
 * what began, waits, ended or failed, and no percentages. An upload that is unfinished when the page closes continues
 * at the next visit.
 */
export function useUploads({ form, onDone, failed }: UploadsOptions) {
  const actor_id = useActor().id
  const [transfers, setTransfers] = useState<Transfer[]>([])
  const { said, say } = useAnnouncements()
  const running = useRef(new Map<string, AbortController>())
  // an effect may still see a file that has just been uploaded; an upload starts only once
  const started = useRef(new Set<string>())
  const latest = useRef({ onDone, failed, transfers })
  useEffect(() => {
    latest.current = { onDone, failed, transfers }
  })
  // of several uploads that lose the connection together, only the first says so
  const paused = useRef(new Set<string>())

  const change = (id: string, part: Partial<Transfer> | ((before: Transfer) => Partial<Transfer>)) =>
    setTransfers((all) =>
      all.map((one) =>
        one.stored.id === id ? { ...one, ...(typeof part === 'function' ? part(one) : part) } : one,
      ),
    )
  const find = (id: string) => transfers.find(({ stored }) => stored.id === id)
  const isMoving = transfers.some(isUnderway)
  const paces = usePaces(isMoving, (id, { sent, pace }) =>
    change(id, ({ stored }) => ({ share: sent / stored.size, pace })),
  )
  const end = (id: string) => {
    running.current.delete(id)
    paused.current.delete(id)
    paces.end(id)
  }
  const remove = (id: string) => setTransfers((all) => all.filter((one) => one.stored.id !== id))
  const drop = (stored: StoredUpload) => {
    remove(stored.id)
    void forgetUpload(stored.id)
    if (stored.address) void abandonUpload(stored.address)
  }

  /** Shows how much of a file that must be chosen again is already on the server. */
  const tellArrived = async ({ id, address }: StoredUpload) => {
    if (!address) return
    const { data } = await call(uploadsApi.show, { params: { upload: uploadIdIn(address) } })
    change(id, { share: data.received / data.size })
  }

  // loads the library with the first field that is used, so that it is there when the connection is lost
  useEffect(() => {
    const load = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches('input, select, textarea, button'))
        loadTus().catch(() => undefined)
    }
    document.addEventListener('focusin', load)
    return () => document.removeEventListener('focusin', load)
  }, [])

  useEffect(() => {
    let left = false
    void storedUploads(actor_id, form, Date.now()).then((found) => {
      if (left || found.length === 0) return
      setTransfers((all) => [
        ...found.filter(({ id }) => !all.some(({ stored }) => stored.id === id)).map(begin),
        ...all,
      ])
      const names = found.flatMap(({ file, name }) => (file ? [name] : []))
      if (names.length > 0) say(startWords(names))
      for (const stored of found) if (!stored.file) tellArrived(stored).catch(() => undefined)
    })
    return () => {
      left = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- read once per form
  }, [actor_id, form])

  useEffect(() => {
    const send = async ({ stored }: Transfer) => {
      const { id, kind, name, place, file } = stored
      if (!file) return
      const controller = new AbortController()
      running.current.set(id, controller)
      started.current.add(id)
      change(id, { state: 'running' })
      let stage: Progress['stage'] = 'moving'
      const onProgress = (progress: Progress) => {
        const before = stage
        stage = progress.stage
        if (stage === 'moving') {
          reportUploadProgress()
          paces.report(id, progress.share * stored.size)
          if (before === 'moving') return
        } else paces.end(id, stage === 'waiting')
        if (stage === 'waiting' && before !== 'waiting') {
          if (paused.current.size === 0)
            say(progress.reason ?? `${name} is waiting for the connection.`, CONNECTION)
          paused.current.add(id)
        }
        if (stage === 'moving' && paused.current.delete(id) && paused.current.size === 0)
          say(`The connection is back, ${name} continues.`, CONNECTION)
        change(id, { ...progress, pace: null })
      }
      let { address } = stored
      const onAddress = (url: string) => {
        address = url
        change(id, { stored: { ...stored, address } })
        void storeAddress(stored, url)
      }
      const { signal } = controller
      try {
        const uploaded = await withUploadLock(id, () =>
          sendFile({ kind, file, address, signal, onAddress, onProgress }),
        )
        end(id)
        remove(id)
        // another tab is sending it
        if (!uploaded) return
        if (kind === 'image') keepThumbnail(uploaded.id, file)
        latest.current.onDone(place, uploaded)
        const left = latest.current.transfers.filter((one) => isUnderway(one) && one.stored.id !== id).length
        say(`${name} is uploaded.${left > 0 ? ` ${plural(left, 'file')} left.` : ''}`, id)
        await forgetUpload(id)
      } catch (error) {
        end(id)
        // signed out: the upload continues after the next log in
        if (isCancelled(error) || isSignedOut(error)) return
        change(id, { state: 'queued', error: sentenceOf(error, latest.current.failed(name)) })
        say(`${name} was not uploaded.`, id)
        // a refused file is not retried automatically
        await forgetUpload(id)
      }
    }
    const free = MAX_CONCURRENT - running.current.size
    const ready = transfers.filter(
      ({ stored, state, error }) => state === 'queued' && error === null && !started.current.has(stored.id),
    )
    for (const transfer of ready.slice(0, Math.max(0, free))) void send(transfer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- any version of the functions it uses does the same
  }, [transfers])

  useEffect(() => {
    const moving = running.current
    return () => {
      for (const controller of moving.values()) controller.abort()
    }
  }, [])

  return {
    transfers,
    said,
    isMoving,
    total: totalOf(transfers, paces.pace),
    start: (place: string, files: { kind: FileKind; file: File }[]) => {
      const begun_at = Date.now()
      const added = files.map(({ kind, file }, index) => ({
        id: crypto.randomUUID(),
        actor_id,
        form,
        place,
        kind,
        file,
        name: file.name,
        size: file.size,
        last_modified: file.lastModified,
        begun_at: begun_at + index,
        address: null,
      }))
      for (const stored of added) void storeUpload(stored)
      if (added.length > 0) say(startWords(added.map(({ name }) => name)))
      setTransfers((all) => [...all, ...added.map(begin)])
    },
    retry: (id: string) => {
      const stored = find(id)?.stored
      started.current.delete(id)
      if (stored) {
        void storeUpload(stored)
        say(startWords([stored.name]))
      }
      change(id, { ...NOTHING_SENT, state: 'queued' })
    },
    /** Continues with a file that was lost in a reload; returns false when a different file was chosen. */
    choose: (id: string, file: File): boolean => {
      const stored = find(id)?.stored
      const isSame =
        stored?.name === file.name && stored.size === file.size && stored.last_modified === file.lastModified
      if (isSame) {
        change(id, { ...NOTHING_SENT, state: 'queued', stored: { ...stored, file } })
        say(startWords([file.name]))
      }
      return isSame
    },
    /** Stops a running upload, or removes one that failed or waits. */
    cancel: (id: string) => {
      running.current.get(id)?.abort()
      end(id)
      started.current.add(id)
      const transfer = find(id)
      if (transfer && isUnderway(transfer)) say(`The upload of ${transfer.stored.name} is cancelled.`, id)
      if (transfer) drop(transfer.stored)
    },
  }
}

export type Uploads = ReturnType<typeof useUploads>
