import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { WhenSeen } from './WhenSeen.tsx'

type LazyPlaceholderProps = {
  className: string | undefined
  label: string
  /** the name of the region that is to come, so that it can be found before it is there */
  region?: string
  children: ReactNode
}

/** Reserves the space of a large component, which is loaded when it is first near the window. */
export const LazyPlaceholder = ({ className, label, region, children }: LazyPlaceholderProps) => (
  <WhenSeen
    waiting={
      <div className={className} {...(region ? { role: 'region', 'aria-label': region } : {})}>
        <Loader aria-label={label} />
      </div>
    }
  >
    {children}
  </WhenSeen>
)
