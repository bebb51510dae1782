import { describe, expect, test } from 'vitest'
import { withServer } from '../support/product/app.ts'
import { siteInput } from '../support/records/factories.ts'

/** Areas as people type them, at the API: what is stored, and the sentence when they are not valid. */

const t = withServer()

const AREAS = {
  emission_from_deforestation_area: 'Reducing emissions from deforestation',
  conservation_forest_carbon_stocks_area: 'Conservation of forest-carbon stocks',
} as const
type Areas = Partial<Record<keyof typeof AREAS, string>>

async function send(project_area: unknown, areas: Areas) {
  const chosen = Object.keys(areas) as (keyof typeof AREAS)[]
  const input = await siteInput(t, {
    project_area,
    emission_from_deforestation_area: undefined,
    conservation_forest_carbon_stocks_area: undefined,
    ...areas,
    redd_eligible_activities_area: chosen.map((field) => AREAS[field]),
  })
  return (await t.as('laguna.encoder')).post('/sites', input)
}

describe('areas', () => {
  test.each([
    ['1,000.50', { conservation_forest_carbon_stocks_area: '1000.5' }, 1000.5],
    ['1000.5000', { conservation_forest_carbon_stocks_area: '1,000.50' }, 1000.5],
    ['  12.5  ', { conservation_forest_carbon_stocks_area: ' 12.50 ' }, 12.5],
    ['0.0001', { conservation_forest_carbon_stocks_area: '0.0001' }, 0.0001],
    // as pasted: S-129
    ['\u202d213.02\u202c', { conservation_forest_carbon_stocks_area: '+213.02' }, 213.02],
    ['１０.５', { conservation_forest_carbon_stocks_area: '10.500000' }, 10.5],
    ['.5', { conservation_forest_carbon_stocks_area: '\u200b0.5' }, 0.5],
    ['12.', { conservation_forest_carbon_stocks_area: '12' }, 12],
    ['1 250.50', { conservation_forest_carbon_stocks_area: '1\u202f250.50' }, 1250.5],
    ['12,345', { conservation_forest_carbon_stocks_area: '12345.0' }, 12345],
    // 0.1 + 0.2, which is 0.30000000000000004 in binary fractions
    ['0.3', { emission_from_deforestation_area: '0.1', conservation_forest_carbon_stocks_area: '0.2' }, 0.3],
  ] as const)(
    '[PROFILES-29] [PROFILES-33] [S-129] %j of %j is stored exactly',
    async (area, areas, stored) => {
      const reply = await send(area, areas)
      expect(reply.statusCode, reply.body).toBe(200)
      expect(Number(reply.json().siteProfile.project_area)).toBe(stored)
    },
  )
})
