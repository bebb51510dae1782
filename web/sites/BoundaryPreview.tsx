import { useMemo } from 'react'
import { toMessage } from '../lib/call.ts'
import { useMunicipalities, useProvinces, useRegions } from '../places/places.calls.ts'
import { Notice } from '../ui/Notice.tsx'
import { BoundaryFacts } from './BoundaryFacts.tsx'
import { LazySiteMap } from './LazySiteMap.tsx'
import { mapSearch } from './map-search.ts'
import { overlapsOf } from './SiteBoundary.tsx'
import styles from './SiteForm.module.css'
import type { SiteFormValues } from './site-form-values.ts'
import { useBoundaryCheck } from './useBoundaryCheck.ts'
import { useOutsideMap } from './useOutsideMap.ts'

const asId = (text: string): number | null => (text === '' ? null : Number(text))

/** The chosen place by its names, for an outside map. */
function usePlaceNames(values: SiteFormValues) {
  const regionId = asId(values.region_id)
  const nameIn = (places: { id: number; name: string }[] | undefined, id: string) =>
    places?.find((place) => String(place.id) === id)?.name ?? ''
  return {
    region_id: regionId,
    city_id: asId(values.city_id),
    region: nameIn(useRegions().data?.data, values.region_id),
    province: nameIn(useProvinces(regionId).data?.data, values.province_id),
    city: nameIn(useMunicipalities(regionId, asId(values.province_id)).data?.data, values.city_id),
  }
}

/** The map while a profile is being written: the region first, the boundary as soon as its file is there. */
export function BoundaryPreview({ values, siteId }: { values: SiteFormValues; siteId: number | null }) {
  const { data, error } = useBoundaryCheck(values, siteId)
  const report = values.map_kml_id ? (data?.boundary ?? null) : null
  const overlaps = useMemo(() => overlapsOf(report), [report])
  const place = usePlaceNames(values)
  const search = mapSearch(place)
  const outside = useOutsideMap(search)
  return (
    <div>
      <LazySiteMap
        label={report ? 'Map of the uploaded boundary' : 'Map of the chosen region'}
        boundary={report?.geometry ?? null}
        hectares={report?.area_ha ?? null}
        overlaps={overlaps}
        regionId={asId(values.region_id)}
        invalidAt={report?.invalid_at ?? null}
      />
      {error ? (
        <Notice tone="danger" title="The boundary could not be drawn" live>
          {toMessage(error)}
        </Notice>
      ) : null}
      {report ? <BoundaryFacts report={report} declared={values.project_area} /> : null}
      {outside ? (
        <iframe
          className={styles.embed}
          title={`Map of ${search}`}
          src={outside}
          loading="lazy"
          referrerPolicy="no-referrer-when-downgrade"
        />
      ) : null}
    </div>
  )
}
