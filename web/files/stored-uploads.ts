import { z } from 'zod/mini'
import { FILE_KINDS, type FileKind } from '../../shared/files/files.schema.ts'
import { UPLOAD_HOURS } from '../../shared/files/uploads.schema.ts'
import { HOUR_MS } from '../../shared/lib/durations.ts'

/** An unfinished upload, as this device stores it across a reload. */
export type StoredUpload = {
  id: string
  actor_id: number
  /** the form, and the place of the file in it */
  form: string
  place: string
  kind: FileKind
  name: string
  size: number
  last_modified: number
  begun_at: number
  /** the upload's address on the server; null until the server has accepted it */
  address: string | null
  /** null when the browser could not store it: the same file must be chosen again */
  file: File | null
}

const StoredUploadRecord = z.object({
  id: z.string(),
  actor_id: z.number(),
  form: z.string(),
  place: z.string(),
  kind: z.enum(Object.keys(FILE_KINDS) as [FileKind, ...FileKind[]]),
  name: z.string(),
  size: z.number(),
  last_modified: z.number(),
  begun_at: z.number(),
  address: z.nullable(z.string()),
})

const UPLOADS = 'uploads'
/** a separate store, so that a new address does not write 40 MB again */
const FILES = 'files'
const OF_FORM = 'form'

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('uploads', 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(UPLOADS, { keyPath: 'id' }).createIndex(OF_FORM, ['actor_id', 'form'])
      request.result.createObjectStore(FILES)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('No store.'))
  })
}

/**
 * The unfinished uploads of this page, with their files: the next screen of the form, such as the one that its first
 * save opens, goes on with them even where the browser stores nothing.
 */
const held = new Map<string, StoredUpload>()

/** requests run one after the other, in the order of the calls */
let queue: Promise<unknown> = Promise.resolve()

/** Runs one request in its own transaction; resolves when it is safely written. */
function inStore<Result>(
  name: typeof UPLOADS | typeof FILES,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const work = async () => {
    const db = await openDatabase()
    try {
      return await new Promise<Result>((resolve, reject) => {
        const transaction = db.transaction(name, mode)
        const request = act(transaction.objectStore(name))
        transaction.oncomplete = () => resolve(request.result)
        transaction.onabort = () => reject(transaction.error ?? new Error('Not kept.'))
      })
    } finally {
      db.close()
    }
  }
  const done = queue.then(work)
  queue = done.catch(() => undefined)
  return done
}

const put = ({ file: _, ...upload }: StoredUpload) =>
  inStore(UPLOADS, 'readwrite', (store) => store.put(upload)).catch(() => undefined)

/**
 * Stores an upload until it has ended, with its file if the browser has room for it. If the browser stores nothing at
 * all, the upload still works; only a reload starts it from the beginning.
 */
export async function storeUpload(upload: StoredUpload): Promise<void> {
  const { id, file } = upload
  held.set(id, upload)
  const record = put(upload)
  if (file) await inStore(FILES, 'readwrite', (store) => store.put(file, id)).catch(() => undefined)
  await record
}

/** Adds the address on the server to a stored upload. */
export const storeAddress = async (upload: StoredUpload, address: string): Promise<void> => {
  if (held.has(upload.id)) held.set(upload.id, { ...upload, address })
  await put({ ...upload, address })
}

export async function forgetUpload(id: string): Promise<void> {
  held.delete(id)
  for (const name of [UPLOADS, FILES] as const)
    await inStore(name, 'readwrite', (store) => store.delete(id)).catch(() => undefined)
}

/** Deletes every stored upload, so that the next user of this browser finds none of them. */
export async function forgetAllUploads(): Promise<void> {
  held.clear()
  for (const name of [UPLOADS, FILES] as const)
    await inStore(name, 'readwrite', (store) => store.clear()).catch(() => undefined)
}

/** Returns a person's unfinished uploads in a form, oldest first; deletes those older than UPLOAD_HOURS. */
export async function storedUploads(actor_id: number, form: string, now: number): Promise<StoredUpload[]> {
  const ofForm = (store: IDBObjectStore) => store.index(OF_FORM).getAll([actor_id, form])
  const stored = [...held.values()].filter((one) => one.actor_id === actor_id && one.form === form)
  for (const one of await inStore(UPLOADS, 'readonly', ofForm).catch(() => [])) {
    const parsed = StoredUploadRecord.safeParse(one)
    if (parsed.success && held.has(parsed.data.id)) continue
    if (!parsed.success || now - parsed.data.begun_at > UPLOAD_HOURS * HOUR_MS) {
      await forgetUpload((one as { id: string }).id)
      continue
    }
    const { data } = parsed
    const file: unknown = await inStore(FILES, 'readonly', (store) => store.get(data.id)).catch(() => null)
    stored.push({ ...data, file: file instanceof File ? file : null })
  }
  return stored.sort((a, b) => a.begun_at - b.begun_at)
}
