import { useQuery } from '@tanstack/react-query'
import { loadConfig } from './config.ts'

/** The settings of this deployment, read once per page. */
export const useConfig = () => useQuery({ queryKey: ['config'], queryFn: loadConfig, staleTime: Infinity })
