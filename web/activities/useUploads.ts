import { useEffect, useRef, useState } from 'react'
import { movUploadFailed } from '../../shared/files/file-checks.ts'
import { fileKindOf, filesApi, type UploadedFile } from '../../shared/files/files.schema.ts'
import { ApiError, upload } from '../lib/call.ts'
import { refusalOf } from './useAction.ts'

/** so many files move at once; the others wait their turn, so that a slow line finishes some instead of none */
const AT_ONCE = 3

export type Transfer = {
  key: number
  indicator: number
  file: File
  /** share of the bytes sent, 0 to 1 */
  share: number
  /** what went wrong; null while waiting or moving */
  error: string | null
}

/** The server's own sentence about a file it refuses, else that the upload failed (FILES-15). */
const sentenceOf = (error: unknown, name: string): string =>
  error instanceof ApiError && (error.status === 413 || error.status === 422)
    ? refusalOf(error)
    : movUploadFailed(name)

const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/**
 * Files on their way to the server, per indicator: a few at a time, with progress, cancel and retry. `onDone` receives
 * each file that arrived. What still moves when the page closes is cut.
 */
export function useUploads(onDone: (indicator: number, file: UploadedFile) => void) {
  const [transfers, setTransfers] = useState<Transfer[]>([])
  const running = useRef(new Map<number, AbortController>())
  // an effect may still see a file that has just arrived; what was started once is not started again
  const started = useRef(new Set<number>())
  const nextKey = useRef(1)
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })

  const change = (key: number, part: Partial<Transfer>) =>
    setTransfers((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const remove = (key: number) => setTransfers((all) => all.filter((one) => one.key !== key))

  useEffect(() => {
    const send = async ({ key, indicator, file }: Transfer) => {
      const kind = fileKindOf(file.name)
      if (!kind) return
      const controller = new AbortController()
      running.current.set(key, controller)
      started.current.add(key)
      try {
        const onProgress = (share: number) => change(key, { share })
        const stored = await upload(filesApi[kind], file, { onProgress, signal: controller.signal })
        done.current(indicator, stored)
        running.current.delete(key)
        remove(key)
      } catch (error) {
        running.current.delete(key)
        if (isCancelled(error)) remove(key)
        else change(key, { error: sentenceOf(error, file.name) })
      }
    }
    const free = AT_ONCE - running.current.size
    const waiting = transfers.filter((one) => one.error === null && !started.current.has(one.key))
    for (const transfer of waiting.slice(0, Math.max(0, free))) void send(transfer)
  }, [transfers])

  useEffect(() => {
    const moving = running.current
    return () => {
      for (const controller of moving.values()) controller.abort()
    }
  }, [])

  return {
    transfers,
    isMoving: transfers.some((one) => one.error === null),
    start: (indicator: number, files: File[]) => {
      const added = files.map((file) => ({ key: nextKey.current++, indicator, file, share: 0, error: null }))
      setTransfers((all) => [...all, ...added])
    },
    retry: (key: number) => {
      started.current.delete(key)
      change(key, { error: null, share: 0 })
    },
    /** Stops a file that moves, forgets one that failed or waits. */
    cancel: (key: number) => {
      const controller = running.current.get(key)
      if (controller) controller.abort()
      else remove(key)
    },
  }
}

export type Uploads = ReturnType<typeof useUploads>
