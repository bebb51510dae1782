import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AREAS_DO_NOT_ADD_UP } from '../../shared/sites/sites.rules.ts'
import { startApp, type TestApp } from '../support/product/app.ts'
import { siteInput } from '../support/records/factories.ts'

/** Areas as people write them, at the front door: what is stored, and the sentence where they are none. */

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const AREAS = {
  emission_from_deforestation_area: 'Reducing emissions from deforestation',
  conservation_forest_carbon_stocks_area: 'Conservation of forest-carbon stocks',
} as const
type Areas = Partial<Record<keyof typeof AREAS, string>>

/** Sends a profile of these areas. */
async function send(project_area: unknown, areas: Areas) {
  const chosen = Object.keys(areas) as (keyof typeof AREAS)[]
  const input = await siteInput(t, {
    project_area,
    ...{ emission_from_deforestation_area: undefined, conservation_forest_carbon_stocks_area: undefined },
    ...areas,
    redd_eligible_activities_area: chosen.map((field) => AREAS[field]),
  })
  return (await t.as('laguna.encoder')).post('/sites', input)
}

const NO_NUMBERS = 'abc|ten|1e3|١٠|10 00|1\n000|0x10|NaN|½'.split('|')

describe('areas', () => {
  test.each([
    ['1,000.50', { conservation_forest_carbon_stocks_area: '1000.5' }, 1000.5],
    ['1000.5000', { conservation_forest_carbon_stocks_area: '1,000.50' }, 1000.5],
    ['  12.5  ', { conservation_forest_carbon_stocks_area: ' 12.50 ' }, 12.5],
    ['0.0001', { conservation_forest_carbon_stocks_area: '0.0001' }, 0.0001],
    // as they are pasted: S-129
    ['\u202d213.02\u202c', { conservation_forest_carbon_stocks_area: '+213.02' }, 213.02],
    ['１０.５', { conservation_forest_carbon_stocks_area: '10.500000' }, 10.5],
    ['.5', { conservation_forest_carbon_stocks_area: '\u200b0.5' }, 0.5],
    ['12.', { conservation_forest_carbon_stocks_area: '12' }, 12],
    ['1 250.50', { conservation_forest_carbon_stocks_area: '1\u202f250.50' }, 1250.5],
    ['12,345', { conservation_forest_carbon_stocks_area: '12345.0' }, 12345],
    // 0.1 + 0.2, which binary fractions make 0.30000000000000004
    ['0.3', { emission_from_deforestation_area: '0.1', conservation_forest_carbon_stocks_area: '0.2' }, 0.3],
  ] as const)(
    '[PROFILES-29] [PROFILES-33] [S-129] %j of %j is stored exactly',
    async (area, areas, stored) => {
      const reply = await send(area, areas)
      expect(reply.statusCode, reply.body).toBe(200)
      expect(Number(reply.json().siteProfile.project_area)).toBe(stored)
    },
  )

  test.each<[string, string]>([
    ['-1', 'must be more than 0.'],
    ['0', 'must be more than 0.'],
    ['1.23456', 'can have at most 4 decimals.'],
    ...NO_NUMBERS.map((text): [string, string] => [text, 'must be a number.']),
  ])('[PROFILES-29] [S-115] %j is no area, with the sentence under its field', async (area, complaint) => {
    const whole = await send(area, { conservation_forest_carbon_stocks_area: '10' })
    expect(whole.statusCode).toBe(422)
    expect(whole.json().errors.project_area).toEqual([`Project Area ${complaint}`])

    const part = await send('10', { conservation_forest_carbon_stocks_area: area })
    expect(part.statusCode).toBe(422)
    const [sentence] = part.json().errors.conservation_forest_carbon_stocks_area as string[]
    expect(sentence).toBe(`Conservation of forest-carbon stocks area ${complaint}`)
  })

  test.each([
    ['0.3', { emission_from_deforestation_area: '0.1', conservation_forest_carbon_stocks_area: '0.2001' }],
    ['1,000.50', { conservation_forest_carbon_stocks_area: '1000.49' }],
  ] as const)('[PROFILES-33] %j is not the sum of %j', async (area, areas) => {
    const reply = await send(area, areas)
    expect(reply.statusCode).toBe(422)
    expect(Object.values(reply.json().errors).flat()).toEqual([AREAS_DO_NOT_ADD_UP])
  })

  test.each(['1.250,50', '12,5', '1,00', '0,345', '1 250,5', ',5', '1.250.500'])(
    '[S-129] %j could mean two numbers, and how to write it is said',
    async (area) => {
      const sentence = 'Write a point before the decimals, for example 1234.56.'
      const whole = await send(area, { conservation_forest_carbon_stocks_area: '10' })
      expect([whole.statusCode, whole.json().errors.project_area]).toEqual([422, [sentence]])
      const part = await send('10', { conservation_forest_carbon_stocks_area: area })
      expect(part.json().errors.conservation_forest_carbon_stocks_area).toEqual([sentence])
    },
  )

  test('[PROFILES-29] a blank one is required', async () => {
    for (const area of ['', '   ']) {
      const reply = await send(area, { conservation_forest_carbon_stocks_area: '10' })
      expect(reply.statusCode).toBe(422)
      expect(reply.json().errors.project_area).toEqual(['Project Area is required.'])
    }
  })
})
