import { Button } from '@mantine/core'
import { plural } from '../../shared/lib/format.ts'
import { trackBarHeight } from '../ui/bar-height.ts'
import styles from '../review/bulk/SelectionBar.module.css'

type TextBarProps = {
  count: number
  onReview: (reviewed: boolean) => void
  onUntick: () => void
}

/** Over the head of the texts while some are ticked, on a narrow screen at its lower edge. */
export const TextBar = ({ count, onReview, onUntick }: TextBarProps) => (
  <section
    ref={trackBarHeight}
    className={count > 0 ? styles.bar : 'visually-hidden'}
    aria-label="Review several"
  >
    <p role="status" className={styles.count}>
      {count > 0 ? `${plural(count, 'text')} ticked` : 'Nothing ticked'}
    </p>
    {count > 0 ? (
      <>
        <Button variant="default" size="xs" onClick={onUntick}>
          Untick all
        </Button>
        <Button variant="default" size="xs" onClick={() => onReview(false)}>
          Take the review back
        </Button>
        <Button size="xs" className={styles.decide ?? ''} onClick={() => onReview(true)}>
          Mark {plural(count, 'text')} as reviewed
        </Button>
      </>
    ) : null}
  </section>
)
