import { z } from 'zod/mini'
import { Id } from './ids.ts'

export const MessageReply = z.object({ message: z.string() })

export const IdName = z.object({ id: z.number(), name: z.string() })
export type IdName = z.output<typeof IdName>
export const IdNameList = z.object({ data: z.array(IdName) })

/** Screens report the View of a record to the audit log (S-23). */
export const ViewInput = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.object({
    model_name: z.enum(names, 'Invalid model name.'),
    id: Id,
    event: z.optional(z.literal('View', 'Only View events can be recorded.')),
    /** of the record as shown; its reviewer has then opened it */
    revision: z.optional(z.int()),
  })
