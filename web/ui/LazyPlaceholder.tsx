import { Center, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { WhenSeen } from './WhenSeen.tsx'

type LazyPlaceholderProps = {
  /** of the component, which its place has until it is there */
  height: number | string
  label: string
  /** the name of the region that is to come, so that it can be found before it is there */
  region?: string
  children: ReactNode
}

/** Reserves the space of a large component, which is loaded when it is first near the window. */
export const LazyPlaceholder = ({ height, label, region, children }: LazyPlaceholderProps) => (
  <WhenSeen
    waiting={
      <Center className="framed" h={height} {...(region ? { role: 'region', 'aria-label': region } : {})}>
        <Loader aria-label={label} />
      </Center>
    }
  >
    {children}
  </WhenSeen>
)
