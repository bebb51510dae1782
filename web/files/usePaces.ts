import { useEffect, useRef, useState } from 'react'
import { createMeter, type Meter, type Pace } from './meter.ts'

/** the browser reports progress many times a second for each file; people read it once */
const DRAW_MS = 1_000

/** The bytes of one upload as last reported, and those of them that are measured. */
type Line = { sent: number; measured: number; meter: Meter }
type Drawn = { sent: number; pace: Pace }

/** Measures the uploads of a form, and draws them once a second while `isMoving`; returns the pace of all together. */
export function usePaces(isMoving: boolean, draw: (id: string, drawn: Drawn) => void) {
  const lines = useRef(new Map<string, Line>())
  const [all] = useState(createMeter)
  const [pace, setPace] = useState<Pace>(null)
  const latest = useRef(draw)
  useEffect(() => {
    latest.current = draw
  })

  useEffect(() => {
    if (!isMoving) return
    const measure = () => {
      const at = performance.now()
      let moved = 0
      for (const [id, line] of lines.current) {
        const bytes = Math.max(0, line.sent - line.measured)
        line.measured = line.sent
        line.meter.add(at, bytes)
        moved += bytes
        latest.current(id, { sent: line.sent, pace: line.meter.pace() })
      }
      if (lines.current.size > 0) all.add(at, moved)
      setPace(all.pace())
    }
    const timer = setInterval(measure, DRAW_MS)
    return () => {
      clearInterval(timer)
      all.restart()
      setPace(null)
    }
  }, [all, isMoving])

  return {
    pace,
    /** The first report is where an upload goes on, and counts as sent before. */
    report: (id: string, sent: number) => {
      const line = lines.current.get(id)
      if (line) line.sent = sent
      else lines.current.set(id, { sent, measured: sent, meter: createMeter() })
    },
    /** `isPaused`: it waits and goes on later, perhaps on another line. */
    end: (id: string, isPaused = false) => {
      lines.current.delete(id)
      if (isPaused && lines.current.size === 0) all.restart()
    },
  }
}
