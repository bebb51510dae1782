import { Loader } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'

type LazyPlaceholderProps = { className: string | undefined; label: string; children: ReactNode }

/** Keeps the place of a part that is loaded when the first page needs it. */
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
