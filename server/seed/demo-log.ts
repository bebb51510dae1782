import type { AuditModule } from '../../shared/audit/audit.schema.ts'
import { iso, type Person } from './demo-office.ts'

type LogLine = {
  auditable_type: AuditModule
  auditable_id?: number | null
  auditable_code?: string | null
  event: string
  changes: object[]
}

/** The request number of all rows of the demo bureau: nobody made these requests. */
export const DEMO_REQUEST = 'demo'

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
  request_id: DEMO_REQUEST,
  ...line,
  field_change: JSON.stringify(changes),
})

/** The row of a login of this person: the log says of each step that its person was logged in. */
export const loginRow = (person: Person, at: number) =>
  auditRow(person, at, {
    auditable_type: 'Authentication',
    auditable_id: person.id,
    auditable_code: person.email,
    event: 'Login',
    changes: [],
  })
