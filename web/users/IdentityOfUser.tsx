import { Group } from '@mantine/core'
import { useState } from 'react'
import type { User } from '../../shared/auth/auth.schema.ts'
import { formatDate } from '../../shared/lib/dates.ts'
import { canOfferIdentity } from '../../shared/oidc/oidc.policy.ts'
import { oidcApi } from '../../shared/oidc/oidc.schema.ts'
import { canEditUser } from '../../shared/users/users.policy.ts'
import { useChange, useRead } from '../lib/queries.ts'
import { useConfig } from '../lib/useConfig.ts'
import { useActor } from '../lib/useActor.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { confirm } from '../ui/dialogs.tsx'
import { useAction } from '../ui/useAction.ts'
import { LinkIdentity } from './LinkIdentity.tsx'

/** The person's account at the provider of single sign-on, where this deployment has one, and its link. */
export function IdentityOfUser({ user }: { user: User }) {
  const { data: config } = useConfig()
  return config?.oidc_name ? <Identity user={user} provider={config.oidc_name} /> : null
}

function Identity({ user, provider }: { user: User; provider: string }) {
  const actor = useActor()
  const params = { id: user.id }
  const { data } = useRead(oidcApi.ofUser, { params })
  const unlink = useChange(oidcApi.unlink)
  const { run } = useAction()
  const [isLinking, setLinking] = useState(false)
  const name = `${user.first_name} ${user.last_name}`
  if (!data) return null
  const { linked_at, offered_at } = data
  const identity = data.identity ?? data.offered

  const askUnlink = async () => {
    const answer = await confirm({
      title: data.identity ? 'Remove this link?' : 'Take back this offer?',
      message: data.identity
        ? `${name} can then no longer log in with ${provider}, and is logged out. The password works as before.`
        : `${name} can then no longer accept it.`,
      confirmLabel: data.identity ? 'Remove link' : 'Take back',
    })
    if (answer) await run(() => unlink.mutateAsync({ params }))
  }
  return (
    <div>
      <span className="quiet">Log in with {provider}</span>
      <Group justify="space-between" gap="8px 16px" fw={500} className="breaks">
        {identity ? (
          <>
            <span>
              {[identity.name, identity.email].filter(Boolean).join(', ') || 'An account without a name'}
              <br />
              {data.identity
                ? `linked on ${formatDate(linked_at)}`
                : `offered on ${formatDate(offered_at)}, not accepted yet`}
            </span>
            <ActionButton
              verdict={canEditUser(actor, user)}
              variant="default"
              size="compact-sm"
              onClick={askUnlink}
            >
              {data.identity ? 'Remove link' : 'Take back'}
            </ActionButton>
          </>
        ) : (
          <>
            <span>Not linked</span>
            <ActionButton
              verdict={canOfferIdentity(actor, user)}
              variant="default"
              size="compact-sm"
              onClick={async () => setLinking(true)}
            >
              Offer a link
            </ActionButton>
          </>
        )}
      </Group>
      {isLinking ? <LinkIdentity user={user} provider={provider} onClose={() => setLinking(false)} /> : null}
    </div>
  )
}
