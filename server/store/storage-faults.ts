import { AppError } from '../lib/errors.ts'

/** No room on the disk, none in the quota, a file at the size the system allows; the database's own word for it. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])
/** A disk that fails, was taken out, or lets no one write. */
const BROKEN = new Set(['EIO', 'EROFS', 'ESTALE', 'ENODEV', 'ENXIO', 'EHOSTDOWN'])
const STORE_FULL = 507

/** What the S3 library reports with every failure. */
type StoreError = { $metadata: { httpStatusCode?: number } }
const isStoreError = (error: object): error is StoreError =>
  '$metadata' in error && typeof error.$metadata === 'object' && error.$metadata !== null

/** A disk or bucket that is full or gone, as the sentence a person can act on; everything else unchanged. */
export function toStorageRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined && FULL.has(code)) return new AppError('no_room')
  if (code !== undefined && BROKEN.has(code)) return new AppError('store_gone')
  if (!isStoreError(error)) return error
  const status = error.$metadata.httpStatusCode
  if (status === STORE_FULL) return new AppError('no_room')
  // no answer at all, or one that says the store itself is in trouble
  return status === undefined || status >= 500 ? new AppError('store_gone') : error
}
