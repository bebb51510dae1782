import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { factorsApi } from '../../shared/factors/factors.schema.ts'
import { call } from '../lib/call.ts'
import { useChange } from '../lib/queries.ts'
import type { TableState } from '../ui/useTableState.ts'

/** invalidated by every change of a person's sign-in */
const SIGN_INS = ['sign-ins'] as const

/** A person's second factors, session, own computers and reset code. */
export const useUserSignIn = (id: number) =>
  useQuery({
    queryKey: [...SIGN_INS, 'of', id],
    queryFn: ({ signal }) => call(factorsApi.userSignIn, { params: { id }, signal }),
  })

/** Ends a person's session and forgets their own computers. */
export const useEndSessions = (id: number) =>
  useChange(SIGN_INS, () => call(factorsApi.endSessions, { params: { id } }))

/** Forgets one of a person's own computers. */
export const useForgetComputer = (id: number) =>
  useChange(SIGN_INS, (computerId: number) => call(factorsApi.forgetComputer, { params: { id, computerId } }))

/** Issues a reset code, or half of it; `seen` is the newest issue that the screen shows. */
export const useIssueResetCode = (id: number) =>
  useChange(SIGN_INS, (seen: string | null) =>
    call(factorsApi.issueResetCode, { params: { id }, body: { seen } }),
  )

/** A page of all reset codes. */
export const useResetCodes = (query: TableState['query']) =>
  useQuery({
    queryKey: [...SIGN_INS, 'codes', query],
    queryFn: ({ signal }) => call(factorsApi.resetCodes, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** The people of the office for whom its approver issues reset codes. */
export const useOfficePeople = (query: TableState['query']) =>
  useQuery({
    queryKey: [...SIGN_INS, 'office', query],
    queryFn: ({ signal }) => call(factorsApi.officePeople, { query, signal }),
    placeholderData: keepPreviousData,
  })
