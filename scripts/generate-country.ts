import { readFileSync, writeFileSync } from 'node:fs'
import { countryMap } from './places/country-map.ts'

// Writes web/places/country.json, the lines between provinces and the towns by rank that the maps of staff draw. Run from the
// root of the repository, after generate-outlines and generate-towns.

const FILE = 'web/places/country.json'

const content = countryMap((file) => JSON.parse(readFileSync(file, 'utf8')))
writeFileSync(FILE, content)
console.log(`${FILE}: ${content.length} bytes`)
