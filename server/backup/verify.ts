import type { FileHandle } from 'node:fs/promises'
import { MIGRATIONS } from '../lib/migrate.ts'
import { ArchiveError, bytesOf, type Part, trustedParts } from './archive-reader.ts'
import { ABOUT, About, keyOf, Manifest, MANIFEST } from './manifest.ts'

const NOT_OURS = 'This file is no backup of the product.'

/** What a backup says it is; refuses one whose schema this version cannot make. */
async function readAbout(handle: FileHandle, part: Part): Promise<About> {
  if (part.name !== ABOUT) throw new ArchiveError(NOT_OURS)
  const said = About.safeParse(JSON.parse((await bytesOf(handle, part)).toString()))
  const isKnown = said.success && said.data.schema.every((name) => name in MIGRATIONS)
  if (isKnown) return said.data
  throw new ArchiveError(
    'This backup was made by a newer version of the product: restore it with that version, then bring it up to date.',
  )
}

type Options = { onProgress?: (done: number, total: number) => void; signal?: AbortSignal }

/** Reads a whole backup before anything is done with it; throws an ArchiveError with the first thing that is wrong. */
export async function verifyBackup(
  handle: FileHandle,
  { onProgress, signal }: Options = {},
): Promise<About & Manifest> {
  const { size } = await handle.stat()
  let about: About | null = null
  let manifest: Manifest | null = null
  let files = 0
  for await (const part of trustedParts(handle)) {
    signal?.throwIfAborted()
    about ??= await readAbout(handle, part)
    if (keyOf(part.name) !== null) files += 1
    if (part.name === MANIFEST)
      manifest = Manifest.parse(JSON.parse((await bytesOf(handle, part)).toString()))
    onProgress?.(part.start, size)
  }
  onProgress?.(size, size)
  if (!about) throw new ArchiveError(NOT_OURS)
  if (!manifest || manifest.files.count !== files)
    throw new ArchiveError('The backup is not whole: parts of it are missing.')
  return { ...about, ...manifest }
}
