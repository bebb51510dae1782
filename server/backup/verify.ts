import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { z } from 'zod/mini'
import type { TrustedKeys } from '../audit/signing-key.ts'
import { foreseen } from '../lib/errors.ts'
import { backupSentence, findSchemaFault } from '../database/schema-fault.ts'
import { bytesOf, expandedSize, type Part, trustedParts } from './archive-reader.ts'
import { lineOf } from './archive-writer.ts'
import { ABOUT, About, keyOf, Manifest, MANIFEST, Signature, SIGNATURE, tableOf } from './manifest.ts'
import { type Signer, signerOf } from './signature.ts'

const NOT_OURS = 'This file is not a backup of the product.'
const INCOMPLETE = 'The backup is not whole: parts of it are missing.'
const NOT_AS_DECLARED = 'The backup contains other parts than it declares, so it is not restored.'

/** Parses a small part by its schema; null when it does not match. */
async function readPart<Schema extends z.ZodMiniType>(
  handle: FileHandle,
  part: Part,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  try {
    const parsed = schema.safeParse(JSON.parse((await bytesOf(handle, part)).toString()))
    return parsed.success ? parsed.data : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Parses the first part; throws a foreseen error when this version cannot create the schema of the backup. */
async function readAbout(handle: FileHandle, part: Part): Promise<About> {
  if (part.name !== ABOUT) throw foreseen(NOT_OURS)
  const about = await readPart(handle, part, About)
  if (!about) throw foreseen(backupSentence({ kind: 'early' }))
  const { version } = about
  const fault = findSchemaFault(about.schema.map((one) => ({ ...one, version })))
  if (fault) throw foreseen(backupSentence(fault))
  return about
}

type Options = {
  /** the keys whose signatures are trusted here */
  trusted: TrustedKeys
  onProgress?: ((done: number, total: number) => void) | undefined
  signal?: AbortSignal | undefined
}

export type VerifiedBackup = About & Manifest & { signer: Signer }

/**
 * Reads a whole backup before anything is done with it, and returns it with its signer; throws a foreseen error at the
 * first fault. No part may be larger than its manifest declares.
 */
export async function verifyBackup(
  handle: FileHandle,
  { trusted, onProgress, signal }: Options,
): Promise<VerifiedBackup> {
  const { size } = await handle.stat()
  let about: About | null = null
  let manifest: (Manifest & { bytes: Buffer }) | null = null
  let signature: Signature | null = null
  const sums = createHash('sha256')
  const files = { count: 0, bytes: 0 }
  const tables: Part[] = []
  for await (const part of trustedParts(handle)) {
    signal?.throwIfAborted()
    about ??= await readAbout(handle, part)
    if (manifest) {
      // after the manifest only its own signature may follow
      if (part.name !== SIGNATURE || signature) throw foreseen(NOT_AS_DECLARED)
      signature = (await readPart(handle, part, Signature)) ?? { public_key: '', signature: '' }
    } else if (part.name === MANIFEST) {
      const said = await readPart(handle, part, Manifest)
      if (!said) throw foreseen(INCOMPLETE)
      if (said.parts !== sums.digest('hex')) throw foreseen(NOT_AS_DECLARED)
      manifest = { ...said, bytes: await bytesOf(handle, part) }
    } else {
      sums.update(lineOf(part.name, part.sha256))
      if (tableOf(part.name) !== null) tables.push(part)
      if (keyOf(part.name) !== null) {
        files.count += 1
        files.bytes += part.size
      }
    }
    onProgress?.(part.start, size)
  }
  if (!about) throw foreseen(NOT_OURS)
  if (!manifest || manifest.files.count !== files.count) throw foreseen(INCOMPLETE)
  if (manifest.files.bytes !== files.bytes) throw foreseen(NOT_AS_DECLARED)
  const { bytes, ...declared } = manifest
  await requireSizes(handle, declared, tables, signal)
  onProgress?.(size, size)
  return { ...about, ...declared, signer: signerOf(bytes, signature, trusted) }
}

/** Throws a foreseen error for the first table that expands beyond its declared size. */
async function requireSizes(
  handle: FileHandle,
  { tables }: Manifest,
  parts: readonly Part[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const left = new Map(tables.map(({ name, bytes }) => [name, bytes]))
  for (const part of parts) {
    signal?.throwIfAborted()
    const table = tableOf(part.name) ?? ''
    const most = left.get(table) ?? 0
    left.set(table, most - (await expandedSize(handle, part, most)))
  }
}
