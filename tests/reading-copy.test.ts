import { vi } from 'vitest'
import { copyStory } from './support/copy-story.ts'
import { foldersFor } from './support/folders.ts'
import { startProduct } from './support/product.ts'
import { embeddedPair } from './support/streaming-copy.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const freshFolder = foldersFor('copy')

/** The demo bureau in the product's own server, and a copy of it. */
async function demoPair() {
  const mainDir = freshFolder()
  await (await startProduct({ dataDir: mainDir })).stop()
  return embeddedPair(mainDir, freshFolder())
}

copyStory(demoPair, freshFolder)
