import { inSentence } from './cells.ts'
import { lineForm } from '../lib/text-form.ts'

/** Normalizes a path in a zip file for comparison: line form (S-128), slashes, ignoring case. */
const plain = (path: string): string =>
  lineForm(path)
    .replace(/\\/g, '/')
    .replace(/^(\.\/)+/, '')
    .toLowerCase()

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Hidden files that operating systems add. */
export const isClutter = (path: string): boolean =>
  /(^|\/)(__macosx\/|\.ds_store$|thumbs\.db$|desktop\.ini$|\._)/i.test(path.replace(/\\/g, '/'))

/** Whether a path leads out of the folder it would be unpacked into. */
export const escapesFolder = (path: string): boolean => {
  const parts = path.replace(/\\/g, '/').split('/')
  return parts[0] === '' || /^[a-z]:$/i.test(parts[0] ?? '') || parts.includes('..') || /\p{Cc}/u.test(path)
}

/** Whether it is an archive inside an archive; a .kmz is a map, and so is a .zip, with the files of a Shapefile. */
export const isNested = (path: string): boolean => /\.(rar|7z|tar|t?gz|bz2|xz)$/i.test(path.trim())

/** Finds files by the names in rows: by the whole path, or by the file name alone where it is unique. */
export function createFileIndex() {
  /** the number of each file by its path, and by its file name */
  const whole = new Map<string, number>()
  const last = new Map<string, number>()
  /** file names that occur several times, each with one of the paths */
  const shared = new Map<string, string>()
  return {
    /** Returns false if a file with this path exists already. */
    add(path: string, file: number): boolean {
      const key = plain(path)
      if (whole.has(key)) return false
      whole.set(key, file)
      const name = baseName(key)
      if (last.has(name)) shared.set(name, path)
      else last.set(name, file)
      return true
    },
    find(name: string): { ok: true; file: number } | { ok: false; sentence: string } {
      const key = plain(name)
      const file = whole.get(key) ?? (key.includes('/') || shared.has(key) ? undefined : last.get(key))
      if (file !== undefined) return { ok: true, file }
      const example = shared.get(key)
      return {
        ok: false,
        sentence:
          example === undefined
            ? `${inSentence(name)} is not in the zip file. Please add it, or correct its name.`
            : `Several files are called ${inSentence(name)}. Please write its folder as well, as in ${example}.`,
      }
    },
  }
}
