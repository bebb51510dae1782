import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
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

const DEVELOPMENT = 'cdx:npm:package:development'

/**
 * Writes what the built product consists of, in the format CycloneDX: the packages bundled into these folders, and those
 * installed beside them, each with version, licence and SHA-512. Tools are left out. `npm` is the command that runs npm.
 */
export function writeSbom([program, ...args], folders, file) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const places = folders.flatMap(takeList)
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
