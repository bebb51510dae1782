import type { RegionCount } from '../../shared/approved/approved.schema.ts'
import { useTexts } from '../lib/texts.tsx'
import styles from './RegionMap.module.css'
import { MAP_HEIGHT, MAP_WIDTH, markerOf, radiusOf } from './region-points.ts'

type Props = {
  counts: RegionCount[]
  chosen: number | undefined
  /** the address of the list for this region or, for the chosen region, of the whole list */
  hrefOf: (regionId: number) => string
}

function Marker({
  region,
  most,
  chosen,
  href,
}: {
  region: RegionCount
  most: number
  chosen: boolean
  href: string
}) {
  const { t } = useTexts()
  const marker = markerOf(region.region_id)
  if (!marker) return null
  const { at, anchor } = marker
  const words = t('list.region', { region: region.region_name, count: region.count })
  return (
    <a
      href={href}
      className={styles.marker}
      aria-label={words}
      aria-current={chosen ? 'true' : undefined}
      data-empty={region.count === 0}
    >
      <title>{words}</title>
      {anchor && <path className={styles.leader} d={`M${at.x} ${at.y}L${anchor.x} ${anchor.y}`} />}
      {anchor && <circle className={styles.anchor} cx={anchor.x} cy={anchor.y} r="2.5" />}
      <circle className={styles.target} cx={at.x} cy={at.y} r="16" />
      <circle className={styles.dot} cx={at.x} cy={at.y} r={radiusOf(region.count, most)} />
      <text x={at.x} y={at.y} dy="0.35em">
        {region.count}
      </text>
    </a>
  )
}

/**
 * One marker per region at a fixed point, sized by its count and with the count in it; a click filters the list (S-93).
 * It is SVG, so that it is visible before any script runs; the outlines come from a separate file.
 */
export function RegionMap({ counts, chosen, outlinesUrl, hrefOf }: Props & { outlinesUrl: string }) {
  const { t } = useTexts()
  const most = Math.max(...counts.map(({ count }) => count), 0)
  return (
    <svg
      className={styles.map}
      viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}
      role="group"
      aria-label={t('list.map')}
    >
      <use className={styles.graticule} href={`${outlinesUrl}#graticule`} />
      <use className={styles.land} href={`${outlinesUrl}#land`} />
      {chosen && <use className={styles.chosen} href={`${outlinesUrl}#region-${chosen}`} />}
      {counts.map((region) => (
        <Marker
          key={region.region_id}
          region={region}
          most={most}
          chosen={region.region_id === chosen}
          href={hrefOf(region.region_id)}
        />
      ))}
    </svg>
  )
}

/** The same counts as a list of links. */
export function RegionList({ counts, chosen, hrefOf }: Props) {
  const { t } = useTexts()
  return (
    <details className={styles.list}>
      <summary>{t('list.regions')}</summary>
      <ul>
        {counts.map(({ region_id, region_name, count }) => (
          <li key={region_id}>
            <a href={hrefOf(region_id)} aria-current={region_id === chosen ? 'true' : undefined}>
              {region_name}
            </a>
            <span>
              {count}
              <span className="visually-hidden"> {t('list.approved_sites')}</span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
