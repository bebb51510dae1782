import cluster from 'node:cluster'
import { reportListening } from './operate/workers.ts'
import { reportStartFailure, type Running, start, stopOnSignals } from './start.ts'
import { refuseDemoDatabase } from './seed/installation.ts'

/** `npm start`: the product for a real bureau. With WORKERS each worker runs this as well. */
try {
  const running = await start({
    production: true,
    prepare: (services) => refuseDemoDatabase(services.db),
  })
  stopOnSignals(running)
  if (cluster.isWorker) reportListening(running.address)
  else printForOperator(running)
} catch (error) {
  reportStartFailure(error)
}

function printForOperator({ config, address, setPasswordLink }: Running): void {
  console.log(`Ready at ${config.public_url} (listening on ${address}).`)
  if (setPasswordLink)
    console.log(
      `First administrator ${config.admin_email}: set a password within 72 hours at\n${setPasswordLink}`,
    )
}
