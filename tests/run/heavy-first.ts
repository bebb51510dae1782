import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The slowest files of each project, slowest first. Started late, one of them would keep a single worker busy at the
 * end. A file that is missing here only starts later.
 */
const HEAVY = [
  'tests/product/rolling-restart.test.ts',
  'tests/product/rados-gateway.test.ts',
  'tests/product/backup.test.ts',
  'tests/product/kill.test.ts',
  'tests/product/workers.test.ts',
  'tests/product/audit-verify.test.ts',
  'tests/product/outage.test.ts',
  'tests/product/reading-copy.test.ts',
  'tests/product/embedded-postgres.test.ts',
  'tests/product/imports-kill.test.ts',
  'tests/browser/story.test.ts',
  'tests/browser/summary-story.test.ts',
  'tests/browser/drafts.test.ts',
  'tests/browser/summary.test.ts',
  'tests/browser/users.test.ts',
  'tests/browser/shell.test.ts',
  'tests/browser/roles.test.ts',
  'tests/browser/session.test.ts',
  'tests/browser/dashboard.test.ts',
  'tests/browser/imports.test.ts',
  'tests/browser/audit.test.ts',
  'tests/browser/criteria.test.ts',
  'tests/browser/uploads.test.ts',
  'tests/browser/screen-sizes.test.ts',
  'tests/browser/pieces.test.ts',
  'tests/browser/auth.test.ts',
  'tests/api/authorization-matrix.test.ts',
  'tests/api/transition-tables.test.ts',
  'tests/api/every-list.test.ts',
  'tests/api/imports-hostile.test.ts',
]

/**
 * Projects run one after the other: a worker that changes projects is replaced, and the new one loads the whole product
 * again.
 */
const PROJECTS = ['unit', 'product', 'browser', 'api']

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
        place(PROJECTS, a.project.name) - place(PROJECTS, b.project.name) ||
        place(HEAVY, nameOf(a)) - place(HEAVY, nameOf(b)) ||
        (nameOf(a) < nameOf(b) ? -1 : 1),
    )
  }
}
