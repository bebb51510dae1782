import path from 'node:path'
import regions from '../db/seed/regions.json'
import type { Services } from './context/context.ts'
import { foreseen } from './lib/errors.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE, demoEmail } from './seed/demo-people.ts'
import { loadDemoBureau } from './seed/demo-bureau.ts'
import { installationKind } from './seed/installation.ts'
import { reportStartFailure, START_AGAIN, start, stopOnSignals } from './start.ts'

/** `npm run demo`: the product with the demo bureau, on this machine only. */
async function prepare(services: Services): Promise<void> {
  const kind = await installationKind(services.db)
  if (kind === 'real')
    throw foreseen('This database contains real records; demo data is never loaded into it.')
  if (kind === 'empty') await loadDemoBureau(services)
}

function accounts(): string {
  const people = DEMO_PEOPLE.filter((person) => !person.record_only)
  const width = Math.max(...people.map((person) => demoEmail(person.email).length))
  return people
    .map((person) => {
      const region = regions.find((one) => one.short_code === person.region)
      const place = person.office ?? region?.name ?? ''
      const note = person.deactivated ? ' (deactivated)' : ''
      return `  ${demoEmail(person.email).padEnd(width)}  ${person.role}${place ? `, ${place}` : ''}${note}`
    })
    .join('\n')
}

try {
  const running = await start({
    production: false,
    prepare,
    fresh: process.argv.includes('--fresh'),
    tryOtherPorts: (port) =>
      console.log(`Another program is using the chosen port; the demo uses ${port} instead.`),
  })
  stopOnSignals(running, START_AGAIN)
  const { public_url } = running.config
  console.log(`
The demo bureau is ready: ${public_url}

${accounts()}

Password of each account: ${DEMO_PASSWORD}
Mails become files in ${path.join(running.config.data_dir, 'mail')}. Stop with Ctrl+C.
`)
} catch (error) {
  reportStartFailure(error)
}
