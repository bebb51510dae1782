import { sayWhyNot, start, stopOnSignals } from './start.ts'
import { refuseDemoDatabase } from './seed/installation.ts'

/** `npm start`: the product for a real bureau. */
try {
  const running = await start({
    production: true,
    prepare: (services) => refuseDemoDatabase(services.db),
  })
  stopOnSignals(running)
  console.log(`Ready at ${running.services.config.public_url} (listening on ${running.address}).`)
  if (running.setPasswordLink)
    console.log(
      `First administrator ${running.services.config.admin_email}: set a password within 72 hours at\n${running.setPasswordLink}`,
    )
} catch (error) {
  sayWhyNot(error)
}
