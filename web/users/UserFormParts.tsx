import { Autocomplete, Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { isNational, type Level } from '../../shared/access/levels.ts'
import { levelsUnder } from '../../shared/access/levels-under.ts'
import type { User } from '../../shared/auth/auth.schema.ts'
import { rolesApi } from '../../shared/roles/roles.schema.ts'
import { USER } from '../../shared/users/users.fields.ts'
import { useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { useOffices, useRegions } from '../places/places.calls.ts'
import { Fields, type Inputs } from '../ui/Fields.tsx'
import { first, named, plain } from '../ui/options.ts'
import { placeAt } from './user-form-values.ts'

/** help and error below the input, so that two fields side by side stay aligned */
const HELP_BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

type FormProps = { form: UseFormReturnType<ReturnType<typeof USER.start>>; user: User | null }

/** The roles to choose from; the user's present role stays a choice even if it could not be given now. */
function roleOptions(roles: { id: number; name: string }[], user: User | null, level: Level | '') {
  const stored = user && user.access_level === level && !roles.some(({ id }) => id === user.role_id)
  const choices = stored ? [...roles, { id: user.role_id, name: user.role }] : roles
  return named(choices)
}

/**
 * The inputs of a user. The roles are those of the level that the person may give (000 §6); region and PENRO are fixed to
 * the person's own for Region and PENRO staff (S-25).
 */
function useInputs({ form, user }: FormProps): Inputs<typeof USER.fields> {
  const actor = useActor()
  const { access_level, region_id, penro } = form.values
  const choices = useRead(rolesApi.search, {
    query: { access_level: access_level || undefined },
    enabled: access_level !== '',
  })
  const roles = (choices.data?.roles ?? []).filter(({ assignable }) => assignable)
  const regions = useRegions().data?.data ?? []
  const offices = useOffices(access_level === 'PENRO' && region_id !== '' ? Number(region_id) : null)
  const names = [...new Set(offices.data?.data.map(({ name }) => name))]
  const regionFixed = !isNational(actor.access_level)
  const officeFixed = actor.access_level === 'PENRO'

  return {
    sex: (place) => (
      <Radio.Group {...place} className="wide">
        <Group gap="8px 24px" pt={8}>
          {USER.fields.sex.choices.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Group>
      </Radio.Group>
    ),
    email: ({ help, ...place }) => (
      <TextInput
        {...place}
        type="email"
        description={user ? 'The email address cannot be changed.' : help}
        className="wide"
        disabled={user !== null}
        autoComplete="off"
        onChange={(event) => place.onChange(event.currentTarget.value)}
      />
    ),
    access_level: {
      options: plain(levelsUnder(actor)),
      onChosen: (level) => {
        const place = placeAt(actor, level as Level | '', { region_id, penro })
        form.setFieldValue('role_id', '')
        form.setFieldValue('region_id', place.region_id)
        form.setFieldValue('penro', place.penro)
      },
    },
    role_id: {
      disabled: access_level === '',
      help: choices.error ? 'The roles could not be loaded.' : undefined,
      options: roleOptions(roles, user, access_level),
    },
    region_id: (place) => (
      <NativeSelect
        {...place}
        className="wide"
        inputWrapperOrder={HELP_BELOW}
        required
        disabled={regionFixed}
        description={regionFixed ? 'Fixed: the region of your office' : undefined}
        data={first(USER.fields.region_id.none, named(regions))}
        onChange={(event) => {
          place.onChange(event.currentTarget.value)
          form.setFieldValue('penro', '')
        }}
      />
    ),
    penro:
      access_level === 'PENRO'
        ? ({ help, ...place }) => (
            <Autocomplete
              {...place}
              inputWrapperOrder={HELP_BELOW}
              required
              disabled={officeFixed || region_id === ''}
              description={officeFixed ? 'Fixed: your own office' : help}
              data={names}
              maxDropdownHeight={240}
              autoComplete="off"
            />
          )
        : null,
  }
}

/** The fields of a user in groups: the person, the account, and region and PENRO as far as the level has them. */
export function UserFields({ form, user }: FormProps) {
  const inputs = useInputs({ form, user })
  const { access_level } = form.values
  const group = (legend: string, tile: 'small' | undefined, names: (keyof typeof USER.fields)[]) => (
    <fieldset className="plain-group">
      <legend>{legend}</legend>
      <div className="tiles" data-tile={tile}>
        <Fields of={USER} form={form} inputs={inputs} names={names} />
      </div>
    </fieldset>
  )
  return (
    <Stack gap={24}>
      {group('Person', 'small', ['first_name', 'middle_name', 'last_name', 'sex'])}
      {group('Account', undefined, ['email', 'access_level', 'role_id'])}
      {access_level === '' || isNational(access_level)
        ? null
        : group('Place of work', undefined, ['region_id', 'penro'])}
    </Stack>
  )
}
