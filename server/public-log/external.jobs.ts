import type { Task } from 'graphile-worker'
import type { Services } from '../context/context.ts'
import { stampDay } from './days.actions.ts'
import { askWitnesses, type WorkLog } from './witnesses.actions.ts'

type WorkLoggers = Parameters<Task>[1]['logger']

const loggersFor = (logger: WorkLoggers): WorkLog => ({
  warn: (text) => logger.warn(text),
  info: (text) => logger.info(text),
})

/** The jobs that send checkpoints to external parties; null where none is configured. */
export function externalTasks(services: Services) {
  const { witnesses, tsa_url } = services.config
  if (witnesses.length === 0 && tsa_url === null) return null
  const ask: Task = (_payload, { logger }) => askWitnesses(services, { log: loggersFor(logger) })
  const stamp: Task = (_payload, { logger }) => stampDay(services, { log: loggersFor(logger) })
  return { ask_witnesses: ask, stamp_log_day: stamp }
}
