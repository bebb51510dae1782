import { useQueryClient } from '@tanstack/react-query'
import type { Section } from '../../shared/summaries/sections.ts'
import { summariesApi, type Summary, type SummaryText } from '../../shared/summaries/summaries.schema.ts'
import { writingApi } from '../../shared/summaries/summary-writing.schema.ts'
import { call } from '../lib/call.ts'
import { readOptions, useChange } from '../lib/queries.ts'

/** The frozen summary before this one, or null. */
export const previousQuery = (id: number) =>
  readOptions(writingApi.previous, {
    params: { id },
    select: ({ previous }) => previous,
    staleTime: 5 * 60_000,
  })

/** Who else has unsaved text in a draft; read again by what the person does, never by a clock. */
export const writersQuery = (id: number) =>
  readOptions(writingApi.writers, {
    params: { id },
    select: ({ writers }) => writers,
    staleTime: 30_000,
  })

type Writing = { section: Section; written_at: string | null; text: string; form_key: string }

const withText = (summary: Summary, text: SummaryText): Summary => ({
  ...summary,
  texts: [...summary.texts.filter(({ section }) => section !== text.section), text],
})

/** Writes or confirms one part. The saved text is shown at once; the document is refetched. */
export function useWriteText(id: number) {
  const client = useQueryClient()
  const { queryKey } = readOptions(summariesApi.show, { params: { id } })
  return useChange(
    summariesApi.write,
    async ({ form_key, text, ...rest }: Writing) => {
      // an empty text would be left out of the request (000 §5); the server tidies a blank one to an empty one
      const body = { ...rest, text: text === '' ? ' ' : text }
      return (await call(summariesApi.write, { params: { id }, body, form_key })).text
    },
    (written) => client.setQueryData(queryKey, (known) => known && withText(known, written)),
  )
}
