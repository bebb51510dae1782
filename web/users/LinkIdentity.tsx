import { Button, Modal, Select, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import type { User } from '../../shared/auth/auth.schema.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { type Identity, oidcApi } from '../../shared/oidc/oidc.schema.ts'
import { SEARCH_DEBOUNCE_MS } from '../lib/debounces.ts'
import { useChange, useRead } from '../lib/queries.ts'
import { WindowFooter } from '../ui/RecordWindow.tsx'
import { useAction } from '../ui/useAction.ts'

type Props = { user: User; provider: string; onClose: () => void }

const labelOf = ({ name, email, last_used }: Identity): string =>
  `${[name, email].filter(Boolean).join(', ') || 'An account without a name'} (last here ${formatDateTime(last_used)})`

/** Chooses, among the people whom the provider has sent and who have no account, the one who is this person, and offers the link. */
export function LinkIdentity({ user, provider, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, SEARCH_DEBOUNCE_MS)
  const [chosen, setChosen] = useState<Identity | null>(null)
  const [error, setError] = useState<string | null>(null)
  const { data } = useRead(oidcApi.unlinked, {
    query: { page: 1, length: 20, search: chosen && typed === labelOf(chosen) ? '' : search },
  })
  const link = useChange(oidcApi.link)
  const { busy, run } = useAction()
  const found = data?.data ?? []
  const offered = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found
  const name = `${user.first_name} ${user.last_name}`

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!chosen) return setError('Choose the account to offer.')
    const body = { identity_id: chosen.id }
    if (await run(() => link.mutateAsync({ params: { id: user.id }, body }))) onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Offer ${name} a link to an account at ${provider}`}
      centered
      padding={16}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack>
          <p>
            {name} accepts the link by logging in with {provider} and then entering the password here. Names
            and addresses are what the provider says: offer an account only when its owner has told you that
            it is theirs.
          </p>
          <Select
            label={`Account at ${provider}`}
            description="People who have tried to log in and have no account here. Type to search."
            placeholder="Choose an account"
            searchable
            openOnFocus={false}
            allowDeselect={false}
            withScrollArea={false}
            filter={({ options }) => options}
            nothingFoundMessage={
              <span role="option" aria-disabled="true" aria-selected="false" tabIndex={-1}>
                No account found
              </span>
            }
            data={offered.map((one) => ({ value: String(one.id), label: labelOf(one) }))}
            value={chosen ? String(chosen.id) : null}
            onSearchChange={setTyped}
            onChange={(value) => {
              setChosen(offered.find(({ id }) => String(id) === value) ?? null)
              setError(null)
            }}
            error={error}
            data-autofocus
          />
        </Stack>
        <WindowFooter>
          <Button type="button" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Offer link
          </Button>
        </WindowFooter>
      </form>
    </Modal>
  )
}
