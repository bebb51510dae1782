import { expect } from 'vitest'
import type { Caller, TestApp } from '../product/app.ts'
import { auditCount } from '../records/people.ts'

export type Reply = Awaited<ReturnType<Caller['get']>>

export const statusOf = async (reply: Promise<Reply> | Reply) => (await reply).statusCode
export const errorsOf = async (reply: Promise<Reply> | Reply) => (await reply).json().errors

/** Expects this status, and that neither the record nor the log changed. */
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

/** The rows in the log when a record is deactivated for this reason and activated again. */
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
