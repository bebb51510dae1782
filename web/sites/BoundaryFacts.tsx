import { Group, Stack } from '@mantine/core'
import type { BoundaryReport, BoundaryWarning } from '../../shared/boundary/boundary.schema.ts'
import { townWords } from '../../shared/boundary/nearest-towns.ts'
import { formatHectares, hectares } from '../../shared/lib/decimals.ts'
import { plural } from '../../shared/lib/format.ts'
import { SiteLink } from '../review/SiteLink.tsx'
import { FieldList } from '../ui/FieldList.tsx'
import { FoldedList } from '../ui/FoldedList.tsx'
import { Notice } from '../ui/Notice.tsx'

const degrees = (value: number) => value.toFixed(4)

function extent([west, south, east, north]: BoundaryReport['bbox']): string {
  return `${degrees(south)} to ${degrees(north)} N, ${degrees(west)} to ${degrees(east)} E`
}

/** A warning; the code of an overlapped site is a link if its id is known. */
function WarningWords({ warning: { message, code, site_profile_id } }: { warning: BoundaryWarning }) {
  if (!code || site_profile_id === undefined || !message.includes(code)) return message
  const at = message.indexOf(code)
  return (
    <>
      {message.slice(0, at)}
      <SiteLink id={site_profile_id}>{code}</SiteLink>
      {message.slice(at + code.length)}
    </>
  )
}

/** The overlap shapes of a report, for its map. */
export const overlapsOf = (report: BoundaryReport | null) =>
  (report?.warnings ?? []).flatMap(({ overlap }) => (overlap ? [overlap] : []))

type BoundaryWarningsProps = {
  report: BoundaryReport
  /** how many are read at once; all of them by default */
  first?: number
}

/** The warnings of a boundary, above its map; nothing without any. */
export function BoundaryWarnings({ report: { warnings }, ...shown }: BoundaryWarningsProps) {
  if (warnings.length === 0) return null
  return (
    <Notice tone="warning" title="Please check the boundary" live>
      <FoldedList
        lines={warnings.map((warning) => <WarningWords key={warning.message} warning={warning} />)}
        {...shown}
      />
      <p>Warnings inform the reviewers; they do not stop the profile.</p>
    </Notice>
  )
}

type BoundaryFactsProps = { report: BoundaryReport; declared: string }

/**
 * The text for the map: mapped beside declared area, extent, and which checks passed or were not possible and why
 * (S-125, S-138).
 */
export function BoundaryFacts({ report, declared }: BoundaryFactsProps) {
  const declaredArea = hectares(declared)
  const parts = [
    plural(report.polygon_count, 'part'),
    plural(report.hole_count, 'hole'),
    plural(report.vertex_count, 'point'),
  ]
  return (
    <Stack gap="md" mt="md">
      <Group gap="12px 40px">
        <Stack component="p" gap={0}>
          <span className="figure">{formatHectares(report.area_ha)} ha</span>
          <span className="quiet">Computed from the boundary</span>
        </Stack>
        <Stack component="p" gap={0}>
          <span className="figure">
            {declaredArea === null ? 'Not entered yet' : `${formatHectares(declaredArea)} ha`}
          </span>
          <span className="quiet">Declared project area</span>
        </Stack>
      </Group>
      <FieldList
        fields={[
          { label: 'Shape', value: parts.join(', ') },
          { label: 'Extent', value: extent(report.bbox) },
          { label: 'Nearest known towns', value: townWords(report.towns), wide: true },
        ]}
      />
      {report.checked.length > 0 ? (
        <Notice tone="success" title="Checked, no problem found:">
          <FoldedList lines={report.checked} />
        </Notice>
      ) : null}
      {report.not_checked.length > 0 ? (
        <Notice title="Not checked:">
          <FoldedList lines={report.not_checked} />
        </Notice>
      ) : null}
    </Stack>
  )
}
