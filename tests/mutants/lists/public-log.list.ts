import type { Mutant } from '../mutant.ts'

const AGREEMENT = 'server/public-log/agreement.ts'
const FOLLOW = 'server/public-log/follow.actions.ts'
const log = ['tests/api/public-log.test.ts']
const proofs = ['tests/api/public-log-proofs.test.ts']
const erasing = ['tests/api/public-log-erasing.test.ts']

export const PUBLIC_LOG_FAULTS: readonly Mutant[] = [
  {
    file: 'server/public-log/merkle.ts',
    before: 'const LEAF = Buffer.from([0])',
    after: 'const LEAF = Buffer.from([1])',
    fault: 'A leaf can be taken for a node.',
    tests: ['server/public-log/merkle.test.ts'],
  },
  {
    file: 'server/public-log/merkle.ts',
    before: 'return last === 0 && older.equals(before.root) && newer.equals(now.root)',
    after: 'return last === 0 && newer.equals(now.root)',
    fault: 'A log whose past was changed is taken for an extension.',
    tests: ['server/public-log/merkle.test.ts'],
  },
  {
    file: 'server/public-log/note.ts',
    before: 'own.length > 0 && own.every(',
    after: 'own.every(',
    fault: 'A note that nobody has signed counts as signed.',
    tests: ['server/public-log/note.test.ts'],
  },
  {
    file: AGREEMENT,
    before: '&& found.size < known.size)',
    after: ')',
    fault: 'A database that was set back may name the newer checkpoint as its own predecessor.',
    tests: log,
    only: 'nor may it name a newer checkpoint',
  },
  {
    file: FOLLOW,
    before: '  const known = follower.edge',
    after: '  const known = follower.edge && null',
    fault: 'A running server forgets what it has seen published.',
    tests: log,
    only: 'must agree',
  },
  {
    file: FOLLOW,
    before: '(await grow(db, edge, size, pace)) && rootOf(edge).equals(root)',
    after: '(await grow(db, edge, size, pace))',
    fault: 'Entries that were changed are published under a new checkpoint.',
    tests: log,
    only: 'entries that were changed',
  },
  {
    file: 'server/audit/seal.actions.ts',
    before: 'if ((await findDisagreement(db)) !== null)',
    after: 'if ((await findDisagreement(db)) === undefined)',
    fault: 'The sealer goes on though the log is not what was published.',
    tests: log,
    only: 'seals and publishes nothing more',
  },
  {
    file: 'server/public-log/proofs.routes.ts',
    before: "const OF_PUBLIC: readonly Part[] = ['what']",
    after: "const OF_PUBLIC: readonly Part[] = ['what', 'who']",
    fault: 'The public proof names who approved.',
    tests: proofs,
    only: 'names nobody',
  },
  {
    file: 'server/public-log/proofs.routes.ts',
    before: '      await seeRecord(ctx, kind, id)',
    after: '      await kind.read(ctx.db, id)',
    fault: 'Another office gets the proofs of a history it may not read.',
    tests: proofs,
    only: 'whoever reads the history',
  },
  {
    file: 'server/public-log/erase.queries.ts',
    before: 'await sql`update log_entries set salt = null',
    after: 'if (id < 0) await sql`update log_entries set salt = null',
    fault: 'What proves an erased row stays.',
    tests: erasing,
    only: 'an erased row says that it is',
  },
  {
    file: 'server/public-log/verifying.ts',
    before: 'else if (!rootOf(edge).equals(root))',
    after: 'else if (rootOf(edge).length === 0)',
    fault: 'A rewritten log passes beside a checkpoint from outside.',
    tests: ['tests/api/public-log-attacks.test.ts'],
  },
]
