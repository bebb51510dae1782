import { Switch } from '@mantine/core'
import { confirm } from '../ui/dialogs.tsx'
import { useOnce } from '../ui/useOnce.ts'

/** The words of the switch: Add MOV in a draft, a question where a return comments on the principle (S-108). */
export type SwitchWords = 'add' | 'applies'

type AddMovSwitchProps = {
  type: 'principle' | 'indicator'
  words: SwitchWords
  /** of an indicator: "3.2.1" */
  name?: string
  isOn: boolean
  /** whether there are files or texts, which turning it off deletes */
  hasFiles: boolean
  disabled: boolean
  onChange: (isOn: boolean) => Promise<void>
}

const OFF_MEANS = {
  principle: 'Off means that this principle does not apply to the site: its grade is Not Applicable.',
  indicator:
    'Off means that this indicator does not apply to the site and does not count for the grade; with every indicator off, the grade of the principle is Not Applicable.',
} as const

/** The words beside the switch; a screen reader also hears the number of an indicator. */
function Label({ type, words, name }: Pick<AddMovSwitchProps, 'type' | 'words' | 'name'>) {
  const number = name ? <span className="visually-hidden"> for {name}</span> : null
  if (words === 'add') return type === 'principle' ? 'Add MOV for this principle' : <>Add MOV{number}</>
  return (
    <>
      Does this {type} apply?{number}
    </>
  )
}

/** Add MOV on or off. Off deletes what was uploaded, so both directions ask first (001 §4, C-23). */
export function AddMovSwitch(props: AddMovSwitchProps) {
  const { type, words, isOn, hasFiles, disabled, onChange } = props

  const ask = useOnce(async () => {
    const answer = await confirm(
      isOn
        ? {
            title: `Turn off Add MOV for this ${type}?`,
            message: (
              <>
                {hasFiles ? (
                  <>
                    <p>All your uploaded MOVs will be deleted and this cannot be undone.</p>
                    <p>The texts beside them are deleted too.</p>
                  </>
                ) : null}
                <p>{OFF_MEANS[type]}</p>
              </>
            ),
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
      label={<Label {...props} />}
      description={
        type === 'principle'
          ? 'MOV, means of verification: the files that show compliance. Off means Not Applicable.'
          : undefined
      }
      size="md"
      {...(words === 'applies' ? { onLabel: 'Yes', offLabel: 'No' } : {})}
      checked={isOn}
      disabled={disabled}
      onChange={() => void ask()}
    />
  )
}
