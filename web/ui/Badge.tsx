import type { ReactNode } from 'react'

export type Tone = 'info' | 'success' | 'warning' | 'danger' | 'muted'

export type BadgeProps = {
  /** the colour of its words, edge and ground; by default it has none */
  tone?: Tone | undefined
  /** before the words, so that the state is never colour alone; an icon among the words does the same */
  mark?: 'dot' | 'ring' | 'square'
  children: ReactNode
}

/** A state as a badge: its words, and a mark or an icon. */
export const Badge = ({ tone, mark, children }: BadgeProps) => (
  <span className="badge drawn" data-tone={tone} data-mark={mark}>
    {children}
  </span>
)
