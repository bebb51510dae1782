import { Box, Checkbox } from '@mantine/core'
import type { MapPart, MapSign } from './map-parts.ts'
import styles from './SiteMap.module.css'

type MapTogglesProps = {
  /** what is always on the map, without a box */
  signs: readonly MapSign[]
  parts: readonly MapPart[]
  hidden: ReadonlySet<string>
  onChange: (hidden: Set<string>) => void
}

const Sign = ({ mark, fill, label }: MapSign) => (
  <>
    <svg className={styles.sign} viewBox="0 0 24 16" aria-hidden="true">
      <rect x="2" y="2" width="20" height="12" className={mark} fill={fill && `url(#${fill})`} />
    </svg>
    {label}
  </>
)

/** What the map shows beside the boundary, each with a box to hide it; on paper the names of what is drawn. */
export function MapToggles({ signs, parts, hidden, onChange }: MapTogglesProps) {
  if (signs.length + parts.length === 0) return null
  const change = (key: string, isShown: boolean) => {
    const next = new Set(hidden)
    if (isShown) next.delete(key)
    else next.add(key)
    onChange(next)
  }
  return (
    <Box component="fieldset" mt={8} className={`plain-group ${styles.parts}`}>
      <legend>Shown on the map</legend>
      {signs.map((sign) => (
        <p key={sign.key} className={styles.part}>
          <Sign {...sign} />
        </p>
      ))}
      {parts.map(({ draw: _draw, ...sign }) => (
        <Checkbox
          key={sign.key}
          className={styles.part}
          wrapperProps={{ 'data-hidden': hidden.has(sign.key) || undefined }}
          checked={!hidden.has(sign.key)}
          onChange={(event) => change(sign.key, event.currentTarget.checked)}
          label={<Sign {...sign} />}
        />
      ))}
    </Box>
  )
}
