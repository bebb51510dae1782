import { vi } from 'vitest'
import { debianReplicaPair, embeddedReplicaPair } from '../support/doubles/streaming-replica.ts'
import { full } from '../support/full.ts'
import { replicaStory } from '../support/product/replica-story.ts'
import { foldersFor } from '../support/product/folders.ts'
import { startProduct } from '../support/product/product.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 600_000 })

const freshFolder = foldersFor('copy')

async function demoPair() {
  const mainDir = freshFolder()
  await (await startProduct({ dataDir: mainDir })).stop()
  return embeddedReplicaPair(mainDir, freshFolder())
}

full.describe('with the PostgreSQL that comes along', () => replicaStory(demoPair, freshFolder))
full.describe('with PostgreSQL 15 of Debian and its pg_basebackup', () =>
  replicaStory(() => debianReplicaPair(freshFolder(), freshFolder()), freshFolder),
)
