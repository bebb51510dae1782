import { Button } from '@mantine/core'
import { useTexts } from '../lib/texts.tsx'
import { Failure } from '../ui/Failure.tsx'
import { CodeInput, type CodeInputProps } from './CodeInput.tsx'
import styles from './Setup.module.css'

type ConfirmCodeProps = CodeInputProps & {
  busy: boolean
  /** why the form was refused, apart from its code */
  refusal: string | null
}

/** The end of a form that sets up a factor: a code of it confirms that it works. */
export function ConfirmCode({ busy, refusal, ...input }: ConfirmCodeProps) {
  const { t } = useTexts()
  return (
    <>
      <Failure sentence={refusal} />
      <div className={styles.fields}>
        <CodeInput {...input} />
        <Button type="submit" loading={busy}>
          {t('kit.confirm')}
        </Button>
      </div>
    </>
  )
}
