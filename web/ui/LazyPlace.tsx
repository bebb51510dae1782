import { Loader } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'

type LazyPlaceProps = { className: string | undefined; label: string; children: ReactNode }

/** Keeps the place of a part that is loaded when the first page needs it. */
export const LazyPlace = ({ className, label, children }: LazyPlaceProps) => (
  <Suspense
    fallback={
      <div className={className}>
        <Loader aria-label={label} />
      </div>
    }
  >
    {children}
  </Suspense>
)
