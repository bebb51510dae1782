import controls from '../public/controls.module.css'

type Props = { label: string; busy: boolean; kind?: 'primary' | 'secondary'; onPress: () => void }

/** A button whose work takes a while: it waits visibly, and cannot be pressed again. */
export const BusyButton = ({ label, busy, kind = 'primary', onPress }: Props) => (
  <button type="button" className={controls[kind]} disabled={busy} aria-busy={busy} onClick={onPress}>
    {busy ? 'Please Wait...' : label}
  </button>
)
