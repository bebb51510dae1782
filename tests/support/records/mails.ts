import { EventEmitter } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { runOnce, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { expect } from 'vitest'
import { taskList } from '../../../server/jobs.ts'
import { workerLogger } from '../../../server/lib/log.ts'
import type { TestApp } from '../product/app.ts'

/** Runs every job that is due now, as the worker would. */
export async function runJobs(started: TestApp): Promise<void> {
  const { tasks, imports, scans, close } = taskList(started.services)
  const logger = workerLogger(started.app.log)
  const events: WorkerEvents = new EventEmitter()
  const taken: string[] = []
  events.on('job:start', ({ job }) => taken.push(job.id))
  const inHand = async () => {
    const { rows } = await sql`
      select from graphile_worker._private_jobs where locked_at is not null and id = any(${taken})`.execute(
      started.db,
    )
    return rows.length
  }
  try {
    await runOnce({
      pgPool: started.database.pool,
      taskList: { ...imports, ...scans, ...tasks },
      logger,
      events,
    })
    // the worker returns when no job is left, but may still be recording that the last one is done
    await expect.poll(inHand).toBe(0)
  } finally {
    close()
  }
}

/** Delivers the queued mails and returns every mail of this data folder, oldest first. */
export async function deliveredMails(started: TestApp): Promise<Email[]> {
  await runJobs(started)
  const folder = path.join(started.dataDir, 'mail')
  const names = await readdir(folder).catch(() => [])
  const mails = await Promise.all(
    names.sort((a, b) => a.localeCompare(b)).map((name) => readFile(path.join(folder, name))),
  )
  return Promise.all(mails.map((mail) => PostalMime.parse(mail)))
}

/** The first link in a mail to the product. */
export function linkIn(mail: Email | undefined): URL {
  const [link] = /https?:\/\/\S+/.exec(mail?.text ?? '') ?? []
  if (!link) throw new Error('There is no link in this mail.')
  return new URL(link)
}
