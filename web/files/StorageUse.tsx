import { canSeeStorage } from '../../shared/file-access/file-access.policy.ts'
import { filesApi } from '../../shared/files/files.schema.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { useActor } from '../lib/useActor.ts'
import { formatBytes } from '../lib/bytes.ts'
import { useRead } from '../lib/queries.ts'

const FRESH_MS = 5 * 60_000

/** One line for FMB administrators: the size of all stored files (S-98). Renders nothing for other people. */
export function StorageUse() {
  const { data } = useRead(filesApi.storage, {
    enabled: canSeeStorage(useActor()).ok,
    staleTime: FRESH_MS,
  })
  if (!data) return null
  return (
    <p className="quiet numbers">
      Files stored: {formatCount(data.files)}, {formatBytes(data.bytes + data.copy_bytes)} in all
    </p>
  )
}
