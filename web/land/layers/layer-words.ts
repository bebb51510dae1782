import { accordingTo } from '../../../shared/land/land-states.ts'
import { LAYER_KINDS } from '../../../shared/land/layer-kinds.ts'
import type { Layer, LayerVersion, VersionState } from '../../../shared/land/layers.schema.ts'
import { formatHectares } from '../../../shared/lib/decimals.ts'
import { plural } from '../../../shared/lib/format.ts'

/** The state of a version, as people say it. */
export const VERSION_WORDS: Readonly<Record<VersionState, string>> = {
  reading: 'Being read',
  question: 'Has a question',
  refused: 'Cannot be read',
  read: 'Ready to import',
  current: 'Current',
  past: 'Past',
  discarded: 'Discarded',
}

/** "Ancestral domain: ask NCIP" */
export const kindWords = ({ kind }: Pick<Layer, 'kind'>): string => {
  const { label, asked } = LAYER_KINDS[kind]
  return asked === null ? label : `${label}; ${asked} must be asked`
}

/** "Version 2: NCIP, Mar 01, 2026" */
export const versionWords = (version: LayerVersion): string =>
  `Version ${version.number}: ${accordingTo(version)}`

/** "12 features, 4,210.50 ha" */
export const sizeWords = ({ feature_count, area_ha }: LayerVersion): string =>
  `${plural(feature_count, 'feature')}, ${formatHectares(area_ha)} ha`

/** What the sites have to do with the current version: nothing is silent that was not compared. */
export function sitesWords(layer: Layer): string[] {
  const { current, kind, not_covered, not_checked, failed, new_findings } = layer
  if (current === null) return ['No version is imported yet, so no site is compared with it.']
  if (kind === 'municipal_boundary') return ['Used by the checks of province and municipality.']
  const said = [
    not_checked > 0 ? `Not checked yet: ${plural(not_checked, 'site')}` : null,
    not_covered > 0 ? `Not covered: ${plural(not_covered, 'site')}` : null,
    failed > 0 ? `Check failed: ${plural(failed, 'site')}` : null,
    new_findings > 0 ? `New findings: ${plural(new_findings, 'approved site')}` : null,
  ].filter((one) => one !== null)
  return said.length > 0 ? said : ['All sites were compared; no new findings.']
}
