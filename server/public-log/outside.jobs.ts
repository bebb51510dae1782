import type { Task } from 'graphile-worker'
import type { Services } from '../lib/context.ts'
import { stampDay } from './days.actions.ts'
import { askWitnesses, type Told } from './witnesses.actions.ts'

type Tellers = Parameters<Task>[1]['logger']

const toldTo = (logger: Tellers): Told => ({
  warn: (text) => logger.warn(text),
  info: (text) => logger.info(text),
})

/** What takes checkpoints out of the house; null where nobody outside is set. */
export function outsideTasks(services: Services) {
  const { witnesses, tsa_url } = services.config
  if (witnesses.length === 0 && tsa_url === null) return null
  const ask: Task = (_payload, { logger }) => askWitnesses(services, { told: toldTo(logger) })
  const stamp: Task = (_payload, { logger }) => stampDay(services, { told: toldTo(logger) })
  return { ask_witnesses: ask, stamp_log_day: stamp }
}
