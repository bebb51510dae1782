import { Loader } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'

type LazyPlaceholderProps = { className: string | undefined; label: string; children: ReactNode }

/** Reserves the space of a component that is loaded with the first page that needs it. */
export const LazyPlaceholder = ({ className, label, children }: LazyPlaceholderProps) => (
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
