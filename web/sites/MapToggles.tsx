import { Checkbox } from '@mantine/core'
import type { MapPart } from './map-parts.ts'
import styles from './SiteMap.module.css'

type MapTogglesProps = {
  parts: readonly MapPart[]
  hidden: ReadonlySet<string>
  onChange: (hidden: Set<string>) => void
}

/** What the map shows beside the boundary, each with a box to hide it; on paper the names of what is drawn. */
export function MapToggles({ parts, hidden, onChange }: MapTogglesProps) {
  if (parts.length === 0) return null
  const change = (key: string, isShown: boolean) => {
    const next = new Set(hidden)
    if (isShown) next.delete(key)
    else next.add(key)
    onChange(next)
  }
  return (
    <fieldset className={styles.parts}>
      <legend>Shown on the map</legend>
      {parts.map(({ key, label, mark }) => (
        <Checkbox
          key={key}
          className={styles.part}
          wrapperProps={{ 'data-hidden': hidden.has(key) || undefined }}
          checked={!hidden.has(key)}
          onChange={(event) => change(key, event.currentTarget.checked)}
          label={
            <>
              <svg className={styles.sign} viewBox="0 0 24 16" aria-hidden="true">
                <rect x="2" y="2" width="20" height="12" className={mark} />
              </svg>
              {label}
            </>
          }
        />
      ))}
    </fieldset>
  )
}
