import {
  AGREEMENT_MAX_BYTES,
  extensionOf,
  FILE_KINDS,
  FILE_NAME_MAX,
  type FileKind,
  GENERIC_MAX_FILES,
  IMPORT_MAX_ARCHIVES,
  isMap,
  MAP_EXTENSIONS,
  MEGABYTE,
  MOV_EXTENSIONS,
  MOV_MAX_BYTES,
  MOV_MAX_FILES_PER_INDICATOR,
} from './files.schema.ts'
import { lineForm } from '../lib/text-form.ts'

/** What the checks need of a chosen file; `type` is the browser's media type. */
export type ChosenFile = { name: string; size: number; type?: string }

/** One sentence about an invalid file, in the words of its screen; null if the file is valid. */
export type Complaint = string | null

export const NO_FILE_SELECTED = 'No file selected.'
export const TOO_MANY_ARCHIVES = `An import takes at most ${IMPORT_MAX_ARCHIVES} zip files.`
const TOO_MANY_FILES = `You can only upload up to ${GENERIC_MAX_FILES} files.`
export const NO_PREVIEW = 'Preview not available for this file type.'
export const FILE_NOT_FOUND = 'This file was not found. Please upload it again.'
export const FILE_ALREADY_ATTACHED = 'This file is already attached to another record.'
/** shown when a map is saved whose question was answered differently since its boundary was drawn */
export const ANSWERED_MEANWHILE =
  'Another answer was given for this map after its boundary was drawn. Please look at the boundary again.'
/** shown when a quarantined file is to be attached */
export const notVirusFree = (name: string): string => `File ${name} did not pass the virus check.`
/** shown when the upload of an agreement or a location map fails (FILES-11) */
export const PROFILE_UPLOAD_FAILED = 'An error occurred while uploading the pdf/kml file.'
/** shown when the upload of evidence fails (FILES-15) */
export const movUploadFailed = (name: string): string => `An error occurred while uploading the ${name} file.`

/** The limit for uploads that are neither agreement, map nor evidence (C-09). */
const GENERIC_MAX_BYTES = 25 * MEGABYTE

const typeMessage = (extensions: readonly string[]): string => {
  const names = extensions.join(', ')
  const endings = extensions.map((extension) => `.${extension}`).join(', ')
  return `Only ${names} files are allowed. Please upload a valid ${endings} file.`
}
const limitMessage = (max_mb: number): string => `File size exceeds the maximum limit of ${max_mb}MB.`
const movTypeMessage = (name: string): string =>
  `File ${name} is not allowed. Only pdf, csv, png, and jpeg files are allowed. Please upload a valid file`
const movSizeMessage = (name: string): string => `File ${name} size exceeds the maximum limit of 40MB.`

const INVALID_SHP = 'Please upload a valid SHP file.'
const GENERIC_TOO_LARGE = 'File size exceeds 25MB. Please upload a smaller file.'

/** The media type must be application/pdf (FILES-01). */
export function pdfComplaint(file: ChosenFile | null | undefined): Complaint {
  if (!file) return NO_FILE_SELECTED
  return file.type === 'application/pdf' ? null : 'Please upload a valid PDF file.'
}

/** The name must end in .shp (FILES-02). */
export function shpComplaint(file: ChosenFile | null | undefined): Complaint {
  if (!file) return NO_FILE_SELECTED
  return extensionOf(file.name) === 'shp' ? null : INVALID_SHP
}

/** The name must end in .kml (FILES-03). */
export function kmlComplaint(file: ChosenFile | null | undefined): Complaint {
  if (!file) return NO_FILE_SELECTED
  return extensionOf(file.name) === 'kml' ? null : 'Please upload a valid KML file.'
}

/** The kinds that the generic control can be limited to; agreement, map and evidence have their own checks (C-09). */
const GENERIC_KINDS = { pdf: pdfComplaint, shp: shpComplaint, kml: kmlComplaint }
export type GenericKind = keyof typeof GENERIC_KINDS

/** At most 25 MB; a file of exactly that size is valid (FILES-05). */
export const genericSizeComplaint = (file: ChosenFile): Complaint =>
  file.size > GENERIC_MAX_BYTES ? GENERIC_TOO_LARGE : null

