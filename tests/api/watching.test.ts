import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod/mini'
import packageJson from '../../package.json'
import { buildApp } from '../../server/app.ts'
import { connect } from '../../server/database/db.ts'
import { factorKeyFault } from '../../server/factors/factor-key.queries.ts'
import { createLog } from '../../server/lib/log.ts'
import { API_KEY, startApp, startAppForTest, type TestApp, withServer } from '../support/product/app.ts'
import { addLine, sealNow } from '../support/records/audit-log.ts'
import { foldersFor } from '../support/product/folders.ts'
import { withApp, withSheet } from '../support/records/factors.ts'

const backups = foldersFor('watching')
const t = withServer({ settings: { BACKUP_URL: backups() } })

const metrics = async (app = t) => (await app.app.inject('/metrics')).body
/** The one value of a metric without labels; undefined where it has none. */
const valueOf = (text: string, name: string): number | undefined => {
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? []
  return value === undefined ? undefined : Number(value)
}

/** Words in a query that are not metrics. */
const WORDS = ['by', 'and', 'or', 'unless', 'on', 'without', 'le', 'route', 'status', 'version', 'commit']
function namesIn(query: string): string[] {
  const bare = query.replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ').replace(/\b(by|on|without) \([^)]*\)/g, ' ')
  const found = [...bare.matchAll(/\b[a-z][a-z0-9_]*\b(?!\s*\()/g)].map(([name]) => name)
  return found.filter((name) => !WORDS.includes(name))
}

describe('what an operator watches', () => {
  const Dashboard = z.object({
    panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
  })
  const rules = readFileSync('deploy/prometheus-rules.yaml', 'utf8')
  const ofRules = [...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, query = '']) => query)
  const dashboard = z.parse(Dashboard, JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8')))
  const ofPanels = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

  test('every metric of a rule or a panel is one that is given', async () => {
    // response times exist only after a call
    await t.app.inject('/health/live')
    const given = new Set(
      [...(await metrics()).matchAll(/^([a-z][a-z0-9_]*)(?:\{.*\})? \S+$/gm)].map(([, name]) => name),
    )
    expect([ofRules.length > 15, ofPanels.length > 20]).toEqual([true, true])
    // made by Prometheus itself for each target
    given.add('up')
    for (const query of [...ofRules, ...ofPanels]) {
      const names = namesIn(query)
      expect(names, query).not.toEqual([])
      expect(
        names.filter((name) => !given.has(name)),
        query,
      ).toEqual([])
    }
  })

  test('every rule has a name of its own and says what to do', () => {
    const alerts = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name)
    expect(new Set(alerts).size).toBe(alerts.length)
    expect(alerts).toHaveLength(ofRules.length)
    expect([...rules.matchAll(/^ +annotations: \{ summary: "[A-Z][^"]+\." \}$/gm)]).toHaveLength(
      alerts.length,
    )
  })

  test('jobs, mails, seals and uploads are counted as they are', async () => {
    const own = await startAppForTest()
    await sealNow(own)
    await sql`delete from graphile_worker._private_jobs`.execute(own.db)
    const before = await metrics(own)
    for (const name of ['jobs_waiting', 'jobs_failed', 'mails_waiting', 'mails_failed', 'audit_rows_waiting'])
      expect([name, valueOf(before, name)]).toEqual([name, 0])
    expect(valueOf(before, 'database_up')).toBe(1)
    await sql`select graphile_worker.add_job(name, '{}'::json) from unnest(array['send_mail', 'send_mail', 'clean_up_files']) as name`.execute(
      own.db,
    )
    await sql`update graphile_worker._private_jobs set attempts = max_attempts, created_at = now() - interval '8 days'
      where id = (select min(id) from graphile_worker._private_jobs)`.execute(own.db)
    await sql`update graphile_worker._private_jobs set created_at = now() - interval '2 hours', attempts = 1
      where id = (select min(id) + 1 from graphile_worker._private_jobs)`.execute(own.db)
    await addLine(own.db, 1)
    const after = await metrics(own)
    const told = (name: string) => [name, valueOf(after, name)]
    expect(told('jobs_waiting')).toEqual(['jobs_waiting', 1])
    expect(told('jobs_retrying')).toEqual(['jobs_retrying', 1])
    expect(told('jobs_failed')).toEqual(['jobs_failed', 1])
    expect(told('mails_waiting')).toEqual(['mails_waiting', 1])
    expect(told('mails_failed')).toEqual(['mails_failed', 1])
    expect(valueOf(after, 'mails_oldest_waiting_seconds')).toBeGreaterThanOrEqual(7200)
    expect(valueOf(after, 'mails_oldest_waiting_seconds')).toBeLessThan(8000)
    expect(told('audit_rows_waiting')).toEqual(['audit_rows_waiting', 1])
    const { rows } = await sql<{ count: number }>`select count(*) as count from files`.execute(own.db)
    expect(valueOf(after, 'files_stored')).toBe(rows[0]?.count)
    expect(valueOf(after, 'disk_free_bytes')).toBeGreaterThan(0)
    expect(valueOf(after, 'database_connections')).toBeGreaterThan(0)
  })

  test('[S-155] what has not happened yet is no alarm in the first 26 hours of an installation, and one after them', async () => {
    const own = await startAppForTest({ settings: { BACKUP_URL: backups() } })
    const installed = new Date('2026-11-26T08:00:00.000Z')
    await sql`update kysely_migration set timestamp = ${installed.toISOString()}`.execute(own.db)
    // the rules about the time since an event, with the values that Prometheus would read
    const counting = ofRules.flatMap((rule) => {
      const [, name, seconds] = /^time\(\) - (\w+_timestamp_seconds) > (\d+)$/.exec(rule) ?? []
      return name ? [{ name, seconds: Number(seconds) }] : []
    })
    expect(counting.map(({ name }) => name).sort()).toEqual([
      'audit_last_verification_timestamp_seconds',
      'backup_last_success_timestamp_seconds',
    ])
    const alarmsAfter = async (hours: number) => {
      const now = new Date(installed.getTime() + hours * 3_600_000)
      own.setNow(now)
      const text = await metrics(own)
      return counting.filter(({ name, seconds }) => {
        const value = valueOf(text, name)
        return value === undefined || now.getTime() / 1000 - value > seconds
      }).length
    }
    expect([await alarmsAfter(0), await alarmsAfter(1), await alarmsAfter(25.9)]).toEqual([0, 0, 0])
    expect([await alarmsAfter(26.1), await alarmsAfter(400)]).toEqual([2, 2])
  })

  test('a FACTOR_KEY unlike the one that second factors were stored with is said at the start, and in a metric', async () => {
    const own = await startAppForTest()
    const otherKey = { ...own.services, config: { ...own.services.config, factor_key: Buffer.alloc(32, 7) } }
    expect(await factorKeyFault(otherKey)).toBe(null)
    await withApp(own, 'laguna.encoder')
    await withSheet(own, 'laguna.approver')
    expect(await factorKeyFault(own.services)).toBe(null)
    expect(valueOf(await metrics(own), 'factor_key_fault')).toBe(0)
    expect(await factorKeyFault(otherKey)).toMatch(/^FACTOR_KEY, or factor-key in DATA_DIR, is not the key /)
    const other = await buildApp(otherKey, { webDir: null })
    onTestFinished(() => other.close())
    expect(valueOf((await other.inject('/metrics')).body, 'factor_key_fault')).toBe(1)
  })

  test('figures of a database that is gone are absent, and all others are there', async () => {
    // nothing listens on port 1
    const gone = connect({ host: '127.0.0.1', port: 1 }, () => undefined)
    const app = await buildApp({ ...t.services, db: gone.kysely }, { webDir: null })
    onTestFinished(async () => {
      await app.close()
      await gone.close()
    })
    const text = (await app.inject('/metrics')).body
    expect(valueOf(text, 'database_up')).toBe(0)
    expect(valueOf(text, 'mails_failed')).toBeUndefined()
    expect(valueOf(text, 'disk_free_bytes')).toBeGreaterThan(0)
  })

  test('version and commit stand in readiness, metrics and on the Integrity page', async () => {
    const build = { version: packageJson.version, commit: 'unknown' }
    expect((await t.app.inject('/health/ready')).json()).toMatchObject(build)
    expect(await metrics()).toContain(`product_info{version="${build.version}",commit="unknown"} 1`)
    const page = await (await t.as('fmb.super')).get('/reports/audit-logs/integrity')
    expect(page.json().data.product).toEqual(build)
  })
})

describe('the lines of the log', () => {
  type Line = { msg: string; account?: number; proxyReqId?: string }
  const lines: Line[] = []
  let own: TestApp
  beforeAll(async () => {
    const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) })
    own = await startApp({ log, settings: { TRUSTED_PROXIES: '10.0.0.0/8' } })
    return () => own.close()
  })
  /** The log entry at the end of a request. */
  async function told(person: string | null, remoteAddress: string, more: Record<string, string>) {
    const token = person === null ? null : (await own.as(person)).token
    const authorization = token === null ? {} : { authorization: `Bearer ${token}` }
    lines.length = 0
    const headers = { 'x-api-key': API_KEY, ...authorization, ...more }
    await own.app.inject({ url: '/api/validate-token', remoteAddress, headers })
    const { account, proxyReqId } = lines.find(({ msg }) => msg === 'request completed') ?? {}
    return { account, proxyReqId }
  }

  test('carry the number of the account', async () => {
    const account = await own.userId('laguna.encoder')
    expect(await told('laguna.encoder', '198.51.100.7', {})).toEqual({ account, proxyReqId: undefined })
    expect(await told(null, '198.51.100.7', {})).toEqual({ account: undefined, proxyReqId: undefined })
  })

  test('carry the number a trusted proxy gave the request, and nobody else’s', async () => {
    const named = { 'x-request-id': 'edge-1/af:07', 'x-forwarded-for': '198.51.100.7' }
    expect((await told(null, '10.1.2.3', named)).proxyReqId).toBe('edge-1/af:07')
    expect((await told(null, '192.0.2.1', named)).proxyReqId).toBeUndefined()
    const odd = { ...named, 'x-request-id': 'a" b\u00e9' }
    expect((await told(null, '10.1.2.3', odd)).proxyReqId).toBeUndefined()
    expect(
      (await told(null, '10.1.2.3', { ...named, 'x-request-id': 'a'.repeat(101) })).proxyReqId,
    ).toBeUndefined()
  })
})
