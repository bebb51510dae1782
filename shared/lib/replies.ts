import { z } from 'zod/mini'
import { Id } from './ids.ts'

export const MessageReply = z.object({ message: z.string() })

export const IdName = z.object({ id: z.number(), name: z.string() })
export type IdName = z.output<typeof IdName>
export const IdNameList = z.object({ data: z.array(IdName) })

/** A View of a record is reported to the audit log by the screen that shows it (S-23). */
export const ViewInput = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.object({
    model_name: z.enum(names, 'Invalid model name.'),
    id: Id,
    event: z.optional(z.literal('View', 'Only View events can be recorded.')),
    /** of the record as its screen shows it; so it counts as opened by its reviewer */
    revision: z.optional(z.int()),
  })
