import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Section } from '../../shared/summaries/sections.ts'
import { summariesApi, type Summary, type SummaryText } from '../../shared/summaries/summaries.schema.ts'
import { call } from '../lib/call.ts'
import { readOptions, useReadAgain } from '../lib/queries.ts'

/** A summary with its document, as it is now. */
export const summaryRead = (id: string | number) =>
  readOptions(summariesApi.show, { params: { id }, staleTime: 0 })

type Writing = { section: Section; written_at: string | null; text: string; form_key: string }

const withText = (summary: Summary, text: SummaryText): Summary => ({
  ...summary,
  texts: [...summary.texts.filter(({ section }) => section !== text.section), text],
})

/** Writes or confirms one part. The saved text is shown at once; the document is refetched. */
export function useWriteText(id: number) {
  const client = useQueryClient()
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: async ({ form_key, text, ...rest }: Writing) => {
      // an empty text would be left out of the request (000 §5); the server tidies a blank one to an empty one
      const body = { ...rest, text: text === '' ? ' ' : text }
      const { text: written } = await call(summariesApi.write, { params: { id }, body, form_key })
      client.setQueryData(summaryRead(id).queryKey, (known) => known && withText(known, written))
      return written
    },
    onSettled: () => void readAgain(summariesApi.write),
  })
}
