import type { User } from '../../shared/auth/auth.schema.ts'
import { nearestNames, officeNamed } from '../../shared/offices/offices.rules.ts'
import { rolesApi } from '../../shared/roles/roles.schema.ts'
import { useRead } from '../lib/queries.ts'
import { useOffices, useRegions } from '../places/places.calls.ts'
import { confirm } from '../ui/dialogs.tsx'
import type { UserFormValues } from './user-form-values.ts'

/** `question`: to be added to the question before saving. */
type Place = { penro: string; isNew?: true; question?: string }

/**
 * Before an unknown PENRO becomes an office, asks with the nearest names (S-148); without a near name, the question
 * before saving includes it. Resolves with the office to save, or null if the person goes back to the form.
 */
export function useNewOfficeQuestion({ access_level, region_id }: UserFormValues) {
  const offices = useOffices(access_level === 'PENRO' && region_id !== '' ? Number(region_id) : null).data
    ?.data
  const region = useRegions().data?.data.find(({ id }) => String(id) === region_id)?.name ?? 'the region'
  return async ({ access_level: level, penro }: UserFormValues): Promise<Place | null> => {
    if (level !== 'PENRO' || !offices || officeNamed(penro, offices)) return { penro }
    const near = nearestNames(
      penro,
      offices.map(({ name }) => name),
    )
    const [nearest] = near
    const title = `Make a new office, ${penro}?`
    const none = `No office of ${region} has this name.`
    if (!nearest) return { penro, isNew: true, question: `${title} ${none}` }
    const answer = await confirm({
      title,
      message: `${none} The nearest: ${near.join(', ')}.`,
      confirmLabel: `Use ${nearest}`,
      otherLabel: 'Make new office',
    })
    if (!answer) return null
    return answer.isOther ? { penro, isNew: true } : { penro: nearest }
  }
}

/** Returns the name of a role: of one that the form offers, or of the user's present one. */
export function useRoleName({ access_level }: UserFormValues, user: User | null): (id: string) => string {
  const { data } = useRead(rolesApi.search, {
    query: { access_level: access_level || undefined },
    enabled: access_level !== '',
  })
  return (id) =>
    data?.roles.find((role) => String(role.id) === id)?.name ??
    (user && String(user.role_id) === id ? user.role : 'The chosen role')
}
