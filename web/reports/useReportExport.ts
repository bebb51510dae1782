import { useEffect, useRef, useState } from 'react'
import { type ReportFilter, reportQuery } from '../../shared/reports/report-filter.ts'
import { reportsApi } from '../../shared/reports/reports.schema.ts'
import { useActor } from '../lib/useActor.ts'
import { call, type Received } from '../lib/call.ts'
import { saveReply } from '../lib/save-file.ts'

/** how often the progress is polled */
const ASK_MS = 1000

export type RunningExport = {
  rows_total: number
  rows_done: number
  received: Received | null
}
export type FinishedExport = { name: string; rows: number }

/** A random key of a running export, which only its owner knows; 32 hexadecimal digits. */
const newExportKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Runs one export at a time, with its progress; a cancel also ends the server's work. */
export function useReportExport() {
  const actor = useActor()
  const [running, setRunning] = useState<RunningExport | null>(null)
  const line = useRef<AbortController | null>(null)
  useEffect(() => () => line.current?.abort(), [])

  const ask = async (progress_key: string, signal: AbortSignal) => {
    const { rows_done } = await call(reportsApi.progress, { params: { key: progress_key }, signal })
    setRunning((now) => now && { ...now, rows_done })
  }

  /** Returns the saved file, or null if the person cancelled. */
  const start = async (filter: ReportFilter, rows: number): Promise<FinishedExport | null> => {
    const abort = new AbortController()
    const progress_key = newExportKey()
    line.current = abort
    setRunning({ rows_total: rows, rows_done: 0, received: null })
    // a failed poll is ignored: the export may not have started yet, or may have ended
    const asking = setInterval(() => void ask(progress_key, abort.signal).catch(() => undefined), ASK_MS)
    try {
      const query = { ...reportQuery(actor, filter), downloadAs: filter.downloadAs, progress_key }
      const name = await saveReply(reportsApi.export, { query, signal: abort.signal }, (received) =>
        setRunning((now) => now && { ...now, received }),
      )
      return { name, rows }
    } catch (error) {
      if (abort.signal.aborted) return null
      throw error
    } finally {
      clearInterval(asking)
      setRunning(null)
      line.current = null
    }
  }

  return { running, start, cancel: () => line.current?.abort() }
}
