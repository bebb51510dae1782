import { Button, Portal } from '@mantine/core'
import type { User } from '../../shared/auth/auth.schema.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import {
  canActivateUser,
  canDeactivateUser,
  canEditUser,
  canResetPassword,
} from '../../shared/users/users.policy.ts'
import { useActor } from '../app/actor.tsx'
import { ActionButton } from '../ui/ActionButton.tsx'
import { BusyOverlay } from '../ui/BusyOverlay.tsx'
import { type Field, FieldList } from '../ui/FieldList.tsx'
import { PencilIcon } from '../ui/icons.tsx'
import { WindowFoot } from '../ui/RecordWindow.tsx'
import { StatusSwitch } from '../ui/StatusSwitch.tsx'
import { useInformInactive } from '../ui/useInformInactive.ts'
import { Address } from './Address.tsx'
import styles from './users.module.css'
import { usePasswordReset, useUserSwitch } from './useUserActions.ts'

const person = (user: User): Field[] => [
  { label: 'First Name', value: user.first_name },
  { label: 'Middle Name', value: user.middle_name },
  { label: 'Last Name', value: user.last_name },
  { label: 'Sex', value: user.sex ?? 'Male' },
  { label: 'Email Address', value: <Address email={user.email} /> },
  { label: 'Access Level', value: user.access_level },
  { label: 'Role', value: user.role },
  { label: 'Region', value: user.region },
  { label: 'PENRO', value: user.penro },
]

const history = (user: User): Field[] => [
  { label: 'Date Created', value: formatDateTime(user.created_at) },
  { label: 'Created By', value: user.created_by },
  { label: 'Date Updated', value: formatDateTime(user.updated_at) },
  { label: 'Updated By', value: user.updated_by },
  { label: 'Last Login', value: user.last_logged_in ? formatDateTime(user.last_logged_in) : 'Never' },
]

const deactivation = (user: User): Field[] => [
  { label: 'Reason for Deactivation', value: user.deactivate_reason, wide: true },
  { label: 'Date Deactivated', value: formatDateTime(user.deactivated_at) },
  { label: 'Deactivated By', value: user.deactivated_by },
]

type UserDetailsProps = {
  user: User
  /** absent where nobody edits: the own profile */
  onEdit?: () => void
}

/** Everything about one user: the own profile with the way to another password, or another's with what one may do. */
export function UserDetails({ user, onEdit }: UserDetailsProps) {
  const actor = useActor()
  const status = useUserSwitch(user)
  const reset = usePasswordReset(user)
  const informInactive = useInformInactive('user')
  const editing = canEditUser(actor, user)
  const mayEdit = editing.ok || editing.why === 'state'
  const isOff = user.status === 'Deactivated'

  return (
    <>
      <Portal>
        <BusyOverlay visible={status.busy || reset.busy} />
      </Portal>
      <div className={styles.head}>
        <p className={styles.name}>
          {user.first_name} {user.last_name}
        </p>
        <StatusSwitch
          label="Account status"
          status={user.status}
          verdict={isOff ? canActivateUser(actor, user) : canDeactivateUser(actor, user)}
          onSwitch={() => void status.run()}
        />
      </div>
      {isOff ? (
        <div className={styles.off}>
          <FieldList fields={deactivation(user)} />
        </div>
      ) : null}
      <FieldList fields={person(user)} />
      <div className={styles.history}>
        <FieldList fields={history(user)} />
      </div>
      <WindowFoot>
        {actor.id === user.id ? (
          <Button component="a" href="/change-password" variant="default">
            Change password
          </Button>
        ) : (
          <ActionButton
            verdict={canResetPassword(actor, user)}
            variant="default"
            onClick={() => void reset.run()}
          >
            Reset password
          </ActionButton>
        )}
        {mayEdit && onEdit ? (
          <Button
            leftSection={<PencilIcon />}
            onClick={() => (editing.ok ? onEdit() : void informInactive())}
          >
            Edit Profile
          </Button>
        ) : null}
      </WindowFoot>
    </>
  )
}
