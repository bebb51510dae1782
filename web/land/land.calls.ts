import { useQueryClient } from '@tanstack/react-query'
import { type Finding, landApi } from '../../shared/land/findings.schema.ts'
import { readOptions, useReadAgain } from '../lib/queries.ts'

/** Records something about a finding; its reply is shown at once, and warnings and lists are read again. */
export function useFindingChange(site_id: number) {
  const client = useQueryClient()
  const readAgain = useReadAgain()
  return async (change: Promise<{ finding: Finding }>): Promise<Finding> => {
    const { finding } = await change
    client.setQueryData(readOptions(landApi.show, { params: { id: site_id } }).queryKey, (old) => {
      if (!old) return old
      const layers = old.land.layers.map((layer) => ({
        ...layer,
        findings: layer.findings.map((one) => (one.id === finding.id ? finding : one)),
      }))
      return { land: { ...old.land, layers } }
    })
    void readAgain(landApi.explain)
    return finding
  }
}
