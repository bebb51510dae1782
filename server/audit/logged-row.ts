/** One row of the log with every field that was written, as the database holds it; times to the microsecond. */
export type LoggedRow = {
  id: number
  created_at: string
  user_id: number | null
  user_name: string | null
  user_email: string | null
  role_name: string | null
  access_level: string | null
  region_id: number | null
  office_id: number | null
  auditable_type: string
  auditable_id: number | null
  auditable_code: string | null
  event: string
  field_change: unknown
  network_address: string | null
  request_id: string | null
}

/** Objects with their names in order, so that equal values always become equal texts. */
export const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, item]) => [name, inOrder(item)]))
}
