import { plural } from '../../shared/lib/format.ts'
import { formatBytesOf, formatRate } from '../lib/bytes.ts'
import type { Pace } from './meter.ts'

const MINUTE = 60
const HOUR = 3_600

/** "less than a minute left", "about 5 minutes left", "about 1 hour 20 minutes left"; the longer, the rounder. */
export function timeLeft(seconds: number): string {
  if (seconds < MINUTE) return 'less than a minute left'
  const step = seconds < 15 * MINUTE ? 1 : seconds < HOUR ? 5 : 10
  const minutes = Math.round(seconds / MINUTE / step) * step
  if (minutes < 60) return `about ${plural(minutes, 'minute')} left`
  const hours = Math.floor(minutes / 60)
  if (hours >= 10) return 'more than 10 hours left'
  const rest = minutes % 60
  return `about ${plural(hours, 'hour')}${rest > 0 ? ` ${rest} minutes` : ''} left`
}

export const waitingWords = (share: number): string =>
  `Waiting for the connection, ${Math.floor(share * 100)} % sent`

/** "12.4 of 40.2 MB · 96 KB/s · about 5 minutes left"; no rate and no time before there is one. */
export function movingWords({ sent, size, pace }: { sent: number; size: number; pace: Pace }): string {
  if (pace === 'stalled') return waitingWords(sent / size)
  const moved = formatBytesOf(Math.round(sent), size)
  return pace === null ? moved : `${moved} · ${formatRate(pace)} · ${timeLeft((size - sent) / pace)}`
}
