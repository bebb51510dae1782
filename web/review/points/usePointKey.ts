import type { PointPlace } from '../../../shared/review/points.schema.ts'
import { useShortcuts } from '../../ui/useShortcuts.ts'
import { useDecision } from '../decision-context.tsx'
import { addButtonId } from './place-id.ts'

/** The place around the focused element that a point can be added to. */
const focusedButton = () =>
  document.activeElement?.closest('[data-place]')?.querySelector<HTMLElement>('[data-add-point]')

/** p opens the form for a point about the place that has the focus, or about the subject of the page. */
export function usePointKey(subject: PointPlace): void {
  const isOn = useDecision()?.mayReturn ?? false
  useShortcuts(
    isOn ? { p: () => (focusedButton() ?? document.getElementById(addButtonId(subject)))?.click() } : {},
  )
}
