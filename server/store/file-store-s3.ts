import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { bucketOf } from '../lib/bucket-address.ts'
import {
  type FileStore,
  isUnknownKey,
  namedFilesOf,
  type NamedFolder,
  pathOfNamed,
  type TemporaryFiles,
} from './file-store.ts'

/** One part in memory per running upload; five megabytes is the smallest part that S3 accepts. */
const PART_BYTES = 5 * 1_048_576
const CONNECT_MS = 5_000
const IDLE_LIMIT_MS = 60_000

/** Returns why a bucket refuses access, as a sentence that says what to correct; null when it did not answer. */
export function refusalOfBucket(error: unknown, files_url: string): string | null {
  const { bucket } = bucketOf(files_url)
  if (!(error instanceof Error)) return null
  if (error.name === 'CredentialsProviderError')
    return 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set: the file store of FILES_URL asks for them.'
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode
  if (status === undefined || status >= 500) return null
  if (status === 401 || status === 403)
    return `The file store refuses access to the bucket "${bucket}" of FILES_URL: correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give that account the bucket.`
  if (status === 404)
    return `The file store has no bucket "${bucket}": make it, or correct its name in FILES_URL.`
  return `The file store does not open the bucket "${bucket}" (its answer is ${status}): correct address and region in FILES_URL.`
}

/** The most parts of one object. */
const MAX_PARTS = 10_000

/** A file store that accepts files of any size where `size` is passed, and lists the names in it. */
export type BucketStore = Omit<FileStore, 'put'> & {
  put: (key: string, stream: Readable, size?: number) => Promise<void>
  list: () => Promise<string[]>
}

/**
 * Files in an S3-compatible bucket; credentials come from the usual AWS environment variables. Above 5 MB a file is
 * uploaded in parts and appears after the last one; a failed upload is aborted. Parts left by a killed process are
 * removed by the bucket's own rule for unfinished uploads.
 */
export function s3FileStore(address: string, setting?: string): BucketStore {
  const { bucket, prefix, region, endpoint } = bucketOf(address, setting)
  const named = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` })

  let opened: Promise<{ s3: typeof import('@aws-sdk/client-s3'); client: S3Client }> | null = null
  /** Loaded on first use: the library is large, and a local folder does not need it. */
  const open = () => {
    // in several lines, from each process; the start says it in one (`start.ts`)
    process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'
    opened ??= import('@aws-sdk/client-s3').then((s3) => ({
      s3,
      client: new s3.S3Client({
        region,
        // older and smaller stores do not support the newer checksums
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        // without limits a request would wait for ever for a store that does not answer
        requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: IDLE_LIMIT_MS },
        ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      }),
    }))
    return opened
  }

  /** Returns the objects whose names begin so, without subfolders. */
  async function listed(start: string) {
    const { s3, client } = await open()
    const asked = { Bucket: bucket, Prefix: `${prefix}${start}`, Delimiter: '/' }
    const found: { key: string; put_at: Date }[] = []
    for await (const page of s3.paginateListObjectsV2({ client }, asked))
      for (const { Key = '', LastModified = new Date() } of page.Contents ?? [])
        found.push({ key: Key.slice(prefix.length), put_at: LastModified })
    return found
  }

  async function remove(key: string) {
    const { s3, client } = await open()
    await client.send(new s3.DeleteObjectCommand(named(key)))
  }

  const namedIn = (folder: NamedFolder): TemporaryFiles => ({
    async put(name, bytes) {
      const { s3, client } = await open()
      await client.send(new s3.PutObjectCommand({ ...named(pathOfNamed(folder, name)), Body: bytes }))
    },
    async read(name) {
      const { s3, client } = await open()
      try {
        const reply = await client.send(new s3.GetObjectCommand(named(pathOfNamed(folder, name))))
        return reply.Body as Readable
      } catch (error) {
        if (isUnknownKey(error)) return null
        throw error
      }
    },
    remove: (name) => remove(pathOfNamed(folder, name)),
    async list(start) {
      const found = await listed(`${folder}/${start}`)
      return found.map(({ key, put_at }) => ({ name: key.slice(folder.length + 1), put_at }))
    },
  })

  return {
    async put(key, stream, size = 0) {
      try {
        const [{ client }, { Upload }] = await Promise.all([open(), import('@aws-sdk/lib-storage')])
        const params = { ...named(key), Body: stream }
        const partSize = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS))
        await new Upload({ client, params, queueSize: 1, partSize }).done()
      } finally {
        stream.destroy()
      }
    },

    async get(key, range) {
      const { s3, client } = await open()
      const Range = range && `bytes=${range.start}-${range.end}`
      const reply = await client.send(new s3.GetObjectCommand({ ...named(key), ...(Range && { Range }) }))
      return reply.Body as Readable
    },

    named: namedFilesOf(namedIn('log')),
    pieces: namedIn('uploads'),
    remove,
    list: async () => (await listed('')).map(({ key }) => key),

    async isReady() {
      const { s3, client } = await open()
      await client.send(new s3.HeadBucketCommand({ Bucket: bucket }))
      return true
    },
  }
}
