import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPlaces, toJsonLines } from './places/build-places.ts'
import { readPsgc } from './places/psgc-source.ts'

// Writes db/seed/{regions,provinces,cities,offices}.json. Run from the root of the repository.
const root = process.cwd()
const places = buildPlaces(readPsgc(root))

for (const [name, rows] of Object.entries(places)) {
  writeFileSync(join(root, 'db', 'seed', `${name}.json`), toJsonLines(rows))
  console.log(`db/seed/${name}.json: ${rows.length} rows`)
}
