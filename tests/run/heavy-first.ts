import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, longest first: started early they end together with the rest, started late one worker
 * would wait for the other. A file that is missing here only starts later.
 */
const HEAVY = [
  'tests/kill.test.ts',
  'tests/rolling-restart.full.test.ts',
  'tests/rados-gateway.full.test.ts',
  'tests/reading-copy.full.test.ts',
  'tests/reading-copy.test.ts',
  'tests/workers.test.ts',
  'tests/api/transition-tables.test.ts',
  'tests/browser/roles.test.ts',
  'tests/browser/users.test.ts',
  'tests/browser/criteria.test.ts',
  'tests/browser/summary.test.ts',
  'tests/browser/summary-story.test.ts',
  'tests/browser/story.test.ts',
  'tests/browser/imports.test.ts',
  'tests/browser/pieces.test.ts',
  'tests/browser/public.test.ts',
  'tests/embedded-postgres.test.ts',
  'tests/api/authorization-matrix.test.ts',
  'tests/api/every-list.test.ts',
  'tests/backup.test.ts',
  'tests/imports-kill.test.ts',
  'tests/browser/bulk.test.ts',
  'tests/api/imports-hostile.test.ts',
]

/** browser files are next: each starts a product of its own */
const PROJECTS = ['browser', 'api', 'unit']

const place = (list: string[], name: string) => {
  const at = list.indexOf(name)
  return at < 0 ? list.length : at
}

export class HeavyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const nameOf = (one: TestSpecification) =>
      path.relative(one.project.config.root, one.moduleId).replaceAll(path.sep, '/')
    return [...files].sort(
      (a, b) =>
        place(HEAVY, nameOf(a)) - place(HEAVY, nameOf(b)) ||
        place(PROJECTS, a.project.name) - place(PROJECTS, b.project.name) ||
        (nameOf(a) < nameOf(b) ? -1 : 1),
    )
  }
}
