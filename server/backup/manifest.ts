import * as z from 'zod/mini'

/** The first part: what this is. A reader of another version stops here. */
export const About = z.object({
  format: z.literal('safeguards backup 1'),
  made_at: z.string(),
  /** the migrations that made the schema of this database, in order */
  schema: z.array(z.string()),
})
export type About = z.output<typeof About>

/** The last part: what a whole backup holds. */
export const Manifest = z.object({
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.object({ name: z.string(), value: z.number() })),
  files: z.object({ count: z.number(), bytes: z.number() }),
  /** files whose bytes the store did not have any more, or not as they were uploaded */
  missing: z.array(z.object({ id: z.number(), name: z.string() })),
})
export type Manifest = z.output<typeof Manifest>

export const ABOUT = 'about.json'
export const MANIFEST = 'manifest.json'

/** The rows of a table, a few megabytes a part: gzip of a line of JSON for each row. */
export const tablePart = (table: string, number: number): string =>
  `tables/${table}/${String(number).padStart(6, '0')}.jsonl.gz`
export const tableOf = (name: string): string | null => /^tables\/([^/]+)\//.exec(name)?.[1] ?? null

/** A stored file, under the name it has in a data folder. */
export const filePart = (key: string): string => `files/${key.slice(0, 2)}/${key}`
export const keyOf = (name: string): string | null =>
  /^files\/[0-9a-f]{2}\/([0-9a-f-]+)$/.exec(name)?.[1] ?? null

export const asJson = (value: About | Manifest): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
