import { z } from 'zod/mini'

/** The content policy forbids code made from text, so zod may not try it. Imported before any schema. */
z.config({ jitless: true })
