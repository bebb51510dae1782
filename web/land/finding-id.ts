/** The id of a finding on the page of its profile. */
export const findingElementId = (finding_id: number): string => `finding-${finding_id}`

/** The id that the address names, if it is one of a finding. */
export function findingIdInAddress(): string | null {
  const id = location.hash.slice(1)
  return /^finding-\d+$/.test(id) ? id : null
}
