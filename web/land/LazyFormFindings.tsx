import { type ComponentType, lazy, Suspense } from 'react'
import type { FormLayerResult } from '../../shared/land/form-findings.ts'

type Land = {
  land: readonly FormLayerResult[] | undefined
  first?: number | undefined
}

const Findings = lazy(() =>
  import('./FormFindings.tsx').then(({ FormFindings }) => ({ default: FormFindings })),
)
const Checks = lazy(() =>
  import('./FormFindings.tsx').then(({ FormLandChecks }) => ({ default: FormLandChecks })),
)

/** Loaded once there are layers to compare a boundary with. */
const onceThereAreLayers = (Part: ComponentType<Land>) =>
  function OnceThereAreLayers(props: Land) {
    return props.land && props.land.length > 0 ? (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    ) : null
  }

/** What an uploaded boundary takes in of the layers of land. */
export const LazyFormFindings = onceThereAreLayers(Findings)
/** The layers that it was not compared with, and those where nothing was found. */
export const LazyFormLandChecks = onceThereAreLayers(Checks)
