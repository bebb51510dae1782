import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type MailLanguageInput, mailLanguageApi } from '../../shared/users/mail-language.schema.ts'
import {
  type MailChoiceInput,
  type UserInput,
  type UserPatch,
  usersApi,
} from '../../shared/users/users.schema.ts'
import { call } from '../lib/call.ts'
import { useChange, useFresh, useRecordView } from '../lib/queries.ts'
import { OFFICES } from '../places/places.calls.ts'
import type { Deactivation } from '../ui/useStatusChange.ts'
import type { TableState } from '../ui/useTableState.ts'

/** invalidated by every change of a user: the list and the record */
const USERS = ['users'] as const

/** A page of the user list. */
export const useUsers = (query: TableState['query']) =>
  useQuery({
    queryKey: [...USERS, 'list', query],
    queryFn: ({ signal }) => call(usersApi.datatable, { query, signal }),
    placeholderData: keepPreviousData,
  })

const userQuery = (id: number) =>
  queryOptions({ queryKey: [...USERS, 'one', id], queryFn: () => call(usersApi.show, { params: { id } }) })

/** One user with every field. */
export const useUser = (id: number) => useQuery(userQuery(id))

/** Reads a user without the cache. */
export const readUser = async (id: number) => (await call(usersApi.show, { params: { id } })).user

/** The same, always refetched, for a form to start from. */
export const useFreshUser = (id: number) => useFresh(userQuery(id))

const recordUserView = (id: number) =>
  call(usersApi.view, { body: { model_name: 'User', id, event: 'View' } })

/** Records in the audit log that a user was viewed. */
export const useRecordUserView = (id: number) => useRecordView(recordUserView, { id })

const useUserChange = <Given, Reply>(change: (input: Given) => Promise<Reply>) => useChange(USERS, change)

/** Adds or edits a user. A PENRO typed for the first time becomes an office, so offices are refetched as well. */
export function useSaveUser() {
  const client = useQueryClient()
  const forgetOffices = () => void client.invalidateQueries({ queryKey: OFFICES })
  const create = useUserChange((input: { body: UserInput; form_key: string }) => call(usersApi.create, input))
  const update = useUserChange(({ id, ...input }: { id: number; body: UserPatch; form_key: string }) =>
    call(usersApi.update, { params: { id }, ...input }),
  )
  return {
    create: (body: UserInput, form_key: string) =>
      create.mutateAsync({ body, form_key }).finally(forgetOffices),
    update: (id: number, body: UserPatch, form_key: string) =>
      update.mutateAsync({ id, body, form_key }).finally(forgetOffices),
  }
}

export const useActivateUser = (id: number) =>
  useUserChange((form_key: string) => call(usersApi.activate, { params: { id }, form_key }))

export const useDeactivateUser = (id: number) =>
  useUserChange(({ form_key, ...body }: Deactivation) =>
    call(usersApi.deactivate, { params: { id }, body, form_key }),
  )

/** Mails a generated password. */
export const useResetPassword = () =>
  useUserChange((email: string) => call(usersApi.resetPassword, { body: { email } }))

const OWN_MAILS = ['own mails'] as const
const OWN_LANGUAGE = ['own language'] as const

/** The mails about records that the signed-in person receives. */
export const useOwnMails = () => useQuery({ queryKey: OWN_MAILS, queryFn: () => call(usersApi.ownMails) })

/** Saves another choice of mails. */
export const useChooseMails = () =>
  useChange(OWN_MAILS, (body: MailChoiceInput) => call(usersApi.chooseMails, { body }))

/** The language of mails to the signed-in person, and the languages there are. */
export const useOwnLanguage = () =>
  useQuery({ queryKey: OWN_LANGUAGE, queryFn: () => call(mailLanguageApi.own) })

/** Saves another language of mails. */
export const useChooseLanguage = () =>
  useChange(OWN_LANGUAGE, (body: MailLanguageInput) => call(mailLanguageApi.choose, { body }))
