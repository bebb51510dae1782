import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { onForbidden } from '../lib/call.ts'
import { Notice } from '../ui/Notice.tsx'
import { actorQuery, useActor } from '../lib/useActor.ts'

/** Shows on every page that the person's role is deactivated and why; a 403 reads the person's rights again. */
export function DeactivatedRoleNotice() {
  const client = useQueryClient()
  const { role, role_off } = useActor()
  useEffect(
    () => onForbidden(() => void client.invalidateQueries(actorQuery, { cancelRefetch: false })),
    [client],
  )
  if (!role_off) return null
  return (
    <Notice tone="warning" title={`Your role ${role} is switched off`} live>
      <p>
        Since {formatDateTime(role_off.at)}: {role_off.reason}. Until an administrator activates it again, you
        can only see and edit your own profile, change your password and log out.
      </p>
      <Button size="sm" mt="sm" onClick={() => void client.invalidateQueries(actorQuery)}>
        Check again
      </Button>
    </Notice>
  )
}
