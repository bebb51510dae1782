import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Safeguard } from '../../shared/summaries/safeguards.ts'
import type { Section } from '../../shared/summaries/sections.ts'
import {
  type StatementChoice,
  summariesApi,
  type Summary,
  type SummaryFormat,
  type SummaryInput,
  type SummaryText,
} from '../../shared/summaries/summaries.schema.ts'
import { call, download } from '../lib/call.ts'
import { useChange } from '../lib/queries.ts'
import { saveReply } from '../lib/save-file.ts'
import type { TableState } from '../ui/useTableState.ts'

/** invalidated by every change of a summary: the list, the document and its statements */
const SUMMARIES = ['summaries'] as const

/** A page of the summaries, drafts and frozen ones. */
export const useSummaries = (query: TableState['query']) =>
  useQuery({
    queryKey: [...SUMMARIES, 'list', query],
    queryFn: ({ signal }) => call(summariesApi.list, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** A summary with its document, as it is now. */
export const summaryQuery = (id: string | number) =>
  queryOptions({
    queryKey: [...SUMMARIES, 'one', String(id)],
    queryFn: ({ signal }) => call(summariesApi.show, { params: { id }, signal }),
    staleTime: 0,
  })

/** The statements that one safeguard of a draft may cite. */
export const useStatements = (id: number, safeguard: Safeguard, query: TableState['query']) =>
  useQuery({
    queryKey: [...SUMMARIES, 'statements', id, safeguard, query],
    queryFn: ({ signal }) =>
      call(summariesApi.statements, { params: { id }, query: { ...query, safeguard }, signal }),
    placeholderData: keepPreviousData,
  })

/** Saves a summary as a file; returns its name. */
export const saveSummaryFile = (id: number, format: SummaryFormat) =>
  saveReply(download(summariesApi.file, { params: { id, format } }))

const useSummaryChange = <Given, Reply>(change: (input: Given) => Promise<Reply>) =>
  useChange(SUMMARIES, change)

export const useCreateSummary = () =>
  useSummaryChange((input: { body: SummaryInput; form_key: string }) => call(summariesApi.create, input))

type Edit = { body: SummaryInput & { updated_at: string }; form_key: string }

export const useEditSummary = (id: number) =>
  useSummaryChange((input: Edit) => call(summariesApi.edit, { params: { id }, ...input }))

type Writing = { section: Section; written_at: string | null; text: string; form_key: string }

const withText = (summary: Summary, text: SummaryText): Summary => ({
  ...summary,
  texts: [...summary.texts.filter(({ section }) => section !== text.section), text],
})

/** Writes or confirms one part. The saved text is shown at once; the document is refetched. */
export function useWriteText(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ form_key, text, ...rest }: Writing) => {
      // an empty text would be left out of the request (000 §5); the server tidies a blank one to an empty one
      const body = { ...rest, text: text === '' ? ' ' : text }
      const { text: written } = await call(summariesApi.write, { params: { id }, body, form_key })
      client.setQueryData(summaryQuery(id).queryKey, (known) => known && withText(known, written))
      return written
    },
    onSettled: () => void client.invalidateQueries({ queryKey: SUMMARIES }),
  })
}

export const useChooseStatement = (id: number) =>
  useSummaryChange((body: StatementChoice) => call(summariesApi.choose, { params: { id }, body }))

export const useFreezeSummary = (id: number) =>
  useSummaryChange(
    ({ form_key, ...body }: { updated_at: string; open_comments: number[]; form_key: string }) =>
      call(summariesApi.freeze, { params: { id }, body, form_key }),
  )

export const usePublishSummary = (id: number) =>
  useSummaryChange((form_key: string) => call(summariesApi.publish, { params: { id }, form_key }))

export const useReplaceSummary = (id: number) =>
  useSummaryChange(({ form_key, ...body }: { replaces: number; form_key: string }) =>
    call(summariesApi.replace, { params: { id }, body, form_key }),
  )

export const useWithdrawSummary = (id: number) =>
  useSummaryChange(({ form_key, ...body }: { reason: string; form_key: string }) =>
    call(summariesApi.withdraw, { params: { id }, body, form_key }),
  )

/** Discards a draft. Refetches only the list, since the draft itself no longer exists. */
export function useDiscardSummary(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (form_key: string) => call(summariesApi.discard, { params: { id }, form_key }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...SUMMARIES, 'list'] }),
  })
}
