import { Button } from '@mantine/core'
import { isAuditor } from '../../shared/access/actor.ts'
import type { User } from '../../shared/auth/auth.schema.ts'
import { canSeeSignIn } from '../../shared/factors/factors.policy.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import type { UnattendedWork } from '../../shared/review/review.schema.ts'
import {
  canActivateUser,
  canDeactivateUser,
  canEditUser,
  canResetPassword,
} from '../../shared/users/users.policy.ts'
import { usersApi } from '../../shared/users/users.schema.ts'
import { useRecordView } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { AuditorNotice } from '../ui/AuditorNotice.tsx'
import { type Field, FieldList } from '../ui/FieldList.tsx'
import { Address } from '../ui/Address.tsx'
import { EditButton, RecordHead } from '../ui/RecordDetails.tsx'
import { WindowFooter } from '../ui/RecordWindow.tsx'
import { SignInPanel } from './SignInPanel.tsx'
import { OwnMails } from './OwnMails.tsx'
import { usePasswordReset, useUserSwitch } from './useUserActions.tsx'

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

type UserDetailsProps = {
  user: User
  /** the places and records without an approver if this person goes; absent on the person's own profile */
  leftAlone?: UnattendedWork
  /** absent where editing is not possible: the person's own profile */
  onEdit?: () => void
}

/** The details of a user with the actions that the policy allows; on the own profile also mails and the password. */
export function UserDetails({ user, leftAlone, onEdit }: UserDetailsProps) {
  const actor = useActor()
  const status = useUserSwitch(user, leftAlone)
  const reset = usePasswordReset(user)
  useRecordView(usersApi.view, 'User', user)
  const isOff = user.status === 'Deactivated'

  return (
    <>
      <RecordHead
        name={`${user.first_name} ${user.last_name}`}
        label="Account status"
        record={user}
        verdict={isOff ? canActivateUser(actor, user) : canDeactivateUser(actor, user)}
        onSwitch={() => void status.run()}
      />
      {isAuditor(user) ? <AuditorNotice isOwn={actor.id === user.id} /> : null}
      <FieldList fields={person(user)} />
      <div className="apart">
        <FieldList fields={history(user)} />
      </div>
      {actor.id === user.id ? <OwnMails /> : null}
      {canSeeSignIn(actor, user).ok && !user.is_break_glass ? <SignInPanel user={user} /> : null}
      <WindowFooter>
        {actor.id === user.id ? (
          <Button component="a" href="/change-password" variant="default">
            Change password
          </Button>
        ) : isOff ? null : (
          <ActionButton
            verdict={canResetPassword(actor, user)}
            variant="default"
            onClick={() => void reset.run()}
          >
            Reset password
          </ActionButton>
        )}
        {onEdit ? (
          <EditButton word="user" verdict={canEditUser(actor, user)} onEdit={onEdit}>
            Edit Profile
          </EditButton>
        ) : null}
      </WindowFooter>
    </>
  )
}
