import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Component = {
  'bom-ref': string
  type: string
  name: string
  version: string
  purl: string
  scope: string
  properties: { name: string; value: string }[]
  hashes?: { alg: string; content: string }[]
}
type Sbom = {
  bomFormat: string
  specVersion: string
  serialNumber: string
  version: number
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const sbom = JSON.parse(readFileSync('dist/sbom.cdx.json', 'utf8')) as Sbom
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { version: string; dev?: boolean; optional?: boolean }>
}
const find = (name: string) => sbom.components.filter((component) => component.name === name)

test('a build lists what it consists of, in a form that other programs read', () => {
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', version: 1 })
  expect(Number(sbom.specVersion)).toBeGreaterThanOrEqual(1.5)
  expect(sbom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(sbom.metadata.component).toMatchObject({
    type: 'application',
    name: 'redd-safeguards-information-system',
  })
  const refs = [sbom.metadata.component, ...sbom.components].map((component) => component['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  for (const { ref, dependsOn } of sbom.dependencies)
    expect([ref, ...dependsOn].filter((one) => !refs.includes(one))).toEqual([])
  for (const component of sbom.components) {
    expect(component.type).toBe('library')
    expect(component.purl).toMatch(/^pkg:npm\/[^@]+@\d/)
    expect(component.scope).toMatch(/^(?:required|optional)$/)
    expect(component.hashes?.[0]).toMatchObject({ alg: 'SHA-512' })
  }
})

test('it has what is bundled and what is installed beside, in the versions of the lockfile, and no tools', () => {
  for (const [name, delivery] of [
    ['fastify', 'installed'],
    ['sharp', 'installed'],
    ['react', 'bundled'],
    ['nodemailer', 'bundled'],
    ['@fontsource-variable/public-sans', 'bundled'],
  ] as const) {
    const [component, ...others] = find(name)
    expect([name, component?.version, others]).toEqual([name, packages[`node_modules/${name}`]?.version, []])
    expect(component?.properties).toEqual([{ name: 'delivery', value: delivery }])
  }
  for (const tool of ['vitest', 'typescript', 'vite', 'playwright-core']) expect(find(tool)).toEqual([])
  const installed = Object.entries(packages).filter(([place, { dev }]) => place !== '' && !dev)
  for (const [place, { version }] of installed) {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    expect(find(name).map((component) => component.version)).toContain(version)
  }
})
