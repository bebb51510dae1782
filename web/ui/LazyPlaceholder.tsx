import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { WhenSeen } from './WhenSeen.tsx'

type LazyPlaceholderProps = { className: string | undefined; label: string; children: ReactNode }

/** Reserves the space of a large component, which is loaded when it is first near the window. */
export const LazyPlaceholder = ({ className, label, children }: LazyPlaceholderProps) => (
  <WhenSeen
    waiting={
      <div className={className}>
        <Loader aria-label={label} />
      </div>
    }
  >
    {children}
  </WhenSeen>
)
