import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type MergeInput, type OfficePatch, officesApi } from '../../shared/offices/offices.schema.ts'
import { call } from '../lib/call.ts'
import { useChange } from '../lib/queries.ts'
import { OFFICES } from '../places/places.calls.ts'
import type { TableState } from '../ui/useTableState.ts'

/** A page of the list of offices. */
export const useOfficeList = (query: TableState['query']) =>
  useQuery({
    queryKey: [...OFFICES, 'list', query],
    queryFn: ({ signal }) => call(officesApi.datatable, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** Renames an office, sets its address or merges it, then refetches everything, since many lists show office names. */
export function useChangeOffice() {
  const client = useQueryClient()
  const forget = () => void client.invalidateQueries()
  const change = useChange(OFFICES, ({ id, ...input }: { id: number; body: OfficePatch; form_key: string }) =>
    call(officesApi.rename, { params: { id }, ...input }),
  )
  const merge = useChange(OFFICES, ({ id, ...input }: { id: number; body: MergeInput; form_key: string }) =>
    call(officesApi.merge, { params: { id }, ...input }),
  )
  return {
    patch: (id: number, body: OfficePatch, form_key: string) =>
      change.mutateAsync({ id, body, form_key }).finally(forget),
    merge: (id: number, body: MergeInput, form_key: string) =>
      merge.mutateAsync({ id, body, form_key }).finally(forget),
  }
}
