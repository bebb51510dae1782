import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { oidcApi } from '../../shared/oidc/oidc.schema.ts'
import { call } from '../lib/call.ts'
import { useChange } from '../lib/queries.ts'

const IDENTITIES = ['identities'] as const

/** The identity at the provider of single sign-on that a person's account is linked to. */
export const useUserIdentity = (id: number) =>
  useQuery({
    queryKey: [...IDENTITIES, 'of', id],
    queryFn: ({ signal }) => call(oidcApi.ofUser, { params: { id }, signal }),
  })

/** Identities without an account that match a text. */
export const useUnlinkedIdentities = (search: string) =>
  useQuery({
    queryKey: [...IDENTITIES, 'unlinked', search],
    queryFn: ({ signal }) => call(oidcApi.unlinked, { query: { page: 1, length: 20, search }, signal }),
    placeholderData: keepPreviousData,
  })

/** Offers a person an identity. */
export const useLinkIdentity = (id: number) =>
  useChange(IDENTITIES, (identity_id: number) =>
    call(oidcApi.link, { params: { id }, body: { identity_id } }),
  )

/** Removes the link of a person's account. */
export const useUnlinkIdentity = (id: number) =>
  useChange(IDENTITIES, () => call(oidcApi.unlink, { params: { id } }))
