import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'

type Props = { label: string; busy: boolean; kind?: 'primary' | 'secondary'; onPress: () => void }

/** A button whose work takes a while: it waits visibly, and cannot be pressed again. */
export function BusyButton({ label, busy, kind = 'primary', onPress }: Props) {
  const { t } = useTexts()
  return (
    <button type="button" className={controls[kind]} disabled={busy} aria-busy={busy} onClick={onPress}>
      {busy ? t('sign_in.please_wait') : label}
    </button>
  )
}
