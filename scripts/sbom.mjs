import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** written by each bundle, and removed when the list of components is made */
const LIST = 'packages.list'
/** up to the last package in a path: `node_modules/a/node_modules/@b/c` */
const PACKAGE = /(?<=^|\/)node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+(?=\/)/

/** Plugin of a bundler: writes the packages whose code or files are in the bundle, as package-lock.json names them. */
export const listPackages = () => ({
  name: 'list-packages',
  apply: 'build',
  generateBundle(_options, bundle) {
    const files = Object.values(bundle).flatMap((one) =>
      one.type === 'chunk' ? one.moduleIds : one.originalFileNames,
    )
    const places = files.flatMap((file) => PACKAGE.exec(file.replaceAll('\\', '/')) ?? [])
    this.emitFile({ type: 'asset', fileName: LIST, source: JSON.stringify([...new Set(places)].sort()) })
  },
})

const takeList = (folder) => {
  const file = path.join(folder, LIST)
  const list = JSON.parse(readFileSync(file, 'utf8'))
  rmSync(file)
  return list
}

const IS_LICENCE = /^(?:licen[cs]e|copying)\b.*(?<!\.(?:js|json|spdx))$/i
/** texts for packages that name their licence and do not have its text */
const KNOWN_TEXTS = ['(EDL-1.0 OR EPL-1.0)', 'BSD-3-Clause', 'ISC', 'MIT']
const textAt = (file) => readFileSync(new URL(file, import.meta.url), 'utf8').trim()

/** The text of a licence by its name: of ours, of one in this list, or none. */
function knownText(license) {
  if (license === 'Apache-2.0') return textAt('../LICENSE').split(/(?<=END OF TERMS AND CONDITIONS)/)[0]
  return KNOWN_TEXTS.includes(license) ? textAt(`licences/${license.match(/[\w.-]+/g).join('-')}.txt`) : null
}

function licenceOf(folder) {
  const { name, license, author } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const textsOf = (named) =>
    readdirSync(folder)
      .filter((file) => named.test(file))
      .map((file) => readFileSync(path.join(folder, file), 'utf8').trim())
  const own = textsOf(IS_LICENCE)
  const known = knownText(license)
  if (own.length === 0 && known === null)
    throw new Error(
      `${name} is bundled and has no licence: choose another package, or add its text to scripts/licences.`,
    )
  const owner = author?.name ?? author ?? `the authors of ${name}`
  const text = own.length > 0 ? own : [`Copyright (c) ${owner}\n\n${known}`]
  return { name: `${name} (${license})`, text: [...text, ...textsOf(/^notice\b/i)].join('\n\n') }
}

/** The licences of these packages as one text, each once under the names of its packages; throws if one has none. */
export function licenceTexts(places, root = '.') {
  const packages = places.map((place) => licenceOf(path.join(root, place)))
  const texts = [...new Set(packages.map(({ text }) => text))]
  const namesOf = (text) => [...new Set(packages.filter((one) => one.text === text).map(({ name }) => name))]
  const line = '='.repeat(80)
  return texts.map((text) => `${line}\n${namesOf(text).sort().join('\n')}\n\n${text}\n`).join('\n')
}

const DEVELOPMENT = 'cdx:npm:package:development'

/**
 * Writes what the built product consists of, in the format CycloneDX: the packages bundled into these folders, and those
 * installed beside them, each with version, licence and SHA-512. Tools are left out. `npm` is the command that runs npm.
 * Beside the pages it writes the licences of what is bundled.
 */
export function writeSbom([program, ...args], folders, file) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const places = folders.flatMap(takeList)
  writeFileSync('dist/web/licences.txt', licenceTexts([...new Set(places)].sort()))
  const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const bundled = new Set(places.map((place) => `${nameOf(place)}@${lock.packages[place]?.version}`))
  const asked = [...args, 'sbom', '--sbom-format=cyclonedx', '--package-lock-only']
  const { status, stdout, stderr, error } = spawnSync(program, asked, {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) throw new Error(`npm cannot list the packages: ${error?.message ?? stderr}`)
  const { metadata, components, dependencies, ...sbom } = JSON.parse(stdout)

  const delivered = components.flatMap(({ properties, ...component }) => {
    const isBundled = bundled.has(component['bom-ref'])
    const isTool = properties.some(({ name }) => name === DEVELOPMENT)
    if (isTool && !isBundled) return []
    const delivery = { name: 'delivery', value: isBundled ? 'bundled' : 'installed' }
    return [{ ...component, scope: isBundled ? 'required' : component.scope, properties: [delivery] }]
  })
  const product = metadata.component['bom-ref']
  const refs = new Set([product, ...delivered.map((component) => component['bom-ref'])])
  writeFileSync(
    file,
    JSON.stringify({
      ...sbom,
      metadata: { ...metadata, component: { ...metadata.component, type: 'application', name: lock.name } },
      components: delivered,
      dependencies: dependencies
        .filter(({ ref }) => refs.has(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
    }),
  )
}
