import { Autocomplete, Group, NativeSelect, Radio, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { isNational, type Level } from '../../shared/access/levels.ts'
import type { User } from '../../shared/auth/auth.schema.ts'
import { levelsUnder } from '../../shared/access/levels-under.ts'
import { SEXES } from '../../shared/users/users.schema.ts'
import { useActor } from '../lib/useActor.ts'
import { useOffices, useRegions } from '../places/places.calls.ts'
import { useRoleChoices } from '../roles/roles.calls.ts'
import { first, named } from '../ui/options.ts'
import { placeAt, type UserFormValues } from './user-form-values.ts'
import styles from './users.module.css'

/** help and error below the input, so that two fields side by side stay aligned */
const HELP_BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

type Form = { form: UseFormReturnType<UserFormValues> }
type FormOf = Form & { user: User | null }

/** Names and sex. */
export const PersonFields = ({ form }: Form) => (
  <fieldset className={styles.group}>
    <legend>Person</legend>
    <div className={styles.fields}>
      <TextInput
        {...form.getInputProps('first_name')}
        label="First Name"
        required
        autoComplete="off"
        data-autofocus
      />
      <TextInput {...form.getInputProps('middle_name')} label="Middle Name" autoComplete="off" />
      <TextInput {...form.getInputProps('last_name')} label="Last Name" required autoComplete="off" />
      <Radio.Group {...form.getInputProps('sex')} label="Sex" required className={styles.wide ?? ''}>
        <Group gap="8px 24px" pt={8}>
          {SEXES.map((sex) => (
            <Radio key={sex} value={sex} label={sex} />
          ))}
        </Group>
      </Radio.Group>
    </div>
  </fieldset>
)

/** The roles to choose from; the user's present role stays a choice even if it could not be given now. */
function roleOptions(roles: { id: number; name: string }[], user: User | null, level: Level | '') {
  const stored = user && user.access_level === level && !roles.some(({ id }) => id === user.role_id)
  const choices = stored ? [...roles, { id: user.role_id, name: user.role }] : roles
  return first('Select a role', named(choices))
}

/** Email address, level, and the roles of that level that the person may give (000 §6). */
export function AccountFields({ form, user }: FormOf) {
  const actor = useActor()
  const { access_level, region_id, penro } = form.values
  const choices = useRoleChoices(access_level)
  const roles = (choices.data?.roles ?? []).filter(({ assignable }) => assignable)
  const levels = levelsUnder(actor)

  const choose = (level: Level | '') => {
    const place = placeAt(actor, level, { region_id, penro })
    form.setFieldValue('access_level', level)
    form.setFieldValue('role_id', '')
    form.setFieldValue('region_id', place.region_id)
    form.setFieldValue('penro', place.penro)
  }

  return (
    <fieldset className={styles.group}>
      <legend>Account</legend>
      <div className={styles.pair}>
        <TextInput
          {...form.getInputProps('email')}
          type="email"
          label="Email Address"
          description={
            user ? 'The email address cannot be changed.' : 'The link to set a password is mailed there.'
          }
          className={styles.wide ?? ''}
          required
          disabled={user !== null}
          autoComplete="off"
        />
        <NativeSelect
          {...form.getInputProps('access_level')}
          label="Access Level"
          required
          data={[
            ...(levels.length > 1 ? [{ value: '', label: 'Select an access level' }] : []),
            ...levels.map((level) => ({ value: level, label: level })),
          ]}
          onChange={(event) => choose(event.currentTarget.value as Level | '')}
        />
        <NativeSelect
          {...form.getInputProps('role_id')}
          label="Role"
          required
          disabled={access_level === ''}
          description={choices.error ? 'The roles could not be loaded.' : undefined}
          data={roleOptions(roles, user, access_level)}
        />
      </div>
    </fieldset>
  )
}

/** Region and PENRO, as far as the level has them; fixed to the person's own for Region and PENRO staff (S-25). */
export function PlaceFields({ form }: Form) {
  const actor = useActor()
  const { access_level, region_id } = form.values
  const hasRegion = access_level !== '' && !isNational(access_level)
  const regions = useRegions().data?.data ?? []
  const offices = useOffices(access_level === 'PENRO' && region_id !== '' ? Number(region_id) : null)
  const names = [...new Set(offices.data?.data.map(({ name }) => name))]
  const regionFixed = !isNational(actor.access_level)
  const officeFixed = actor.access_level === 'PENRO'
  if (!hasRegion) return null

  return (
    <fieldset className={styles.group}>
      <legend>Place of work</legend>
      <div className={styles.pair}>
        <NativeSelect
          {...form.getInputProps('region_id')}
          label="Region"
          className={styles.wide ?? ''}
          inputWrapperOrder={HELP_BELOW}
          required
          disabled={regionFixed}
          description={regionFixed ? 'Fixed: the region of your office' : undefined}
          data={first('Select a region', named(regions))}
          onChange={(event) => {
            form.setFieldValue('region_id', event.currentTarget.value)
            form.setFieldValue('penro', '')
          }}
        />
        {access_level === 'PENRO' ? (
          <Autocomplete
            {...form.getInputProps('penro')}
            label="PENRO"
            inputWrapperOrder={HELP_BELOW}
            required
            disabled={officeFixed || region_id === ''}
            description={
              officeFixed ? 'Fixed: your own office' : 'Choose an office of the region, or type another'
            }
            data={names}
            maxDropdownHeight={240}
            autoComplete="off"
          />
        ) : null}
      </div>
    </fieldset>
  )
}