const ALTERNATIVE_EXTENSIONS = ['pdf', 'csv', 'png', 'jpeg', 'jpg', 'shp'] as const

/** The alternative check: one of these extensions, at most `max_mb` megabytes (FILES-06). */
export function alternativeComplaint(
  file: ChosenFile | null | undefined,
  extensions: readonly string[] = ALTERNATIVE_EXTENSIONS,
  max_mb = 40,
): Complaint {
  if (!file) return NO_FILE_SELECTED
  if (!extensions.includes(extensionOf(file.name))) return typeMessage(extensions)
  return file.size > max_mb * MEGABYTE ? limitMessage(max_mb) : null
}

/**
 * The agreement of a profile: .pdf, at most 50 MB (FILES-09), and of type PDF for the browser (FILES-01). If the
 * browser gives no type, the server decides by reading the file.
 */
export const agreementComplaint = (file: ChosenFile | null | undefined): Complaint =>
  alternativeComplaint(file, ['pdf'], AGREEMENT_MAX_BYTES / MEGABYTE) ??
  (file?.type ? pdfComplaint(file) : null)

/**
 * The location map of a profile: kml (FILES-10), or kmz, its zipped form (S-116), or a boundary in another format
 * (decision 32), at most 50 MB.
 */
export const locationMapComplaint = (file: ChosenFile | null | undefined): Complaint =>
  alternativeComplaint(file, MAP_EXTENSIONS, AGREEMENT_MAX_BYTES / MEGABYTE)

/**
 * Evidence: pdf, csv, png, jpeg or jpg, at most 40 MB, with a name that no other file of the indicator has, ignoring
 * case; `others` are the saved files and those being added (FILES-12 to FILES-14, C-12).
 */
export function movComplaint(file: ChosenFile, others: readonly string[] = []): Complaint {
  if (!(MOV_EXTENSIONS as readonly string[]).includes(extensionOf(file.name)))
    return movTypeMessage(file.name)
  if (file.size > MOV_MAX_BYTES) return movSizeMessage(file.name)
  const taken = others.some((other) => other.toLowerCase() === file.name.toLowerCase())
  return taken ? `File ${file.name} already exists. Please upload a file with a different name.` : null
}

/** A name that none of the others has, ignoring case: "image.jpg" becomes "image (2).jpg". */
export function freeName(name: string, others: readonly string[]): string {
  const taken = new Set(others.map((other) => other.toLowerCase()))
  const dot = name.lastIndexOf('.')
  const stem = (dot > 0 ? name.slice(0, dot) : name).replace(/ \(\d+\)$/, '')
  const end = dot > 0 ? name.slice(dot) : ''
  for (let number = 2; ; number += 1) {
    const free = `${stem} (${number})${end}`
    if (!taken.has(free.toLowerCase())) return free
  }
}

/** Shown when an indicator is full, both when choosing files and when saving (C-11). */
export const INDICATOR_FULL = `An indicator can have at most ${MOV_MAX_FILES_PER_INDICATOR} files.`

/** this many names are listed; the others are counted */
const MAX_NAMED = 5

/**
 * Sorts the files chosen for an indicator into accepted ones and messages about the rest; `others` are the names of
 * saved files and of unfinished uploads (FILES-12 to FILES-14, C-11, C-12). `renamed` are those refused for their name
 * alone, each with a free one that can be offered (S-171).
 */
export function sortEvidence<Chosen extends ChosenFile>(
  chosen: readonly Chosen[],
  others: readonly string[],
): { taken: Chosen[]; refused: string[]; renamed: { file: Chosen; name: string }[] } {
  const names = [...others]
  const taken: Chosen[] = []
  const repeated: Chosen[] = []
  const refused: string[] = []
  const beyond: string[] = []
  for (const file of chosen) {
    const name = displayName(file.name)
    const complaint = movComplaint({ name, size: file.size }, names)
    if (complaint) refused.push(complaint)
    if (complaint && movComplaint({ name, size: file.size }) === null) repeated.push(file)
    if (complaint) continue
    if (names.length >= MOV_MAX_FILES_PER_INDICATOR) beyond.push(name)
    else {
      taken.push(file)
      names.push(name)
    }
  }
  if (beyond.length > 0) refused.push(`${INDICATOR_FULL} Not added: ${named(beyond)}.`)
  const renamed = repeated.slice(0, MOV_MAX_FILES_PER_INDICATOR - names.length).map((file) => {
    const name = freeName(displayName(file.name), names)
    names.push(name)
    return { file, name }
  })
  return { taken, refused, renamed }
}

