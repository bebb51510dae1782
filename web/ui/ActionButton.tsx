import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { sentenceOf, type Verdict } from '../../shared/lib/verdict.ts'
import { useOnce } from './useOnce.ts'

type ActionButtonProps = {
  verdict: Verdict
  /** a second press before the first has ended does nothing */
  onClick: () => unknown
  children: ReactNode
  loading?: boolean
} & Pick<ButtonProps, 'color' | 'variant' | 'size' | 'leftSection' | 'disabled'>

/** A button that obeys the policy: absent without the right, disabled with the reason in the wrong moment. */
export function ActionButton({ verdict, onClick, children, disabled = false, ...look }: ActionButtonProps) {
  const press = useOnce(onClick)
  if (!verdict.ok && (verdict.why === 'permission' || verdict.why === 'scope')) return null
  const refused = verdict.ok ? null : sentenceOf(verdict)
  // aria-disabled keeps the button reachable, so that the reason can be read
  const button = (
    <Button
      type="button"
      onClick={refused ? (event) => event.preventDefault() : () => void press()}
      {...(refused ? { 'data-disabled': true, 'aria-disabled': true, title: refused } : { disabled })}
      {...look}
    >
      {children}
      {refused ? <span className="visually-hidden">: {refused}</span> : null}
    </Button>
  )
  return refused ? <Tooltip label={refused}>{button}</Tooltip> : button
}
