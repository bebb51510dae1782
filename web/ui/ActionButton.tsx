import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { sentenceOf, type Verdict } from '../../shared/lib/verdict.ts'
import { useOnce } from './useOnce.ts'

type ActionButtonProps = {
  verdict: Verdict
  /** a second press while the first is running does nothing */
  onClick: () => unknown
  /** what a press does while it is not possible: leads to the reason */
  onRefused?: () => void
  children: ReactNode
  loading?: boolean
} & Pick<ButtonProps, 'color' | 'variant' | 'size' | 'leftSection' | 'disabled'>

/** A button that follows the policy: hidden without the right, disabled with the reason if it is not possible now. */
export function ActionButton({
  verdict,
  onClick,
  onRefused,
  children,
  disabled = false,
  ...look
}: ActionButtonProps) {
  const press = useOnce(onClick)
  if (!verdict.ok && (verdict.why === 'permission' || verdict.why === 'scope')) return null
  const refused = verdict.ok ? null : sentenceOf(verdict)
  // aria-disabled instead of disabled: the button stays focusable, so that the reason can be read
  const button = (
    <Button
      type="button"
      onClick={
        refused
          ? (event) => {
              event.preventDefault()
              onRefused?.()
            }
          : () => void press()
      }
      {...(refused ? { 'data-disabled': true, 'aria-disabled': true, title: refused } : { disabled })}
      {...look}
    >
      {children}
      {refused ? <span className="visually-hidden">: {refused}</span> : null}
    </Button>
  )
  return refused ? <Tooltip label={refused}>{button}</Tooltip> : button
}
