import { useQuery } from '@tanstack/react-query'
import { type DemandInput, factorsApi } from '../../shared/factors/factors.schema.ts'
import { call } from '../lib/call.ts'
import { useChange } from '../lib/queries.ts'

const SIGN_IN = ['sign-in']

/** What each level demands. */
export const useDemands = () =>
  useQuery({
    queryKey: [...SIGN_IN, 'demands'],
    queryFn: ({ signal }) => call(factorsApi.demands, { signal }),
  })

export const useSetDemand = () =>
  useChange(SIGN_IN, (body: DemandInput) => call(factorsApi.setDemand, { body }))
