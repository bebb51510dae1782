import { Switch } from '@mantine/core'
import { useDialogs } from '../ui/dialogs.tsx'
import { useOnce } from '../ui/useOnce.ts'

type AddMovSwitchProps = {
  type: 'principle' | 'indicator'
  /** of an indicator: "3.2.1" */
  name?: string
  isOn: boolean
  disabled: boolean
  onChange: (isOn: boolean) => Promise<void>
}

/** Add MOV on or off. Off deletes what was uploaded, so both ways are asked first (001 §4, C-23). */
export function AddMovSwitch({ type, name, isOn, disabled, onChange }: AddMovSwitchProps) {
  const { confirm } = useDialogs()

  const ask = useOnce(async () => {
    const answer = await confirm(
      isOn
        ? {
            title: `Turn off Add MOV for this ${type}?`,
            message: 'All your uploaded MOVs will be deleted and this cannot be undone.',
            confirmLabel: 'Turn off',
            danger: true,
          }
        : {
            title: `Turn on Add MOV for this ${type}?`,
            message: `This enables adding MOV for this ${type} and cannot be undone.`,
            confirmLabel: 'Turn on',
          },
    )
    if (answer) await onChange(!isOn)
  })

  return (
    <Switch
      label={
        type === 'principle' ? (
          'Add MOV for this principle'
        ) : (
          <>
            Add MOV<span className="visually-hidden"> for {name}</span>
          </>
        )
      }
      size="md"
      checked={isOn}
      disabled={disabled}
      onChange={() => void ask()}
    />
  )
}
