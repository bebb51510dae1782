import { useEffect, useRef, useState } from 'react'
import type { FileKind, UploadedFile } from '../../shared/files/files.schema.ts'
import { uploadsApi } from '../../shared/files/uploads.schema.ts'
import { useActor } from '../lib/useActor.ts'
import { ApiError, call, firstFieldErrors } from '../lib/call.ts'
import { reportUploadProgress } from '../lib/useInactivity.ts'
import {
  forgetUpload,
  storeAddress,
  type StoredUpload,
  storeUpload,
  storedUploads,
} from './stored-uploads.ts'
import { abandonUpload, loadTus, type Progress, sendFile, uploadIdIn } from './send-file.ts'

/** so many files move at once; the others wait their turn, so that a slow line finishes some instead of none */
const MAX_CONCURRENT = 3
const SERVER_FAULT = 500
/** how long the page before a reload may take to let go of its uploads */
const HANDOVER_MS = 3_000

export type Transfer = Progress & {
  kept: StoredUpload
  /** waits its turn, moves, or needs the same file once more */
  state: 'queued' | 'running' | 'missing'
  /** why it was refused; null otherwise */
  error: string | null
}

type UploadsOptions = {
  /** names the form, so that the next visit to it goes on with what did not end */
  form: string
  /** a file has arrived */
  onDone: (place: string, file: UploadedFile) => void
  /** what is said of a failure for which the server has no words */
  failed: (name: string) => string
}

const waiting = { share: 0, stage: 'moving', error: null } as const
const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401
const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** The server's own sentence about a file it refuses, else that the upload failed (FILES-11, FILES-15). */
function sentenceOf(error: unknown, failed: string): string {
  if (!(error instanceof ApiError) || error.why === null) return failed
  if (error.status >= SERVER_FAULT && error.why !== 'no_room') return failed
  return firstFieldErrors(error).file ?? error.message
}

/** Two tabs on the same form must not both send a file; null when another one does. */
async function withUploadLock<Result>(id: string, work: () => Promise<Result>): Promise<Result | null> {
  // a browser without locks is old, and two tabs of it are rare
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
 * Files on their way to the server, each to a place in a form: a few at a time, over lost lines and reloads. `said` is
 * what a screen reader should hear. What still moves when the page closes goes on at the next visit.
 */
export function useUploads({ form, onDone, failed }: UploadsOptions) {
  const actor_id = useActor().id
  const [transfers, setTransfers] = useState<Transfer[]>([])
  const [said, say] = useState('')
  const running = useRef(new Map<string, AbortController>())
  // an effect may still see a file that has just arrived; what was started once is not started again
  const started = useRef(new Set<string>())
  const latest = useRef({ onDone, failed })
  useEffect(() => {
    latest.current = { onDone, failed }
  })

  const change = (id: string, part: Partial<Transfer>) =>
    setTransfers((all) => all.map((one) => (one.kept.id === id ? { ...one, ...part } : one)))
  const remove = (id: string) => setTransfers((all) => all.filter((one) => one.kept.id !== id))
  const drop = (kept: StoredUpload) => {
    remove(kept.id)
    void forgetUpload(kept.id)
    if (kept.address) void abandonUpload(kept.address)
  }

  /** How much of a file that must be chosen again is on the server. */
  const tellArrived = async ({ id, address }: StoredUpload) => {
    if (!address) return
    const { data } = await call(uploadsApi.show, { params: { upload: uploadIdIn(address) } })
    change(id, { share: data.received / data.size })
  }

  useEffect(() => {
    let left = false
    // so that it is there when the line is not
    loadTus().catch(() => undefined)
    void storedUploads(actor_id, form, Date.now()).then((found) => {
      if (left || found.length === 0) return
      const state = (kept: StoredUpload) => (kept.file ? 'queued' : 'missing')
      setTransfers((all) => [
        ...found
          .filter(({ id }) => !all.some((one) => one.kept.id === id))
          .map((kept) => ({ ...waiting, kept, state: state(kept) }) as const),
        ...all,
      ])
      for (const kept of found) if (!kept.file) tellArrived(kept).catch(() => undefined)
    })
    return () => {
      left = true
    }
  }, [actor_id, form])

  useEffect(() => {
    const send = async ({ kept }: Transfer) => {
      const { id, kind, name, place, file } = kept
      if (!file) return
      const controller = new AbortController()
      running.current.set(id, controller)
      started.current.add(id)
      change(id, { state: 'running' })
      let stage: Progress['stage'] = 'moving'
      say(`Uploading ${name}.`)
      const onProgress = (progress: Progress) => {
        if (progress.stage === 'waiting' && stage !== 'waiting')
          say(progress.reason ?? `${name} is waiting for the connection.`)
        if (progress.stage === 'moving' && stage === 'waiting')
          say(`The connection is back, ${name} continues.`)
        stage = progress.stage
        if (stage === 'moving') reportUploadProgress()
        change(id, progress)
      }
      let { address } = kept
      const onAddress = (url: string) => {
        address = url
        change(id, { kept: { ...kept, address } })
        void storeAddress(kept, url)
      }
      const { signal } = controller
      try {
        const stored = await withUploadLock(id, () =>
          sendFile({ kind, file, address, signal, onAddress, onProgress }),
        )
        running.current.delete(id)
        remove(id)
        // another tab has it
        if (!stored) return
        latest.current.onDone(place, stored)
        say(`${name} is uploaded.`)
        await forgetUpload(id)
      } catch (error) {
        running.current.delete(id)
        // a person who must log in again comes back to it
        if (isCancelled(error) || isSignedOut(error)) return
        change(id, { state: 'queued', error: sentenceOf(error, latest.current.failed(name)) })
        // what was refused is not tried again by itself
        await forgetUpload(id)
      }
    }
    const free = MAX_CONCURRENT - running.current.size
    const ready = transfers.filter(
      ({ kept, state, error }) => state === 'queued' && error === null && !started.current.has(kept.id),
    )
    for (const transfer of ready.slice(0, Math.max(0, free))) void send(transfer)
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
    isMoving: transfers.some(({ state, error }) => state !== 'missing' && error === null),
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
      for (const kept of added) void storeUpload(kept)
      setTransfers((all) => [
        ...all,
        ...added.map((kept) => ({ ...waiting, kept, state: 'queued' }) as const),
      ])
    },
    /** Sends a file that failed again. */
    retry: (id: string) => {
      const kept = transfers.find((one) => one.kept.id === id)?.kept
      started.current.delete(id)
      if (kept) void storeUpload(kept)
      change(id, { ...waiting, state: 'queued' })
    },
    /** Goes on with the file a reload has lost; false when it is another one. */
    choose: (id: string, file: File): boolean => {
      const kept = transfers.find((one) => one.kept.id === id)?.kept
      const isSame =
        kept?.name === file.name && kept.size === file.size && kept.last_modified === file.lastModified
      if (isSame) change(id, { ...waiting, state: 'queued', kept: { ...kept, file } })
      return isSame
    },
    /** Stops a file that moves, forgets one that failed or waits. */
    cancel: (id: string) => {
      running.current.get(id)?.abort()
      running.current.delete(id)
      started.current.add(id)
      const kept = transfers.find((one) => one.kept.id === id)?.kept
      if (kept) drop(kept)
    },
  }
}

export type Uploads = ReturnType<typeof useUploads>
