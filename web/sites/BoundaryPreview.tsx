import { Box } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatHectares } from '../../shared/lib/decimals.ts'
import { plural } from '../../shared/lib/format.ts'
import { LazyFormFindings, LazyFormLandChecks } from '../land/LazyFormFindings.tsx'
import { useFormLand } from '../land/useFormLand.ts'
import { toMessage } from '../lib/call.ts'
import { useMunicipalities, usePlacePoint, useProvinces, useRegions } from '../places/places.calls.ts'
import { Notice } from '../ui/Notice.tsx'
import { usePhone } from '../ui/usePhone.ts'
import { BoundaryFacts, BoundaryWarnings, overlapsOf } from './BoundaryFacts.tsx'
import { LazySiteMap } from './LazySiteMap.tsx'
import { mapSearch } from './map-search.ts'
import { viewOfPlace } from './map-view.ts'
import { NeighbourList, outlinesOf } from './NeighbourList.tsx'
import styles from './SiteForm.module.css'
import type { SiteFormValues } from './site-form-values.ts'
import { useBoundaryCheck } from './useBoundaryCheck.ts'
import { useOutsideMap } from './useOutsideMap.ts'

const asId = (text: string): number | null => (text === '' ? null : Number(text))

/** The chosen place: its names for the outside map, its points for the product's own map. */
function useChosenPlace(values: SiteFormValues) {
  const regionId = asId(values.region_id)
  const chosenIn = <Listed extends { id: number }>(places: Listed[] | undefined, id: string) =>
    places?.find((place) => String(place.id) === id)
  const region = chosenIn(useRegions().data?.data, values.region_id)
  const province = chosenIn(useProvinces(regionId).data?.data, values.province_id)
  const city = chosenIn(useMunicipalities(regionId, asId(values.province_id)).data?.data, values.city_id)
  const search = mapSearch({
    region_id: regionId,
    city_id: asId(values.city_id),
    region: region?.name ?? '',
    province: province?.name ?? '',
    city: city?.name ?? '',
  })
  const provincePoint = usePlacePoint('province', values.province_id)
  const cityPoint = usePlacePoint('city', values.city_id)
  const place = useMemo(
    () =>
      viewOfPlace(
        province && { name: province.name, point: provincePoint },
        city && { name: city.name, point: cityPoint },
      ),
    [province, provincePoint, city, cityPoint],
  )
  return { search, ...place }
}

/**
 * The map in the form of a profile: the chosen place at first, the boundary once its file is uploaded. Its warnings come
 * first; on a phone the rest is folded, so that the next field is near.
 */
export function BoundaryPreview({ values, siteId }: { values: SiteFormValues; siteId: number | null }) {
  const { data, error } = useBoundaryCheck(values, siteId)
  const file = values.map_kml_id
  const report = file && !file.question ? (data?.boundary ?? null) : null
  const overlaps = useMemo(() => overlapsOf(report), [report])
  const neighbours = report ? data?.neighbours : undefined
  const land = report ? data?.land : undefined
  const around = report ? data?.land_around : undefined
  const landOnMap = useFormLand(
    useMemo(() => (land && around ? { layers: land, around } : undefined), [land, around]),
  )
  const drawn = useMemo(() => neighbours && outlinesOf(neighbours), [neighbours])
  const { search, view, missing } = useChosenPlace(values)
  const outside = useOutsideMap(search)
  const isPhone = usePhone()
  const [isOpen, setOpen] = useState(false)
  const warnings = (report?.warnings.length ?? 0) + (land ?? []).flatMap(({ findings }) => findings).length
  const place = view?.name ?? 'the chosen region'
  const map = () => (
    <>
      <LazySiteMap
        label={report ? 'Map of the uploaded boundary' : `Map of ${place}`}
        boundary={report?.geometry ?? null}
        hectares={report?.area_ha ?? null}
        overlaps={overlaps}
        neighbours={drawn}
        land={landOnMap}
        towns={report?.towns}
        regionId={asId(values.region_id)}
        place={view}
        invalidAt={report?.invalid_at ?? null}
      />
      {missing && !report ? (
        <Box component="p" mt={8} className="quiet">
          The map shows {view ? view.name : 'the region'}; where {missing} lies in it is not known here.
        </Box>
      ) : null}
      {report ? <BoundaryFacts report={report} declared={values.project_area} /> : null}
      <LazyFormLandChecks land={land} />
      <NeighbourList neighbours={neighbours} />
      {outside ? (
        <Box
          component="iframe"
          className="framed"
          w="100%"
          h={320}
          mt="md"
          title={`Map of ${search}`}
          src={outside}
          loading="lazy"
          referrerPolicy="no-referrer-when-downgrade"
        />
      ) : null}
    </>
  )
  return (
    <div>
      <div className={styles.mapWarnings}>
        {error ? (
          <Notice tone="danger" title="The boundary could not be drawn" live>
            {toMessage(error)}
          </Notice>
        ) : null}
        {report ? <BoundaryWarnings report={report} first={isPhone ? 1 : 2} /> : null}
        <LazyFormFindings land={land} first={isPhone ? 1 : 2} />
      </div>
      {isPhone ? (
        <details className="fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>
            {file && report
              ? `Map: ${file.name}, ${formatHectares(report.area_ha)} ha, ${plural(warnings, 'warning')}`
              : `Map of ${place}`}
          </summary>
          {isOpen ? map() : null}
        </details>
      ) : (
        map()
      )}
    </div>
  )
}
