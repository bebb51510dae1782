import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { connect } from '../server/database/db.ts'
import { startEmbeddedPostgres } from '../server/embedded-postgres/embedded-postgres.ts'
import { manilaDay } from '../shared/lib/manila-days.ts'
import { dumpDemoBureau, dumpOf } from './release/demo-dump.ts'
import { markRelease, releaseComplaint } from './release/mark-release.ts'

/** `npm run release -- VERSION`: makes a release of the folder it runs in, and publishes nothing. */
async function main([version = '', ...more]: string[]): Promise<void> {
  const root = process.cwd()
  const complaint = more.length > 0 ? 'Usage: npm run release -- VERSION' : releaseComplaint(root, version)
  if (complaint !== null) {
    console.error(complaint)
    process.exitCode = 1
    return
  }
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'safeguards-release-'))
  const embedded = await startEmbeddedPostgres({ dataDir: scratch, fsync: false })
  const database = connect(embedded.connection, () => undefined)
  try {
    await dumpDemoBureau(database, dumpOf(root, version), version)
  } finally {
    await database.close()
    await embedded.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
  markRelease(root, version, manilaDay(new Date()))
  console.log(`The files say version ${version} now, and nothing is committed yet. Read "git diff", run "npm run test:full", then:

  git add --all && git commit --message "Version ${version}" && git tag --annotate v${version} --message "Version ${version}"

The next change begins the next version: its number with -dev in package.json and package-lock.json, and its heading, "not yet released", at the top of CHANGELOG.md.`)
}

await main(process.argv.slice(2))
