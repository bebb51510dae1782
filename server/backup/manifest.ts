import * as z from 'zod/mini'

/** The first part: the format. A reader of another version stops here. */
export const About = z.object({
  format: z.literal('safeguards backup 1'),
  made_at: z.string(),
  /** the version of the product that made it */
  version: z.string(),
  /** the migrations that made the schema of this database, in order */
  schema: z.array(z.object({ name: z.string(), sha256: z.string() })),
})
export type About = z.output<typeof About>

/** The last part before the signature: the contents of the whole backup. */
export const Manifest = z.object({
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      /** size of the rows' text before compression */
      bytes: z.number(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.number() })),
  files: z.object({ count: z.number(), bytes: z.number() }),
  /** files that the store had lost, or whose bytes were not those uploaded */
  missing: z.array(z.object({ id: z.number(), name: z.string() })),
  /** SHA-256 over the names and sums of all parts before this one, so that the signature covers them all */
  parts: z.string(),
})
export type Manifest = z.output<typeof Manifest>

/** The part after the manifest: who signed it. */
export const Signature = z.object({ public_key: z.string(), signature: z.string() })
export type Signature = z.output<typeof Signature>

export const ABOUT = 'about.json'
export const MANIFEST = 'manifest.json'
export const SIGNATURE = 'signature.json'

/** The name of a part with rows of a table, a few megabytes each: gzip of one line of JSON per row. */
export const tablePart = (table: string, number: number): string =>
  `tables/${table}/${String(number).padStart(6, '0')}.jsonl.gz`
export const tableOf = (name: string): string | null => /^tables\/([^/]+)\//.exec(name)?.[1] ?? null

/** The name of a stored file's part, as its path in a data folder. */
export const filePart = (key: string): string => `files/${key.slice(0, 2)}/${key}`
export const keyOf = (name: string): string | null =>
  /^files\/[0-9a-f]{2}\/([0-9a-f-]+)$/.exec(name)?.[1] ?? null

export const asJson = (value: About | Manifest | Signature): Buffer =>
  Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
