import { canSeeStorage } from '../../shared/file-access/file-access.policy.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { useActor } from '../lib/useActor.ts'
import { formatBytes } from '../lib/bytes.ts'
import { useStorageUse } from './files.calls.ts'

/** One line for FMB administrators: the size of all stored files (S-98). Renders nothing for other people. */
export function StorageUse() {
  const { data } = useStorageUse(canSeeStorage(useActor()).ok)
  if (!data) return null
  return (
    <p className="quiet numbers">
      Files stored: {formatCount(data.files)}, {formatBytes(data.bytes + data.copy_bytes)} in all
    </p>
  )
}
