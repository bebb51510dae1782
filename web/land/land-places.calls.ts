import { landApi } from '../../shared/land/findings.schema.ts'
import { instrumentsApi } from '../../shared/land/instruments.schema.ts'
import { findingsOf } from '../../shared/land/open-findings.ts'
import { findingLabel, instrumentLabel, type LandPlace } from '../../shared/sites/land-places.ts'
import { call } from '../lib/call.ts'

/** The findings and instruments of a profile as places of notes; without an answer of the server there are none. */
export async function landPlacesOf(site_profile_id: number): Promise<LandPlace[]> {
  const params = { id: site_profile_id }
  const [findings, instruments] = await Promise.all([
    call(landApi.show, { params }).then(
      ({ land }) => findingsOf(land),
      () => [],
    ),
    call(instrumentsApi.list, { params }).then(
      (reply) => reply.instruments,
      () => [],
    ),
  ])
  return [
    ...findings.map(({ layer, finding }) => ({
      place: { about: 'finding', land_finding_id: finding.id } as const,
      label: findingLabel({ ...finding, layer: layer.name }),
    })),
    ...instruments.map((one) => ({
      place: { about: 'instrument', land_instrument_id: one.id } as const,
      label: instrumentLabel(one),
    })),
  ]
}
