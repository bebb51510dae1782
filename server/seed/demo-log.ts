import type { AuditModule } from '../../shared/audit/audit.schema.ts'
import { iso, type Person } from './demo-office.ts'

type LogLine = {
  auditable_type: AuditModule
  auditable_id?: number | null
  auditable_code?: string | null
  event: string
  changes: object[]
}

/** An audit row as if this person had acted at that time. */
export const auditRow = (person: Person, at: number, { changes, ...line }: LogLine) => ({
  created_at: iso(at),
  user_id: person.id,
  user_name: person.name,
  user_email: person.email,
  role_name: person.role,
  access_level: person.access_level,
  region_id: person.region_id,
  office_id: person.office_id,
  ...line,
  field_change: JSON.stringify(changes),
})
