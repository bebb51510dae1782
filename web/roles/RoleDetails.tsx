import { Button, Portal } from '@mantine/core'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { canActivateRole, canDeactivateRole, canEditRole } from '../../shared/roles/roles.policy.ts'
import type { RoleShowReply } from '../../shared/roles/roles.schema.ts'
import { useActor } from '../app/actor.tsx'
import { BusyOverlay } from '../ui/BusyOverlay.tsx'
import { FieldList } from '../ui/FieldList.tsx'
import { PencilIcon } from '../ui/icons.tsx'
import { WindowFoot } from '../ui/RecordWindow.tsx'
import { StatusSwitch } from '../ui/StatusSwitch.tsx'
import { useInformInactive } from '../ui/useInformInactive.ts'
import { PermissionGrid } from './PermissionGrid.tsx'
import styles from './roles.module.css'
import { useRoleSwitch } from './useRoleSwitch.ts'

type RoleDetailsProps = { shown: RoleShowReply; onEdit: () => void }

/** One role: its status, who made and changed it, and what it allows. */
export function RoleDetails({ shown, onEdit }: RoleDetailsProps) {
  const { role, activated_holders } = shown
  const actor = useActor()
  const status = useRoleSwitch(role, activated_holders)
  const informInactive = useInformInactive('role')
  const editing = canEditRole(actor, role)
  const isOff = role.status === 'Deactivated'

  return (
    <>
      <Portal>
        <BusyOverlay visible={status.busy} />
      </Portal>
      <div className={styles.head}>
        <p className={styles.name}>{role.name}</p>
        <StatusSwitch
          label="Role status"
          status={role.status}
          verdict={isOff ? canActivateRole(actor, role) : canDeactivateRole(actor, role)}
          onSwitch={() => void status.run()}
        />
      </div>
      {isOff ? (
        <div className={styles.off}>
          <FieldList
            fields={[
              { label: 'Reason for Deactivation', value: role.deactivate_reason, wide: true },
              { label: 'Date Deactivated', value: formatDateTime(role.deactivated_at) },
              { label: 'Deactivated By', value: role.deactivated_by },
            ]}
          />
        </div>
      ) : null}
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
      <div className={styles.grid}>
        <PermissionGrid chosen={role.permissions} />
      </div>
      {editing.ok || editing.why === 'state' ? (
        <WindowFoot>
          <Button
            leftSection={<PencilIcon />}
            onClick={() => (editing.ok ? onEdit() : void informInactive())}
          >
            Edit Role
          </Button>
        </WindowFoot>
      ) : null}
    </>
  )
}
