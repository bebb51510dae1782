import { AppError } from '../lib/errors.ts'

/** The disk or the quota is full, or a file has the system's largest size; 53100 is the database's code. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])
/** A disk that fails, was removed, or is read-only. */
const BROKEN = new Set(['EIO', 'EROFS', 'ESTALE', 'ENODEV', 'ENXIO', 'EHOSTDOWN'])
const STORE_FULL = 507

/** A failure reported by the S3 library. */
type StoreError = { $metadata: { httpStatusCode?: number } }
const isStoreError = (error: object): error is StoreError =>
  '$metadata' in error && typeof error.$metadata === 'object' && error.$metadata !== null

/** Turns the error of a full or lost disk or bucket into a refusal that a person can act on; others are unchanged. */
export function toStorageRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined && FULL.has(code)) return new AppError('no_room')
  if (code !== undefined && BROKEN.has(code)) return new AppError('store_gone')
  if (!isStoreError(error)) return error
  const status = error.$metadata.httpStatusCode
  if (status === STORE_FULL) return new AppError('no_room')
  // no answer, or one that reports a fault of the store itself
  return status === undefined || status >= 500 ? new AppError('store_gone') : error
}
