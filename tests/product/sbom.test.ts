import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { licenceTexts } from '../../scripts/sbom.mjs'

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

test('the licence of every bundled package is in the product, and a package without one stops the build', () => {
  const texts = readFileSync('dist/web/licences.txt', 'utf8')
  for (const { name, properties } of sbom.components.filter(
    ({ properties }) => properties[0]?.value === 'bundled',
  ))
    expect([name, properties, texts.includes(`\n${name} `)]).toEqual([name, properties, true])
  const partOf = (name: string) => texts.split(/^=+$/m).find((part) => part.includes(`\n${name} (`))
  expect(partOf('react')).toMatch(/MIT License\s+Copyright \(c\) (?:Meta|Facebook)/)
  // ships no text of its own
  expect(partOf('saxes')).toContain('Copyright (c) Louis-Dominique Dubeau')
  expect(texts).toContain('SIL OPEN FONT LICENSE')
  const folder = mkdtempSync(path.join(tmpdir(), 'licences-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(path.join(folder, 'node_modules/bare'), { recursive: true })
  writeFileSync(path.join(folder, 'node_modules/bare/package.json'), '{ "name": "bare", "version": "1.0.0" }')
  expect(() => licenceTexts(['node_modules/bare'], folder)).toThrow(
    'bare is bundled and has no licence: choose another package, or add its text to scripts/licences.',
  )
})
