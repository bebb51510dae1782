import { Box, Group, Loader } from '@mantine/core'
import { formatHectares } from '../../shared/lib/decimals.ts'
import type { BoundaryChangesReply } from '../../shared/sites/site-changes.schema.ts'
import { type SiteProfile, sitesApi } from '../../shared/sites/sites.schema.ts'
import { toMessage } from '../lib/call.ts'
import { useRead } from '../lib/queries.ts'
import { Notice } from '../ui/Notice.tsx'
import { LazySiteMap } from './LazySiteMap.tsx'

/** the upper edge of nothing */
const LINE = { w: 32, style: { borderWidth: '3px 0 0' } }

function landWords({ gained_ha, lost_ha }: BoundaryChangesReply): string {
  if (gained_ha === null || lost_ha === null)
    return 'How much land they share could not be computed; both are drawn above.'
  if (gained_ha === 0 && lost_ha === 0) return 'Both enclose the same land.'
  const gained = `${formatHectares(gained_ha)} ha are new`
  const lost = `${formatHectares(lost_ha)} ha are no longer inside`
  return gained_ha === 0 ? `${lost}.` : lost_ha === 0 ? `${gained}.` : `${gained}, ${lost}.`
}

/** The old boundary dashed and grey, the new one green, on one map; the text below says the same. */
export function BoundaryChange({ site, round }: { site: SiteProfile; round: number | null }) {
  const { data, error } = useRead(sitesApi.boundaryChanges, {
    params: { id: site.id },
    query: round === null ? {} : { round },
    version: site.revision,
  })
  if (error) return <Notice tone="danger">{toMessage(error)}</Notice>
  if (!data) return <Loader size="sm" aria-label="Loading the boundaries" />
  if (!data.old || !data.new) return <Notice>The boundary as it was when returned was not stored.</Notice>
  return (
    <>
      <LazySiteMap
        label={`Map of the boundary of ${site.code} when returned and after`}
        boundary={data.new.geometry}
        hectares={data.new.area_ha}
        before={data.old}
      />
      <Group component="ul" gap="8px 32px" aria-label="Boundaries on the map">
        <Group component="li" gap={8}>
          <Box component="span" {...LINE} bd="3px dashed var(--grade-none)" aria-hidden="true" />
          <span>
            When returned, dashed: <strong>{formatHectares(data.old.area_ha)} ha</strong>
          </span>
        </Group>
        <Group component="li" gap={8}>
          <Box component="span" {...LINE} bd="3px solid var(--leaf)" aria-hidden="true" />
          <span>
            After, solid: <strong>{formatHectares(data.new.area_ha)} ha</strong>
          </span>
        </Group>
      </Group>
      <p>{landWords(data)}</p>
    </>
  )
}