function named(names: string[]): string {
  const more = names.length - MAX_NAMED
  return `${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** The message when a replacement document is rejected; it says which document remains. */
export function replacementRefused(name: string, stored: string, complaint: string): string {
  return `${complaint.includes(name) ? '' : `${name} was not accepted. `}${complaint} The form keeps ${stored}.`
}

/**
 * The generic multi-file input: at most five files in all, each of the given kind and at most 25 MB, names compared
 * exactly (FILES-01 to FILES-08, C-09, C-12).
 */
export function genericFilesComplaint(
  added: readonly ChosenFile[],
  existing: readonly string[] = [],
  kind?: GenericKind,
): Complaint {
  if (added.length === 0) return NO_FILE_SELECTED
  if (existing.length + added.length > GENERIC_MAX_FILES) return TOO_MANY_FILES
  const names = new Set(existing)
  for (const file of added) {
    const complaint = (kind ? GENERIC_KINDS[kind](file) : null) ?? genericSizeComplaint(file)
    if (complaint) return complaint
    if (names.has(file.name)) return `File ${file.name} already exists.`
    names.add(file.name)
  }
  return null
}

/** Old Excel files cannot be read, so they get their own message. */
const wrongTable = (name: string): string =>
  extensionOf(name) === 'xls'
    ? 'The old .xls format cannot be read. Please save the table as .xlsx and upload that.'
    : typeMessage(FILE_KINDS.table.extensions)

/** The table of an import: .xlsx or .csv, at most 20 MB (docs/decisions/10-imports.md). */
export function tableComplaint(file: ChosenFile | null | undefined): Complaint {
  if (!file) return NO_FILE_SELECTED
  const { extensions, max_bytes } = FILE_KINDS.table
  if (!(extensions as readonly string[]).includes(extensionOf(file.name))) return wrongTable(file.name)
  return file.size > max_bytes ? limitMessage(max_bytes / MEGABYTE) : null
}

/**
 * Sorts the zip files chosen for an import into accepted ones and messages about the rest; `others` are the names of
 * uploaded files and of unfinished uploads.
 */
export function sortArchives<Chosen extends ChosenFile>(
  chosen: readonly Chosen[],
  others: readonly string[],
): { taken: Chosen[]; refused: string[] } {
  const { extensions, max_bytes } = FILE_KINDS.archive
  const taken: Chosen[] = []
  const refused: string[] = []
  for (const file of chosen) {
    const name = displayName(file.name)
    const complaint = alternativeComplaint(file, extensions, max_bytes / MEGABYTE)
    if (complaint) refused.push(`${name} was not accepted. ${complaint}`)
    else if ([...others, ...taken.map((one) => one.name)].includes(name))
      refused.push(`${name} is already in the list.`)
    else if (others.length + taken.length >= IMPORT_MAX_ARCHIVES) refused.push(TOO_MANY_ARCHIVES)
    else taken.push(file)
  }
  return { taken, refused: [...new Set(refused)] }
}

/** The server's message for a wrong file type, in the words of the call's screen (S-44). */
export function wrongType(kind: FileKind, name: string): string {
  if (kind === 'shp') return INVALID_SHP
  if (kind === 'table') return wrongTable(name)
  if (kind === 'archive') return typeMessage(FILE_KINDS.archive.extensions)
  if (kind === 'boundary' || kind === 'layer') return typeMessage(FILE_KINDS[kind].extensions)
  return kind === 'pdf' || kind === 'kml' ? typeMessage([kind]) : movTypeMessage(name)
}

/** The server's message for a file whose content does not match its extension (S-116). */
export function damagedFile(name: string): string {
  const type = extensionOf(name).toUpperCase()
  return `${name} is damaged or is not a ${['JPG', 'JFIF'].includes(type) ? 'JPEG' : type} file. Please open it, save it again and upload it.`
}

/** The server's message for a picture in an unsupported format, whatever its file name (S-136). */
export const foreignPicture = (format: string): string =>
  `This is ${format}. Please save it as ${format === 'a HEIC photo' ? 'JPEG' : 'JPEG or PNG'}.`

const CANNOT_BE_OPENED = {
  locked: 'asks for a password before it opens. Please save it without a password and upload that.',
  no_pages: 'has no pages. Please save it again with its pages and upload that.',
  please_wait: 'shows only "Please wait" outside Adobe Reader. Please print it to a new PDF and upload that.',
  no_pixels: 'has no pixels. Please save the picture again and upload that.',
  too_much: 'takes too much time or memory to open.',
} as const

/** The server's message for a file that reviewers could not open (S-136). */
export function cannotBeOpened(
  name: string,
  kind: 'pdf' | 'image',
  why: keyof typeof CANNOT_BE_OPENED,
): string {
  const smaller = kind === 'pdf' ? 'Please print it to a new PDF' : 'Please save it with fewer pixels'
  return `${name} ${CANNOT_BE_OPENED[why]}${why === 'too_much' ? ` ${smaller} and upload that.` : ''}`
}

/** The server's message for a file of zero bytes. */
export const emptyFile = (name: string): string => `${name} is empty. Please choose another file.`

/** The server's message for a file above the limit of its call (S-98). */
export function tooLarge(kind: FileKind, name: string): string {
  if (kind === 'shp') return GENERIC_TOO_LARGE
  return kind === 'csv' || kind === 'image'
    ? movSizeMessage(name)
    : limitMessage(FILE_KINDS[kind].max_bytes / MEGABYTE)
}

/** The server's message for a stored file that does not fit the field of the record it is attached to (S-98). */
export function placeComplaint(
  file: { name: string; size: number; kind: FileKind },
  place: { kinds: readonly FileKind[]; max_bytes: number },
): Complaint {
  const only = place.kinds.length === 1 || place.kinds.every(isMap) ? place.kinds[0] : undefined
  const isEvidence = place.kinds.includes('csv')
  if (!place.kinds.includes(file.kind)) {
    if (only && place.kinds.length === 1) return wrongType(only, file.name)
    return isEvidence ? movTypeMessage(file.name) : typeMessage(extensionsOf(place.kinds))
  }
  if (file.size <= place.max_bytes) return null
  return only ? limitMessage(place.max_bytes / MEGABYTE) : movSizeMessage(file.name)
}

const extensionsOf = (kinds: readonly FileKind[]): string[] =>
  kinds.flatMap((kind) => FILE_KINDS[kind].extensions)

/** A paper about the land: a PDF, or a picture for those who may upload one, at most 40 MB. */
export function paperComplaint(file: ChosenFile, kinds: readonly FileKind[]): Complaint {
  const kind = kinds.find((one) => hasExtensionOf(one, file.name))
  return kind
    ? placeComplaint({ name: file.name, size: file.size, kind }, { kinds, max_bytes: MOV_MAX_BYTES })
    : typeMessage(extensionsOf(kinds))
}

/** Whether the call accepts the extension of the name. */
export const hasExtensionOf = (kind: FileKind, name: string): boolean =>
  (FILE_KINDS[kind].extensions as readonly string[]).includes(extensionOf(name))

/** How a stored file is shown: as a picture, in a PDF viewer, as a download, or not at all (FILES-16). */
export function previewOf(name: string): 'image' | 'pdf' | 'download' | 'none' {
  const extension = extensionOf(name)
  if ((FILE_KINDS.image.extensions as readonly string[]).includes(extension)) return 'image'
  if (extension === 'pdf') return 'pdf'
  return extension === 'csv' ? 'download' : 'none'
}

/** the longest extension that is preserved when a long name is cut */
const LONGEST_ENDING = 12

/**
 * The name as stored for display: no path, no control characters, at most 200 characters including its extension
 * (S-95). Accents are composed, so that ñ is the same letter from any computer.
 */
export function displayName(raw: string): string {
  const last = raw.split(/[/\\]/).at(-1) ?? ''
  const name = lineForm(last)
  const letters = [...name]
  if (letters.length <= FILE_NAME_MAX) return name
  const dot = letters.lastIndexOf('.')
  const ending = dot > 0 && letters.length - dot <= LONGEST_ENDING ? letters.slice(dot) : []
  return [...letters.slice(0, FILE_NAME_MAX - ending.length), ...ending].join('')
}
