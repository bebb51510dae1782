import type { Mutant } from '../mutant.ts'

const HEALTH = 'server/lib/health.ts'
const LEAVING = 'server/lib/leaving.ts'
const FAULTS = 'server/lib/database-faults.ts'
const ANSWERS = 'server/lib/last-answers.ts'
const QUEUE = 'server/lib/mail-queue.ts'
const CLOCK = 'server/audit/clock.ts'
const SEAL = 'server/audit/seal.actions.ts'
const KEEPING = 'server/backup/keeping.ts'
const DAILY = 'server/backup/daily.actions.ts'
const start = ['tests/product/start.test.ts']
const outage = ['tests/product/outage.test.ts']
const http = ['tests/api/http.test.ts']
const answers = ['server/lib/last-answers.test.ts']
const mail = ['tests/api/mail.test.ts']
const chain = ['tests/api/audit-chain.test.ts']
const settings = ['tests/product/settings.test.ts']
const approved = ['tests/api/approved.test.ts']
const watching = ['tests/api/watching.test.ts']
const backups = ['tests/api/backups.test.ts']
const keeping = ['server/backup/keeping.test.ts']
const taken = 'a port that is taken is named'
const ended = 'and ends when its database has'
const notReady = 'not ready while a migration is missing'
const locked = 'a lock on one table'
const leaves = 'an instance that leaves'
const wrongClock = 'a clock that is wrong'
const together = 'instances on one database count together'

