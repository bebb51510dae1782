import type { Task } from 'graphile-worker'
import type { Services } from '../context/context.ts'
import { runVerification } from './integrity.actions.ts'

/** Verifies the log, on request and every night, and writes findings to the log of the server as well. */
export const verifyAuditLog =
  (services: Services): Task =>
  async (payload, { abortSignal, logger }) => {
    const { id } = payload as { id?: number }
    const { findings_count } = await runVerification(services, id ?? null, abortSignal)
    if (findings_count > 0)
      logger.error(
        `The audit log is not as it was sealed: ${findings_count} findings, see Audit Logs, Integrity.`,
      )
  }
