import { Box, Checkbox, Group } from '@mantine/core'
import { useId } from 'react'
import {
  FIXED_PERMISSIONS,
  PERMISSION_GROUPS,
  PERMISSION_KEYS,
  type PermissionKey,
} from '../../shared/access/permissions.ts'
import { sentenceOf, type Verdict } from '../../shared/lib/verdict.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './PermissionGrid.module.css'
import { shareOf, withKeys } from './permission-choice.ts'
import { FIXED_WORDS, PERMISSION_WORDS } from '../../shared/roles/permission-words.ts'

type Change = {
  onChange: (chosen: PermissionKey[]) => void
  canChange: (key: PermissionKey) => Verdict
}

type PermissionGridProps = {
  chosen: readonly PermissionKey[]
  /** absent: read only */
  change?: Change
}

const LABEL = { label: styles.label ?? '', description: 'mono', icon: styles.icon ?? '' }

const FixedGroup = () => (
  <fieldset className={styles.group}>
    <legend>User Profile</legend>
    <p className="quiet numbers">In every role, always on</p>
    {FIXED_PERMISSIONS.map((key) => (
      <Checkbox key={key} classNames={LABEL} label={FIXED_WORDS[key]} checked disabled readOnly />
    ))}
  </fieldset>
)

type SelectAllBoxProps = {
  label: string
  keys: readonly PermissionKey[]
  chosen: readonly PermissionKey[]
  change: Change
  /** id of the notice that says why some boxes are disabled */
  reason: string
}

/** One box for several keys: ticked, partly ticked or empty. It changes only the keys that may change. */
function SelectAllBox({ label, keys, chosen, change, reason }: SelectAllBoxProps) {
  const movable = keys.filter((key) => change.canChange(key).ok)
  const share = shareOf(movable, chosen)
  return (
    <Checkbox
      classNames={LABEL}
      label={label}
      checked={share === 'all'}
      indeterminate={share === 'some'}
      disabled={movable.length === 0}
      aria-describedby={movable.length < keys.length ? reason : undefined}
      onChange={() => change.onChange(withKeys(chosen, movable, share !== 'all'))}
    />
  )
}

const countOf = (keys: readonly PermissionKey[], chosen: readonly PermissionKey[]) =>
  keys.filter((key) => chosen.includes(key)).length

/** The permissions of a role, group by group; boxes that the person may not grant are disabled (000 §2, S-26). */
export function PermissionGrid({ chosen, change }: PermissionGridProps) {
  const reason = useId()
  const refusals = PERMISSION_KEYS.flatMap((key) => {
    const verdict = change?.canChange(key)
    return verdict && !verdict.ok ? [sentenceOf(verdict)] : []
  })

  return (
    <section aria-label="Permissions">
      <Group
        justify="space-between"
        gap="8px 16px"
        px="md"
        py="sm"
        bg="var(--surface-sunken)"
        className="framed"
      >
        {change ? (
          <SelectAllBox
            label="Select All"
            keys={PERMISSION_KEYS}
            chosen={chosen}
            change={change}
            reason={reason}
          />
        ) : (
          <h3 className="card-title">Permissions</h3>
        )}
        <p className="quiet numbers">
          {chosen.length} of {PERMISSION_KEYS.length} selected
        </p>
      </Group>
      {refusals.length > 0 ? (
        <Box id={reason} mt="sm">
          <Notice>{[...new Set(refusals)].join(' ')}</Notice>
        </Box>
      ) : null}
      <div className={styles.groups}>
        <FixedGroup />
        {PERMISSION_GROUPS.map(({ name, keys }) => (
          <fieldset key={name} className={styles.group}>
            <legend>{name}</legend>
            <p className="quiet numbers">
              {countOf(keys, chosen)} of {keys.length} selected
            </p>
            {change ? (
              <SelectAllBox
                label={`Select all ${name}`}
                keys={keys}
                chosen={chosen}
                change={change}
                reason={reason}
              />
            ) : null}
            {keys.map((key) => {
              const verdict = change?.canChange(key)
              const refused = verdict && !verdict.ok ? sentenceOf(verdict) : undefined
              return (
                <Checkbox
                  key={key}
                  classNames={LABEL}
                  label={PERMISSION_WORDS[key]}
                  description={key}
                  checked={chosen.includes(key)}
                  disabled={!change || refused !== undefined}
                  readOnly={!change}
                  {...(refused ? { title: refused } : {})}
                  onChange={(event) => change?.onChange(withKeys(chosen, [key], event.currentTarget.checked))}
                />
              )
            })}
          </fieldset>
        ))}
      </div>
    </section>
  )
}
