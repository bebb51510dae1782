import { z } from 'zod/mini'
import { Id } from './ids.ts'

/** A reply that is made of what the action returns, which is what a form stores (`form-key.ts`). */
export type Wraps<Returned> = { wrap: (returned: Returned) => unknown }

/** What an action returns for a reply of this shape. */
export type Unwrapped<Shape extends z.ZodMiniType> =
  Shape extends Wraps<infer Returned> ? Returned : z.output<Shape>

/** Returns the reply of this shape that is made of what an action returned. */
export const wrapIn = (shape: z.ZodMiniType, returned: unknown): unknown =>
  'wrap' in shape ? (shape as z.ZodMiniType & Wraps<unknown>).wrap(returned) : returned

/** The shape of a reply that has what the action returns under this name, and nothing else. */
export const wrapped = <const Name extends string, Shape extends z.ZodMiniType>(name: Name, shape: Shape) =>
  Object.assign(z.object({ [name]: shape } as Record<Name, Shape>), {
    wrap: (returned: Unwrapped<Shape>) => ({ [name]: wrapIn(shape, returned) }),
  })

/** The shape of a reply that is always this sentence, whatever the action returns. */
export const saying = (message: string) =>
  Object.assign(z.object({ message: z.string() }), { wrap: (_returned: unknown) => ({ message }) })

export const MessageReply = z.object({ message: z.string() })

export const IdName = z.object({ id: z.number(), name: z.string() })
export type IdName = z.output<typeof IdName>
export const IdNameList = wrapped('data', z.array(IdName))

/** Screens report the View of a record to the audit log (S-23). */
export const ViewInput = <const Names extends readonly string[]>(names: Names) =>
  z.object({
    model_name: z.enum(names, 'Invalid model name.'),
    id: Id,
    event: z.optional(z.literal('View', 'Only View events can be recorded.')),
    /** of the record as shown; its reviewer has then opened it */
    revision: z.optional(z.int()),
  })
