import { expect, test } from 'vitest'
import { publicKind } from '../../shared/land/instruments.rules.ts'
import { INSTRUMENT_KINDS, type InstrumentKind } from '../../shared/land/instrument-kinds.ts'
import { EN } from '../../shared/texts/en.ts'
import { FIL } from '../../shared/texts/fil.ts'
import { translator } from '../../shared/texts/translate.ts'
import { kindIn } from '../../shared/land/instrument-words.ts'
import { siteMapIn } from './land-words.ts'
import { LINE_LOOKS } from './site-picture.ts'

const english = translator(EN)
const [look] = LINE_LOOKS
const FACTS = {
  code: 'SITES-R04A-2031-0001',
  area_ha: 1118.5,
  towns: [
    { name: 'Lucena', point: [121.6, 13.9], km: 12.2, direction: 'north-east' },
    { name: 'Pasig', point: [121, 14.5], km: 31, direction: null },
  ],
  neighbours: [{ code: 'SITES-R04A-2031-0002', site_activity_id: 2 }],
  layers: [{ look, name: 'Lupang Ninuno', source: 'NCIP', source_date: '2030-03-01', attribution: '© NCIP' }],
} satisfies Parameters<typeof siteMapIn>[1]

test('a page and the calls name the kinds of instruments the same', () => {
  for (const kind of Object.keys(INSTRUMENT_KINDS) as InstrumentKind[])
    expect(kindIn(english, kind)).toBe(publicKind(kind))
})

test('a map is described in the language of the page, with numbers and names as they are', () => {
  expect(siteMapIn(english, FACTS)).toEqual({
    hectares: '1,118.50',
    towns: '12 km north-east of Lucena and in Pasig',
    neighbours: FACTS.neighbours,
    layers: ['As long dashes: Lupang Ninuno, according to NCIP, Mar 01, 2030. © NCIP'],
    words:
      'Map of SITES-R04A-2031-0001: 1,118.50 hectares, 12 km north-east of Lucena and in Pasig; 1 other approved site beside it. As long dashes: Lupang Ninuno.',
  })
  const { towns, words, layers } = siteMapIn(translator(FIL), { ...FACTS, neighbours: [] })
  expect(towns).toBe('12 km sa hilagang-silangan ng Lucena at nasa Pasig')
  expect(words).toMatch(/^Mapa ng SITES-R04A-2031-0001: 1,118\.50 ektarya, .+; 0 iba pang aprubadong site/)
  expect(layers).toEqual([
    'Ipinapakita ng linyang putol-putol: Lupang Ninuno, ayon sa NCIP, Mar 01, 2030. © NCIP',
  ])
})
