import * as z from 'zod/mini'

/** The first part: what this is. A reader of another version stops here. */
export const About = z.object({
  format: z.literal('safeguards backup 1'),
  made_at: z.string(),
  /** the migrations that made the schema of this database, in order */
  schema: z.array(z.string()),
})
export type About = z.output<typeof About>

/** The last part but its signature: what a whole backup holds. */
export const Manifest = z.object({
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      /** of their text, before it was compressed */
      bytes: z.number(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.number() })),
  files: z.object({ count: z.number(), bytes: z.number() }),
  /** files whose bytes the store did not have any more, or not as they were uploaded */
  missing: z.array(z.object({ id: z.number(), name: z.string() })),
  /** SHA-256 over the names and sums of all parts before this one, so that a signature here is one on everything */
  parts: z.string(),
})
export type Manifest = z.output<typeof Manifest>

/** The part behind the manifest: whose it is. */
export const Signature = z.object({ public_key: z.string(), signature: z.string() })
export type Signature = z.output<typeof Signature>

export const ABOUT = 'about.json'
export const MANIFEST = 'manifest.json'
export const SIGNATURE = 'signature.json'

/** The rows of a table, a few megabytes a part: gzip of a line of JSON for each row. */
export const tablePart = (table: string, number: number): string =>
  `tables/${table}/${String(number).padStart(6, '0')}.jsonl.gz`
export const tableOf = (name: string): string | null => /^tables\/([^/]+)\//.exec(name)?.[1] ?? null

/** A stored file, under the name it has in a data folder. */
export const filePart = (key: string): string => `files/${key.slice(0, 2)}/${key}`
export const keyOf = (name: string): string | null =>
  /^files\/[0-9a-f]{2}\/([0-9a-f-]+)$/.exec(name)?.[1] ?? null

export const asJson = (value: About | Manifest | Signature): Buffer =>
  Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
