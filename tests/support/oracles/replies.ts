import { expect } from 'vitest'
import type { Caller, TestApp } from '../product/app.ts'
import { auditCount } from '../records/people.ts'

export type Reply = Awaited<ReturnType<Caller['get']>>

export const statusOf = async (reply: Promise<Reply> | Reply) => (await reply).statusCode
export const errorsOf = async (reply: Promise<Reply> | Reply) => (await reply).json().errors

/** Refused with this status, and neither the record nor the log changed. */
export async function expectRefusedCall(
  t: TestApp,
  record: () => Promise<unknown>,
  { status, call, message }: { status: number; call: () => Promise<Reply>; message?: string | undefined },
): Promise<void> {
  const before = [await record(), await auditCount(t)]
  const reply = await call()
  expect(reply.statusCode).toBe(status)
  if (message) expect(reply.json().message).toBe(message)
  expect([await record(), await auditCount(t)]).toEqual(before)
}

/** The lines that a record leaves in the log when it is switched off for this reason, and on again. */
export const switchedOffAndOn = (reason: string) => [
  {
    event: 'Deactivated',
    changes: [
      { field: 'status', old: 'Activated', new: 'Deactivated' },
      { field: 'deactivate_reason', old: null, new: reason },
    ],
  },
  {
    event: 'Activated',
    changes: [
      { field: 'status', old: 'Deactivated', new: 'Activated' },
      { field: 'deactivate_reason', old: reason, new: null },
    ],
  },
]
