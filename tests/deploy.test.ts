import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import packageJson from '../package.json'

/** The files of an operator, held against the product: they cannot be run everywhere, and names change quietly. */
const read = (file: string) => readFileSync(file, 'utf8')
const all = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, found = '']) => found))].sort()

const config = read('server/lib/config.ts')
const SETTINGS = [
  ...new Set([...all(config, /\benv\.([A-Z_]+)/g), ...all(config, /address\(env, '([A-Z_]+)'/g)]),
].sort()
const compose = read('deploy/compose.yaml')
const kubernetes = read('deploy/kubernetes.yaml')
const container = read('deploy/Containerfile')
const guide = read('deploy/README.md')
/** what is said to others: the libraries, the database, the store */
const OF_OTHERS = /^(AWS_|POSTGRES_|MINIO_|NODE_ENV$|SITE_ADDRESS$)/
const ours = (names: string[]) => names.filter((name) => !OF_OTHERS.test(name))

describe('what an operator is given', () => {
  test('the example of settings has every setting, and no other', () => {
    expect(SETTINGS.length).toBeGreaterThan(20)
    expect(all(read('.env.example'), /^# ([A-Z_]+)=/gm)).toEqual(SETTINGS)
  })

  test('the guide speaks of every setting', () => {
    const named = all(guide, /`([A-Z][A-Z_]+)`/g)
    expect(SETTINGS.filter((name) => !named.includes(name))).toEqual([])
    expect(ours(named).filter((name) => !SETTINGS.includes(name) && name !== 'FILE')).toEqual([])
  })

  test.each([
    ['compose.yaml', all(compose, /^ {4}([A-Z][A-Z_]+): /gm)],
    ['kubernetes.yaml', all(kubernetes, /^ {2}([A-Z][A-Z_]+): /gm)],
    ['Containerfile', all(container, /([A-Z_]+)=\S/g)],
  ])('%s sets nothing the product does not know', (_file, names) => {
    expect(ours(names).length).toBeGreaterThan(2)
    expect(ours(names).filter((name) => !SETTINGS.includes(name))).toEqual([])
  })

  test('the variables of compose.yaml stand in its example, and all of those are used', () => {
    const used = all(compose, /\$\{([A-Z_]+)/g)
    const given = all(read('deploy/.env.example'), /^(?:# )?([A-Z_]+)=/gm)
    expect(given.filter((name) => !used.includes(name))).toEqual([])
    const needed = all(compose, /\$\{([A-Z_]+):\?/g)
    expect(needed.filter((name) => !given.includes(name))).toEqual([])
    expect(used.filter((name) => !given.includes(name))).toEqual(['AUDIT_FORMER_KEYS'])
  })

  test('images are named by version, and by nobody’s private host', () => {
    const images = [
      ...all(compose, /^\s*image: (\S+)$/gm),
      ...all(kubernetes, /^\s*image: (\S+)$/gm),
      ...all(container, /^FROM (\S+)/gm),
    ]
    expect(images.length).toBeGreaterThan(5)
    for (const image of images) expect(image).toMatch(/^[a-z]+(\/[a-z]+)?:(?!latest)[\w-][\w.-]*\d[\w.-]*$/)
  })

  test('commands, files and links that are named exist', () => {
    const texts = [compose, kubernetes, container, guide].join('\n')
    const entries = all(read('scripts/bundle-server.mjs'), /^ {2}'?([a-z-]+)'?: 'server\//gm)
    for (const entry of all(texts, /dist\/server\/([a-z-]+)\.mjs/g)) expect(entries).toContain(entry)
    for (const script of all(texts, /npm run ([a-z:]+)/g))
      expect(packageJson.scripts).toHaveProperty([script])
    for (const link of all(guide, /\]\(([^)#]+)\)/g))
      expect(existsSync(path.join('deploy', link)), link).toBe(true)
    for (const file of all(texts, /\b(deploy\/[\w.-]+)/g).filter((name) => !/\.env$|backups/.test(name)))
      expect(existsSync(file), file).toBe(true)
  })

  test('the manifests are indented with spaces, by twos', () => {
    for (const text of [compose, kubernetes])
      for (const line of text.split('\n')) expect(line).toMatch(/^(?: {2})*(?:\S.*)?$/)
  })
})
