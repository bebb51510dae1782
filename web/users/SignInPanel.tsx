import { Box, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { User } from '../../shared/auth/auth.schema.ts'
import { canEndSessions } from '../../shared/factors/factors.policy.ts'
import {
  factorsApi,
  type OwnComputer,
  type Session,
  type UserSignIn,
} from '../../shared/factors/factors.schema.ts'
import { formatDate, formatDateTime } from '../../shared/lib/dates.ts'
import { useChange, useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { confirm } from '../ui/dialogs.tsx'
import { Loading } from '../ui/Loading.tsx'
import { useAction } from '../ui/useAction.ts'
import { IdentityOfUser } from './IdentityOfUser.tsx'
import { ResetCodeNotice } from './ResetCodeNotice.tsx'
import { useResetCodeIssue } from './useResetCodeIssue.tsx'

const KINDS: Record<UserSignIn['kinds'][number], string> = {
  app: 'Authenticator app',
  passkey: 'Passkey',
  sheet: 'Code sheet',
}

const factorsOf = ({ kinds, awaits_new_factor }: UserSignIn): string =>
  awaits_new_factor
    ? 'None: a reset code was used, and a new one must be set up'
    : kinds.map((kind) => KINDS[kind]).join(', ') || 'None'

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <span className="quiet">{label}</span>
    <Box fw={500} className="breaks">
      {children}
    </Box>
  </div>
)

const SessionText = ({ session }: { session: Session }) => (
  <>
    {session.device}, network {session.network_address ?? 'unknown'}
    <br />
    since {formatDateTime(session.created_at)}, last seen {formatDateTime(session.last_used_at)}
  </>
)

function Computer({ user, computer }: { user: User; computer: OwnComputer }) {
  const actor = useActor()
  const forget = useChange(factorsApi.forgetComputer)
  const { run } = useAction()
  const ask = async () => {
    const answer = await confirm({
      title: 'Forget this computer?',
      message: `${user.first_name} ${user.last_name} is asked for the second factor there again. They stay logged in.`,
      confirmLabel: 'Forget this computer',
    })
    const params = { id: user.id, computerId: computer.id }
    if (answer) await run(() => forget.mutateAsync({ params }))
  }
  return (
    <Group component="li" justify="space-between" gap="8px 16px">
      <span>
        {computer.device}, network {computer.network_address}
        <br />
        last used {formatDateTime(computer.last_used_at)}, remembered until {formatDate(computer.expires_at)}
      </span>
      <ActionButton verdict={canEndSessions(actor, user)} variant="default" size="compact-sm" onClick={ask}>
        Forget this computer
      </ActionButton>
    </Group>
  )
}

function EndSession({ user, signIn }: { user: User; signIn: UserSignIn }) {
  const actor = useActor()
  const end = useChange(factorsApi.endSessions)
  const { run } = useAction()
  const name = `${user.first_name} ${user.last_name}`
  const ask = async () => {
    const answer = await confirm({
      title: 'End this session?',
      message: `${name} is logged out at once, and no computer is remembered as their own. Work that was not saved stays in their browser. They can log in again.`,
      confirmLabel: 'End session',
    })
    if (answer) await run(() => end.mutateAsync({ params: { id: user.id } }))
  }
  const isNothing = signIn.sessions.length + signIn.own_computers.length === 0
  return isNothing ? null : (
    <ActionButton verdict={canEndSessions(actor, user)} variant="default" onClick={ask}>
      End session
    </ActionButton>
  )
}

function IssueCode({ user, signIn }: { user: User; signIn: UserSignIn }) {
  const { has_factor, awaits_new_factor, reset_code } = signIn
  const issue = useResetCodeIssue({
    target: { ...user, has_factor, awaits_new_factor },
    name: `${user.first_name} ${user.last_name}`,
    live: reset_code,
  })
  return has_factor || awaits_new_factor ? (
    <ActionButton verdict={issue.verdict} variant="default" onClick={issue.run}>
      {issue.label}
    </ActionButton>
  ) : null
}

/** A person's second factors, session and own computers, with what an administrator may do about them. */
export function SignInPanel({ user }: { user: User }) {
  const { data, error, refetch } = useRead(factorsApi.userSignIn, { params: { id: user.id } })
  const [session] = data?.sessions ?? []
  return (
    <Stack component="section" gap="md" className="apart" aria-labelledby="sign-in-of-user">
      <h3 id="sign-in-of-user" className="card-title">
        Sign-in
      </h3>
      {data ? (
        <>
          <ResetCodeNotice code={data.reset_code} />
          <Line label="Second Factor">{factorsOf(data)}</Line>
          <Line label="Session">{session ? <SessionText session={session} /> : 'Not logged in'}</Line>
          {data.own_computers.length > 0 ? (
            <Line label="Own Computers">
              <ul className="list">
                {data.own_computers.map((computer) => (
                  <Computer key={computer.id} user={user} computer={computer} />
                ))}
              </ul>
            </Line>
          ) : null}
          <IdentityOfUser user={user} />
          <Group gap={8}>
            <EndSession user={user} signIn={data} />
            <IssueCode user={user} signIn={data} />
          </Group>
        </>
      ) : error ? (
        <Loading error={error} onRetry={() => void refetch()} />
      ) : (
        <p className="muted">Loading…</p>
      )}
    </Stack>
  )
}
