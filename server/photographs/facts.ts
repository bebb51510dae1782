import readExif from 'exif-reader'
import { lineForm } from '../../shared/lib/text-form.ts'

/** What a photograph says of itself; dates as its camera wrote them, without a time zone. */
export type ReadFacts = {
  longitude: number | null
  latitude: number | null
  taken_at: string | null
  written_at: string | null
  /** of the satellites, UTC */
  gps_at: string | null
  camera: string | null
  /** why nothing could be read */
  fault: string | null
}

export const NO_FACTS: ReadFacts = {
  longitude: null,
  latitude: null,
  taken_at: null,
  written_at: null,
  gps_at: null,
  camera: null,
  fault: null,
}

/** a JPEG cannot hold a longer block; one of a PNG could */
const MAX_BYTES = 65_536
const CAMERA_LENGTH = 100
/** cameras whose clock was never set write 0000 or 1980 */
const FIRST_YEAR = 1990
const LAST_YEAR = 2100
/** degrees to about a centimetre */
const PLACES = 1e7

/**
 * Reads the facts of a photograph from its block of Exif data. Only place, dates, make and model are taken: no serial
 * number, no name of an owner. What cannot be right is left out, nothing is guessed. The library does not bound its own
 * work: call this in a process with limits.
 */
export function factsOf(block: Uint8Array | undefined): ReadFacts {
  if (!block) return NO_FACTS
  if (block.length > MAX_BYTES) return { ...NO_FACTS, fault: 'Its Exif data is larger than 64 KB.' }
  const bytes = Buffer.from(block)
  try {
    const { Image, Photo, GPSInfo } = readExif(bytes)
    return {
      ...placeOf(GPSInfo ?? {}),
      taken_at: dayAndTime(Photo?.DateTimeOriginal ?? Image?.DateTimeOriginal, bytes),
      written_at: dayAndTime(Photo?.DateTimeDigitized ?? Image?.DateTime, bytes),
      gps_at: satelliteTime(GPSInfo ?? {}),
      camera: cameraOf(Image?.Make, Image?.Model),
      fault: null,
    }
  } catch {
    return { ...NO_FACTS, fault: 'Its Exif data is damaged.' }
  }
}

type Tags = Readonly<Record<string, unknown>>

/** Degrees north or east; both 0 is what a receiver without a position writes. */
function placeOf(tags: Tags): Pick<ReadFacts, 'longitude' | 'latitude'> {
  const latitude = degrees(tags.GPSLatitude, tags.GPSLatitudeRef, { positive: 'N', negative: 'S', most: 90 })
  const longitude = degrees(tags.GPSLongitude, tags.GPSLongitudeRef, {
    positive: 'E',
    negative: 'W',
    most: 180,
  })
  const isPlace = latitude !== null && longitude !== null && (latitude !== 0 || longitude !== 0)
  return isPlace ? { longitude, latitude } : { longitude: null, latitude: null }
}

type Hemispheres = { positive: string; negative: string; most: number }

/** Degrees from degrees, minutes and seconds; without its hemisphere a number says nothing. */
function degrees(value: unknown, hemisphere: unknown, { positive, negative, most }: Hemispheres) {
  const [whole, minutes, seconds] = threeNumbers(value)
  const sum = whole + minutes / 60 + seconds / 3600
  if (!(minutes <= 60 && seconds <= 60 && sum <= most)) return null
  const letter = typeof hemisphere === 'string' ? hemisphere.slice(0, 1).toUpperCase() : ''
  const rounded = Math.round(sum * PLACES) / PLACES
  if (letter === positive) return rounded
  return letter === negative ? 0 - rounded : null
}

/** Three numbers that are not negative; of anything else none is a number. A part of nought is not a number. */
const threeNumbers = (value: unknown): [number, number, number] => {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  const numbers = list.filter((one): one is number => typeof one === 'number' && one >= 0)
  const [first = Number.NaN, second = Number.NaN, third = Number.NaN] = numbers
  return list.length === 3 ? [first, second, third] : [Number.NaN, Number.NaN, Number.NaN]
}

const isYear = (year: number): boolean => year >= FIRST_YEAR && year <= LAST_YEAR

/**
 * The library makes a day of any numbers, the 31st of February too: one that is not written so in the block is none.
 */
function dayAndTime(value: unknown, block: Buffer): string | null {
  if (!(value instanceof Date) || !isYear(value.getUTCFullYear())) return null
  const text = value.toISOString().slice(0, 19)
  return block.includes(text.replaceAll('-', ':').replace('T', ' '), 0, 'latin1') ? text : null
}

const DAY = /^(\d{4}):(\d\d):(\d\d)$/

function satelliteTime({ GPSDateStamp: day, GPSTimeStamp: time }: Tags): string | null {
  const [, year, month, date] = (typeof day === 'string' && DAY.exec(day)) || []
  const [hours, minutes, seconds] = threeNumbers(time)
  if (!year || !isYear(Number(year)) || !(hours < 24 && minutes < 60 && seconds <= 60)) return null
  const midnight = new Date(`${year}-${month}-${date}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime()) || midnight.getUTCDate() !== Number(date)) return null
  const at = midnight.getTime() + ((hours * 60 + minutes) * 60 + Math.trunc(seconds)) * 1000
  return new Date(at).toISOString()
}

/** "Canon EOS 5D": the maker is left out where the model names it already. */
function cameraOf(make: unknown, model: unknown): string | null {
  const [maker, name] = [make, model].map((text) => (typeof text === 'string' ? lineForm(text) : ''))
  const isNamed = name?.toLowerCase().startsWith(maker?.toLowerCase() ?? '')
  const camera = [isNamed ? '' : maker, name].filter(Boolean).join(' ')
  return camera ? camera.slice(0, CAMERA_LENGTH).trim() : null
}
