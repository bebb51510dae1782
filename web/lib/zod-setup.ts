import { z } from 'zod/mini'

/** The content security policy forbids eval, so zod must not try it. Import before any schema. */
z.config({ jitless: true })
