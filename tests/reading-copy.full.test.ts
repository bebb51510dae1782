import { vi } from 'vitest'
import { copyStory } from './support/copy-story.ts'
import { foldersFor } from './support/folders.ts'
import { debianPair } from './support/streaming-copy.ts'

/** The same with PostgreSQL 15 of Debian and its pg_basebackup, so only in `npm run test:full`. */

vi.setConfig({ testTimeout: 240_000, hookTimeout: 600_000 })

const freshFolder = foldersFor('copy')

copyStory(() => debianPair(freshFolder(), freshFolder()), freshFolder)
