import { expect, test } from 'vitest'
import { formatBytesOf, formatRate } from '../lib/bytes.ts'
import { movingWords, timeLeft } from './transfer-words.ts'

const KB = 1024
const MB = 1024 * KB

test('what has moved, how fast, and how long the rest takes', () => {
  expect(movingWords({ sent: 12.4 * MB, size: 40.2 * MB, pace: 96 * KB })).toBe(
    '12.4 of 40.2 MB · 96 KB/s · about 5 minutes left',
  )
})

test('no rate and no time before there is one, and no time that is not true', () => {
  expect(movingWords({ sent: 0, size: 40.2 * MB, pace: null })).toBe('0.0 of 40.2 MB')
  expect(movingWords({ sent: 10 * MB, size: 40 * MB, pace: 'stalled' })).toBe(
    'Waiting for the connection, 25 % sent',
  )
})

test('time left is rounder the longer it is', () => {
  const words = (seconds: number) => timeLeft(seconds)
  expect([59, 60, 89, 90, 14 * 60].map(words)).toEqual([
    'less than a minute left',
    'about 1 minute left',
    'about 1 minute left',
    'about 2 minutes left',
    'about 14 minutes left',
  ])
  expect([17 * 60, 18 * 60, 59 * 60, 60 * 60, 84 * 60, 120 * 60, 700 * 60].map(words)).toEqual([
    'about 15 minutes left',
    'about 20 minutes left',
    'about 1 hour left',
    'about 1 hour left',
    'about 1 hour 20 minutes left',
    'about 2 hours left',
    'more than 10 hours left',
  ])
})

test('sizes and rates have the unit that fits them', () => {
  expect(formatBytesOf(100, 512)).toBe('100 of 512 bytes')
  expect(formatBytesOf(512 * KB, 4 * MB)).toBe('0.5 of 4.0 MB')
  expect([100, 96.4 * KB, 1.4 * MB].map(formatRate)).toEqual(['less than 1 KB/s', '96 KB/s', '1.4 MB/s'])
})
