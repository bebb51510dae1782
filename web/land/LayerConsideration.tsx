import { Loader } from '@mantine/core'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { Consideration } from './Consideration.tsx'
import { useLayerOf } from './land.calls.ts'
import styles from './Land.module.css'

/** What the layer is for, whether it is a constraint, and what it is not good for: one click from every finding. */
export function LayerConsideration({ layerId, name }: { layerId: number; name: string }) {
  // read with the page, so that a print has it
  const { data, error, refetch } = useLayerOf(layerId)
  return (
    <details className={styles.fold}>
      <summary>
        About this layer and its limits<span className="visually-hidden">: {name}</span>
      </summary>
      {data ? (
        <Consideration of={data.layer} version={data.layer.current} />
      ) : error ? (
        <LoadFailed title="The layer could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <Loader size="sm" aria-label="Loading" />
      )}
    </details>
  )
}
