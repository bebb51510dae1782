import styles from './Pictures.module.css'

/** The places of the charts, while they load. */
export const PicturesWaiting = () => (
  <div className={styles.pictures} role="status" aria-label="Loading the charts">
    {[styles.tall, styles.tall, styles.taller, styles.short].map((height, index) => (
      <div key={index} className={`${styles.waiting} ${height}`} />
    ))}
  </div>
)
