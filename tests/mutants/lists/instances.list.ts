import type { Mutant } from '../mutant.ts'

const KEPT = ['tests/api/instances.test.ts']
const COPY = ['tests/reading-copy.test.ts']

export const INSTANCE_FAULTS: readonly Mutant[] = [
  {
    file: 'server/lib/kept-answers.ts',
    before: '    if (all?.version !== version) {\n',
    after: '    if (!all) {\n',
    fault: 'What one instance keeps stays as it is when another one has changed it.',
    tests: KEPT,
  },
  {
    file: 'server/lib/kept-by-region.ts',
    before: 'parts.get(region_id)?.version !== version)',
    after: '!parts.has(region_id))',
    fault: 'A region that another instance has changed is not read again.',
    tests: KEPT,
  },
  {
    file: 'server/lib/together.ts',
    before: '    next ??= running.then(begin, begin)\n    return next\n',
    after: '    return running\n',
    fault: 'Whoever comes while a question is under way takes an answer that is older than theirs.',
    tests: ['server/lib/together.test.ts'],
  },
  {
    file: 'server/lib/reading-copy.ts',
    before: '      if (await hasReplayed(asked, wanted)) {\n',
    after: "      if (await hasReplayed(asked, '0/0')) {\n",
    fault: 'Whoever has just approved a record does not see it, because the copy does not have it yet.',
    tests: COPY,
    only: 'comes from the copy',
  },
  {
    file: 'server/lib/reading-copy.ts',
    before: '  return code === SERIALIZATION_FAILURE || (code !== TOO_SLOW && isOutage(error))\n',
    after: '  return code !== TOO_SLOW && isOutage(error)\n',
    fault: 'An export fails because the copy had to drop what it was reading.',
    tests: COPY,
    only: 'that the copy must drop',
  },
  {
    file: 'server/lib/workers.ts',
    before: '      lines.set(head, [...(lines.get(head) ?? []), ...all',
    after: '      lines.set(head, [...all',
    fault: 'The numbers of one worker stand for all of them.',
    tests: ['server/lib/workers.test.ts'],
  },
  {
    file: 'server/files/upload-turns.ts',
    before: 'wishFor(id)))) return stop.abort()\n',
    after: 'wishFor(id)))) return\n',
    fault: 'An upload that goes on at another instance waits for its dead line at the first.',
    tests: ['tests/api/uploads.test.ts'],
    only: 'goes on at another instance',
  },
  {
    file: 'server/lib/config.ts',
    before: "  if (value !== '' && address(env, 'DATABASE_URL', DATABASES) === '')\n",
    after: "  if (value === 'nothing' && address(env, 'DATABASE_URL', DATABASES) === '')\n",
    fault: 'A copy is named of a database that nobody has named, and is silently not read.',
    tests: ['tests/settings.test.ts'],
    only: 'DATABASE_READ_URL=',
  },
]
