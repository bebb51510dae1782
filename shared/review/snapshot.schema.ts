import { z } from 'zod/mini'
import { Grades } from '../activities/grading.ts'

/** A file as a record held it; its bytes may be gone since (S-97). */
export const SnapshotFile = z.object({
  id: z.number(),
  name: z.string(),
  size: z.number(),
  sha256: z.string(),
})
export type SnapshotFile = z.output<typeof SnapshotFile>

const maybe = z.nullable(z.string())

/** A profile as it was submitted. Places with their names, because a name may change later. */
export const SiteSnapshot = z.object({
  province_id: z.nullable(z.number()),
  province: maybe,
  city_id: z.number(),
  city: z.string(),
  name_of_partner: z.string(),
  project_area: z.string(),
  year_implemented: z.number(),
  project_year_start: z.number(),
  project_year_end: z.number(),
  redd_eligible_activities_area: z.array(z.string()),
  emission_from_deforestation_area: maybe,
  emission_from_forest_degradation_area: maybe,
  conservation_forest_carbon_stocks_area: maybe,
  enhancement_forest_carbon_stocks_area: maybe,
  sustainable_management_of_forest_area: maybe,
  implementation_arrangement: z.string(),
  implementation_arrangement_others: maybe,
  agreement: SnapshotFile,
  map_kml: SnapshotFile,
  mapped_area_ha: z.nullable(z.number()),
})
export type SiteSnapshot = z.output<typeof SiteSnapshot>

/** An activity as it was submitted: its evidence per indicator, where Add MOV was off, and the grades it had. */
export const ActivitySnapshot = z.object({
  grades: Grades,
  disabled_principle: z.array(z.number()),
  disabled_indicator: z.array(z.string()),
  evidence: z.array(z.object({ sites_criteria_indicator_id: z.number(), files: z.array(SnapshotFile) })),
})
export type ActivitySnapshot = z.output<typeof ActivitySnapshot>