export const OPERATED_FAULTS: readonly Mutant[] = [
  // starts and ends
  {
    file: 'server/lib/listening.ts',
    before: 'if (!another || !isTaken(error)',
    after: 'if (!isTaken(error)',
    fault: 'A bureau listens on a port that its proxy does not know.',
    tests: start,
    only: taken,
    built: true,
  },
  {
    file: 'server/lib/listening.ts',
    before: 'public_url: isLocal ? localUrl(port) : config.public_url',
    after: 'public_url: config.public_url',
    fault: 'A demo on the next port sends people to the first one.',
    tests: start,
    only: ended,
    built: true,
  },
  {
    file: 'server/lib/stops-in-order.ts',
    before: 'for (let step = steps.pop(); step; step = steps.pop())',
    after: 'for (let step = steps.shift(); step; step = steps.shift())',
    fault: 'A stop closes the database before those who write to it.',
    tests: start,
    only: 'a running product',
    built: true,
  },
  {
    file: 'server/start.ts',
    before: 'leave(1, () => Promise.race',
    after: 'leave(0, () => Promise.race',
    fault: 'A product without its database ends as if somebody had stopped it, and no supervisor acts.',
    tests: start,
    only: ended,
    built: true,
  },
  {
    file: 'server/lib/embedded-postgres/keep-running.ts',
    before: 'const MOST_STARTS = 3',
    after: 'const MOST_STARTS = 2',
    fault: 'A database that somebody killed has two tries instead of three.',
    tests: start,
    only: ended,
    built: true,
  },
  {
    file: 'server/lib/embedded-postgres.ts',
    before: 'startAgain: () => startFresh(onPort(place, server.port))',
    after: 'startAgain: () => startFresh(place)',
    fault: 'A database that is started again is not where everybody looks for it.',
    tests: ['tests/product/embedded-postgres.test.ts'],
    only: 'a server that somebody kills is started again',
  },
  {
    file: 'server/lib/make-file-store.ts',
    before: '    if (sentence) throw new SettingError(sentence)\n',
    after: '',
    fault: 'A bucket that is not there is found out when somebody needs a file.',
    tests: start,
    only: 'a bucket that is not there',
    built: true,
  },

  // readiness and leaving
  {
    file: HEALTH,
    before: 'reply.status(why === null ? 200 : 503)',
    after: 'reply.status(why === null && files ? 200 : 503)',
    fault: 'A store that is gone takes the whole site out of the proxy.',
    tests: http,
    only: notReady,
  },
  {
    file: HEALTH,
    before: 'const misfit = database ? await vitals.misfit() : NO_DATABASE',
    after: 'const misfit = database ? null : NO_DATABASE',
    fault: 'An instance is ready on a schema it cannot work with.',
    tests: http,
    only: notReady,
  },
  {
    file: HEALTH,
    before: 'const why = leaving.isLeaving() ? LEAVING : misfit',
    after: 'const why = misfit',
    fault: 'A proxy is not told that an instance leaves.',
    tests: outage,
    only: leaves,
    built: true,
  },
  {
    file: 'server/lib/store-state.ts',
    before: '      if (known)\n        log.warn',
    after: '      log.warn',
    fault: 'The log tells of a store that is gone at every look.',
    tests: ['tests/api/store-outage.test.ts'],
    only: 'is told by readiness',
  },
  {
    file: LEAVING,
    before: "if (leaving) reply.header('connection', 'close')",
    after: "if (closing) reply.header('connection', 'close')",
    fault: 'A proxy keeps its lines to an instance that leaves.',
    tests: outage,
    only: leaves,
    built: true,
  },
  {
    file: LEAVING,
    before: '    for (const reply of running.values()) if (!reply.sent) reply.send(refusal())\n',
    after: '',
    fault: 'What a stop gives up ends without a word.',
    tests: outage,
    only: leaves,
    built: true,
  },
  {
    file: LEAVING,
    before: '    cut.abort(refusal())\n',
    after: '',
    fault: 'A slow upload holds a stop up.',
    tests: ['tests/product/uploads.test.ts'],
    built: true,
  },
  {
    file: 'server/start.ts',
    before: 'await app.drain(drainSeconds * 1000)',
    after: 'await app.drain(0)',
    fault: 'An instance stops before any proxy has noticed that it leaves.',
    tests: outage,
    only: leaves,
    built: true,
  },

  // a database that is away or locked
  {
    file: FAULTS,
    before: '|57P0[1-4])$/',
    after: ')$/',
    fault: 'A database that starts again is told as a fault of ours.',
    tests: outage,
    only: 'a database that is killed',
    built: true,
  },
  {
    file: FAULTS,
    before: "new Set(['55P03', '57014', '25P03'])",
    after: "new Set(['57014', '25P03'])",
    fault: 'A lock that is not given in time is told as a fault of ours.',
    tests: outage,
    only: locked,
    built: true,
  },
  {
    file: 'server/lib/db.ts',
    before: 'const ways = [turn, spare.connect()]',
    after: 'const ways = [turn]',
    fault: 'A lock on one table holds up everybody.',
    tests: outage,
    only: locked,
    built: true,
  },
  {
    file: 'server/lib/db.ts',
    before: 'databaseOn(pool, pool, PROBE_MS)',
    after: 'databaseOn(pool, pool, null)',
    fault: 'Readiness waits for ever for a database that is frozen.',
    tests: outage,
    only: 'a frozen database',
    built: true,
  },
  {
    file: ANSWERS,
    before: 'const MOST_AGE_MS = 15 * 60_000',
    after: 'const MOST_AGE_MS = 16 * 60_000',
    fault: 'Kept answers are shown for longer than a quarter of an hour.',
    tests: answers,
  },
  {
    file: ANSWERS,
    before: '      if (!isOutage(error)) answers.delete(key)\n',
    after: '',
    fault: 'An outage shows again what was taken back before it.',
    tests: answers,
  },
  {
    file: ANSWERS,
    before: '      if (await isThere()) return { answer: await reading, as_of: null }\n',
    after: '',
    fault: 'A slow answer of a database that is there is replaced by an old one.',
    tests: answers,
  },
  {
    file: ANSWERS,
    before: 'answers.size >= most',
    after: 'answers.size > 10 * most',
    fault: 'More answers are kept than memory was meant for.',
    tests: answers,
  },

  // mails and jobs
  {
    file: 'server/lib/mail.ts',
    before: 'const MAIL_TRIES = 38',
    after: 'const MAIL_TRIES = 36',
    fault: 'Mails are given up before seven days.',
    tests: mail,
    only: 'a mail is tried for seven days',
  },
  {
    file: 'server/lib/mail.ts',
    before: 'return mail_from ?? {',
    after: 'return {',
    fault: 'Mails leave from an address that the mail server refuses.',
    tests: mail,
    only: 'MAIL_FROM says who',
  },
  {
    file: 'server/jobs.ts',
    before: '(payload as Mail[]).map(send),',
    after: 'void (await Promise.allSettled((payload as Mail[]).map(send))),',
    fault: 'A mail that is refused is lost with those it was sent with.',
    tests: ['tests/api/mail.test.ts'],
    only: 'mails of one change',
  },
  {
    file: QUEUE,
    before: 'select coalesce(sum(mails), 0)::bigint as count',
    after: 'select count(*)::bigint as count',
    fault: 'The operator is told of jobs where mails are counted.',
    tests: ['tests/api/mail.test.ts'],
    only: 'each is told and counted',
  },
  {
    file: QUEUE,
    before: 'sql`attempts between 1 and max_attempts - 1`',
    after: 'sql`false`',
    fault: 'After an outage mails go on waiting for hours.',
    tests: mail,
    only: 'the first mail after an outage',
  },
  {
    file: QUEUE,
    before: "const OF_ONE_MAIL = ['EENVELOPE', 'EMESSAGE']",
    after: 'const OF_ONE_MAIL: string[] = []',
    fault: 'A mailbox that refuses one mail has every other one tried again.',
    tests: mail,
    only: 'a mailbox that refuses',
  },
  {
    file: QUEUE,
    before: 'locked_at is null and attempts >= max_attempts and created_at',
    after: 'locked_at is null and created_at',
    fault: 'Mails that still wait go with the daily clean-up.',
    tests: mail,
    only: 'mails that failed go after a month',
  },
  {
    file: 'server/lib/job-locks.ts',
    before: '    if (own.size > 0) await refresh(db, [...own])\n',
    after: '',
    fault: 'A long job is begun a second time by another instance.',
    tests: mail,
    only: 'what a living server has in hand',
  },
  {
    file: 'server/lib/job-locks.ts',
    before: '    await sql`select graphile_worker.force_unlock_workers(${dead})`.execute(db)\n',
    after: '',
    fault: 'What a killed server had in hand waits for four hours.',
    tests: mail,
    only: 'what a killed server had in hand',
  },

  // clocks
  {
    file: CLOCK,
    before: 'const APART_MS = 5 * 60_000',
    after: 'const APART_MS = 25 * 60_000',
    fault: 'Rows are sealed by a clock that is far ahead of the database.',
    tests: chain,
    only: wrongClock,
  },
  {
    file: CLOCK,
    before: 'const OFF_DAYS = 31',
    after: 'const OFF_DAYS = 61',
    fault: 'A clock that is a month ahead closes days that have not come.',
    tests: chain,
    only: wrongClock,
  },
  {
    file: SEAL,
    before: 'newest: latest(ends.last?.day, known)',
    after: 'newest: ends.last?.day ?? null',
    fault: 'After a month in which nobody wrote a running server seals nothing.',
    tests: chain,
    only: wrongClock,
  },
  {
    file: SEAL,
    before: 'newest: latest(newest, await findConfirmedDay(db))',
    after: 'newest',
    fault: 'An operator says that the clock is right, and nothing is sealed.',
    tests: chain,
    only: wrongClock,
  },
  {
    file: 'server/audit/sealing.ts',
    before: 'if (now !== null && refused === null) log.error(now)',
    after: 'if (now !== null) log.error(now)',
    fault: 'The log tells of a wrong clock every second.',
    tests: chain,
    only: wrongClock,
  },

  // settings
  {
    file: 'server/lib/config.ts',
    before: "env.PORT?.trim() ?? '3000'",
    after: "env.PORT?.trim() || '3000'",
    fault: 'An empty PORT listens where somebody else may.',
    tests: settings,
    only: 'PORT=',
  },
  {
    file: 'server/lib/config.ts',
    before: "if (set === '' && production && !isLoopback(host))",
    after: "if (set === '' && production && host === '')",
    fault: 'A bureau without PUBLIC_URL mails links to localhost.',
    tests: settings,
    only: 'PUBLIC_URL=',
  },
  {
    file: 'server/lib/unknown-settings.ts',
    before: ' && !OF_THE_CLUSTER.test(name)',
    after: '',
    fault: 'What a cluster sets for each service is warned of.',
    tests: settings,
    only: 'of others are left alone',
  },
  {
    file: 'server/lib/unknown-settings.ts',
    before: '(isSwapped && rest(short, 2) === rest(long, 2))',
    after: 'false',
    fault: 'A setting with two letters swapped is taken for none.',
    tests: settings,
    only: 'that are a letter off',
  },

  // limits that instances share
  {
    file: 'server/lib/shared-calls.ts',
    before: '        count.told = calls\n',
    after: '',
    fault: 'Two instances let twice as many calls through.',
    tests: approved,
    only: together,
  },
  {
    file: 'server/lib/shared-calls.ts',
    before: '        count.own += sent[index] ?? 0\n',
    after: '',
    fault: 'What was counted while the database was away is told to nobody.',
    tests: approved,
    only: together,
  },

  // what is watched
  {
    file: 'server/watching/watching.metrics.ts',
    before: 'if (value === undefined) this.remove()',
    after: 'if (value === undefined) return',
    fault: 'Figures of a database that is gone look like peace.',
    tests: watching,
  },
  {
    file: 'server/watching/watching.queries.ts',
    before: 'where is_mail and not (is_free and is_spent)) as mails_waiting',
    after: 'where is_mail) as mails_waiting',
    fault: 'Mails that were given up count as waiting.',
    tests: watching,
  },
  {
    file: 'deploy/prometheus-rules.yaml',
    before: 'expr: mails_failed > 0',
    after: 'expr: mail_failed > 0',
    fault: 'A rule asks for a metric that nobody gives, and is silent for ever.',
    tests: watching,
  },

  // backups
  {
    file: KEEPING,
    before: 'one.day < firstDay',
    after: 'one.day <= firstDay',
    fault: 'Backups are kept for a day less than was set.',
    tests: keeping,
  },
  {
    file: KEEPING,
    before: '.slice(0, keeping.backup_keep_months)',
    after: '',
    fault: 'One backup of each month is kept for ever.',
    tests: keeping,
  },
  {
    file: KEEPING,
    before: 'today > now.getTime() ? today - DAY_MS : today',
    after: 'today',
    fault: 'The backup of the day is due before its time.',
    tests: keeping,
  },
  {
    file: DAILY,
    before: '    if (tried !== null && tried < TRY_AGAIN_MS) return\n',
    after: '',
    fault: 'A backup that fails is tried again every five minutes.',
    tests: backups,
    only: 'one that fails is told',
  },
  {
    file: DAILY,
    before: '    if (await isTold(open, since)) return\n',
    after: '',
    fault: 'A backup that fails fills the mailboxes of the administrators.',
    tests: backups,
    only: 'one that fails is told',
  },
  {
    file: DAILY,
    before: '    if (options.signal?.aborted) return forget(db, started_at)\n',
    after: '',
    fault: 'A backup that a stop has cut is told as failed.',
    tests: backups,
    only: 'one that a stop cuts',
  },
  {
    file: DAILY,
    before: "isEncrypted(name) ? path.join(folder, 'backup.tar.age') : plain",
    after: 'plain',
    fault: 'A backup that was to be encrypted leaves the house as it is.',
    tests: backups,
    only: 'with a public key of age',
  },
  {
    file: 'server/backup/made.queries.ts',
    before: '    if (!rows[0]?.got) return false\n',
    after: '',
    fault: 'Every instance makes the backup of the day.',
    tests: backups,
    only: 'one is made when it is due',
  },
  {
    file: 'server/backup/place.ts',
    before: 'if (PART.test(other)) await rm',
    after: 'if (other === part) await rm',
    fault: 'Each killed copy of a backup fills the place for good.',
    tests: backups,
    only: 'the place keeps so many days',
  },
  {
    file: 'server/backup/archive-writer.ts',
    before: 'Date.now() - (await stat(part)).mtimeMs > STALE_MS && ',
    after: '',
    fault: 'A backup by hand takes away another one that is being made.',
    tests: ['server/backup/archive.test.ts'],
  },
  {
    file: 'server/backup/drill.actions.ts',
    before: 'if (found.print() !== expected.get(name)?.print())',
    after: 'if (found.print() === name)',
    fault: 'A drill finds nothing, whatever came back.',
    tests: ['tests/product/backup.test.ts'],
    built: true,
  },
]
