import { Box } from '@mantine/core'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { canActivateRole, canDeactivateRole, canEditRole } from '../../shared/roles/roles.policy.ts'
import { type RoleShowReply, rolesApi } from '../../shared/roles/roles.schema.ts'
import { useRecordView } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { AuditorNotice } from '../ui/AuditorNotice.tsx'
import { FieldList } from '../ui/FieldList.tsx'
import { EditButton, RecordHead } from '../ui/RecordDetails.tsx'
import { WindowFooter } from '../ui/RecordWindow.tsx'
import { PermissionGrid } from './PermissionGrid.tsx'
import { useRoleSwitch } from './useRoleSwitch.tsx'

type RoleDetailsProps = { details: RoleShowReply; onEdit: () => void }

/** The details of a role: its status, who created and changed it, and its permissions. */
export function RoleDetails({ details, onEdit }: RoleDetailsProps) {
  const { role, activated_holders } = details
  const actor = useActor()
  const status = useRoleSwitch(details)
  useRecordView(rolesApi.view, 'Role', role)
  const isOff = role.status === 'Deactivated'

  return (
    <>
      <RecordHead
        name={role.name}
        label="Role status"
        record={role}
        verdict={isOff ? canActivateRole(actor, role) : canDeactivateRole(actor, role)}
        onSwitch={() => void status.run()}
      />
      {role.kind === 'Auditor' ? <AuditorNotice /> : null}
      <FieldList
        fields={[
          { label: 'Access Level', value: role.access_level },
          { label: 'Activated Holders', value: activated_holders },
          { label: 'Date Created', value: formatDateTime(role.created_at) },
          { label: 'Created By', value: role.created_by },
          { label: 'Date Updated', value: formatDateTime(role.updated_at) },
          { label: 'Updated By', value: role.updated_by },
        ]}
      />
      <Box mt="lg">
        <PermissionGrid chosen={role.permissions} />
      </Box>
      <WindowFooter>
        <EditButton word="role" verdict={canEditRole(actor, role)} onEdit={onEdit}>
          Edit Role
        </EditButton>
      </WindowFooter>
    </>
  )
}
