import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import {
  type PartInput,
  type ReviewInput,
  type SaveTableInput,
  type SeenInput,
  type TextInput,
  type TextsQuery,
  type Translation,
  translationsApi,
} from '../../shared/translations/translations.schema.ts'
import { call, download } from '../lib/call.ts'
import { useChange } from '../lib/queries.ts'
import { saveReply } from '../lib/save-file.ts'

const TRANSLATIONS = ['translations'] as const

/** The languages besides English, with how much of each part is reviewed. */
export const languagesQuery = queryOptions({
  queryKey: [...TRANSLATIONS, 'languages'],
  queryFn: async ({ signal }) => (await call(translationsApi.languages, { signal })).languages,
})

/** A page of the texts of a language. */
export const useTranslations = (language: string, query: TextsQuery) =>
  useQuery({
    queryKey: [...TRANSLATIONS, 'list', language, query],
    queryFn: ({ signal }) => call(translationsApi.list, { params: { language }, query, signal }),
    placeholderData: keepPreviousData,
  })

/** Reads one text without the cache. */
export const readText = async (language: string, key: string): Promise<Translation> =>
  (await call(translationsApi.show, { params: { language, key } })).translation

type Form<Body> = { body: Body; form_key: string }

/** Corrects or reviews one text. */
export const useSaveText = (language: string, key: string) =>
  useChange(TRANSLATIONS, (input: Form<TextInput>) =>
    call(translationsApi.save, { params: { language, key }, ...input }),
  )

/** Confirms the proposed change of an official word, or takes it back. */
export const useProposal = (language: string, key: string) => {
  const params = { language, key }
  return {
    confirm: useChange(TRANSLATIONS, (input: Form<SeenInput>) =>
      call(translationsApi.confirm, { params, ...input }),
    ),
    takeBack: useChange(TRANSLATIONS, (input: Form<SeenInput>) =>
      call(translationsApi.takeBack, { params, ...input }),
    ),
  }
}

/** Marks texts as reviewed, or takes that back. */
export const useReviewTexts = (language: string) =>
  useChange(TRANSLATIONS, (input: Form<ReviewInput>) =>
    call(translationsApi.review, { params: { language }, ...input }),
  )

/** Marks every text of a part as reviewed. */
export const useReviewPart = (language: string) =>
  useChange(TRANSLATIONS, (input: Form<PartInput>) =>
    call(translationsApi.reviewPart, { params: { language }, ...input }),
  )

/** Downloads all texts of a language; returns the file name. */
export const saveTexts = (language: string) =>
  saveReply(download(translationsApi.table, { params: { language } }))

/** What an uploaded table would change; read again after a save that was refused. */
export const useCheckedTable = (language: string, table_id: number | undefined) =>
  useQuery({
    queryKey: [...TRANSLATIONS, 'check', language, table_id],
    queryFn: async ({ signal }) =>
      (await call(translationsApi.check, { params: { language }, body: { table_id: table_id ?? 0 }, signal }))
        .table,
    enabled: table_id !== undefined,
    retry: false,
    refetchOnWindowFocus: false,
    gcTime: 0,
  })

/** Saves the rows of a checked table that have no fault. */
export const useSaveTable = (language: string) =>
  useChange(TRANSLATIONS, (input: Form<SaveTableInput>) =>
    call(translationsApi.saveTable, { params: { language }, ...input }),
  )
