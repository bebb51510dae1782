import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import packageJson from '../package.json'
import { readReleased } from '../scripts/release/released-migrations.ts'
import { NO_KEYS, readConfig, settingNames } from '../server/lib/config.ts'
import { MEGABYTE } from '../shared/files/files.schema.ts'

/**
 * Compares an operator's files with the product: they cannot be run everywhere, and a renamed setting would go
 * unnoticed.
 */
const read = (file: string) => readFileSync(file, 'utf8')
const all = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, found = '']) => found))].sort()

const SETTINGS = settingNames()
const compose = read('deploy/compose.yaml')
const kubernetes = read('deploy/kubernetes.yaml')
const container = read('deploy/Containerfile')
const guide = read('deploy/README.md')
const oneMachine = read('deploy/one-machine.md')
const pointInTime = read('deploy/point-in-time.md')
const unit = read('deploy/safeguards.service')
const checkUnit = read('deploy/safeguards-restore-check.service')
const machineSettings = read('deploy/settings.example')
/** settings of others: the libraries, the database, the store, the build */
const OF_OTHERS = /^(AWS_|COMMIT$|POSTGRES_|MINIO_|NODE_ENV$|NODE_IMAGE$|SITE_ADDRESS$|TMPDIR$)/
const ours = (names: string[]) => names.filter((name) => !OF_OTHERS.test(name))

describe('what an operator is given', () => {
  test('the example of settings has every setting, and no other', () => {
    expect(SETTINGS.length).toBeGreaterThan(20)
    expect(all(read('.env.example'), /^# ([A-Z_]+)=/gm)).toEqual(SETTINGS)
  })

  test('the page of settings has every setting once, with the default that the product takes', () => {
    const rows = [...read('docs/operating/settings.md').matchAll(/^\| `([A-Z_]+)` \| ([^|]+) \|/gm)]
    expect(rows.map(([, name = '']) => name).sort()).toEqual(SETTINGS)
    const config = readConfig({ ...NO_KEYS, PUBLIC_URL: 'https://sis.example' }, { production: true })
    const provider = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'sis' }
    const withProvider = readConfig(
      { ...provider, ...NO_KEYS, OIDC_CLIENT_SECRET_FILE: 'package.json' },
      { production: false },
    )
    const taken: Record<string, unknown> = {
      ...config,
      upload_quota_mb: config.upload_quota_bytes / MEGABYTE,
      witness_urls: config.witnesses,
      metrics: config.metrics_public ? 'public' : 'loopback',
      ...Object.fromEntries(
        ['issuer', 'client_id', 'client_secret_file', 'name'].map((name) => [`oidc_${name}`, config.oidc]),
      ),
      oidc_new_people: withProvider.oidc?.new_people,
    }
    // generated for each installation, or derived from another setting
    const OWN = ['API_KEY', 'AUDIT_SIGNING_KEY', 'DATA_DIR', 'FACTOR_KEY', 'PUBLIC_URL']
    for (const [, name = '', told = ''] of rows.filter(([, name = '']) => !OWN.includes(name))) {
      expect(taken).toHaveProperty(name.toLowerCase())
      const value = JSON.stringify(taken[name.toLowerCase()] ?? '').replace(/["[\]]/g, '') || 'empty'
      expect(`${name} ${told.trim()} `).toMatch(new RegExp(`^${name} ${value}[ :]`))
    }
  })

  test('the page of commands has those of the operator as the program itself names them', () => {
    const named = all(read('server/operator.ts'), /npm run operator -- (.+?)(?: {2}|$)/gm)
    expect(named.length).toBeGreaterThan(10)
    expect(all(read('docs/operating/commands.md'), /`npm run operator -- ([^`]+)`/g)).toEqual(named)
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
    ['settings.example', all(machineSettings, /^(?:# )?([A-Z_]+)=/gm)],
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
      ...all(container, /^ARG NODE_IMAGE=(\S+)/gm),
    ]
    expect(images.length).toBeGreaterThan(5)
    expect(all(container, /^FROM (\S+)/gm)).toEqual(['${NODE_IMAGE}'])
    for (const image of images) expect(image).toMatch(/^[a-z]+(\/[a-z]+)?:(?!latest)[\w-][\w.-]*\d[\w.-]*$/)
  })

  test('the image is built and started as the last release, before the first one as that', () => {
    const texts = [read('deploy/Containerfile'), compose, kubernetes]
    const named = texts.flatMap((text) => all(text, /\bsafeguards:(\d[\w.-]*)/g))
    expect(named).toHaveLength(texts.length)
    const last = Object.keys(readReleased('.')).at(-1) ?? packageJson.version.replace('-dev', '')
    expect(new Set(named)).toEqual(new Set([last]))
  })

  test('commands, files and links that are named exist', () => {
    const guides = [guide, oneMachine, pointInTime]
    const texts = [compose, kubernetes, container, unit, checkUnit, ...guides].join('\n')
    const entries = all(read('scripts/bundle-server.mjs'), /^ {2}'?([a-z-]+)'?: 'server\//gm)
    for (const entry of all(texts, /dist\/server\/([a-z-]+)\.mjs/g)) expect(entries).toContain(entry)
    for (const script of all(texts, /npm run ([a-z:]+)/g))
      expect(packageJson.scripts).toHaveProperty([script])
    for (const link of guides.flatMap((text) => all(text, /\]\(([^)#]+)\)/g)))
      expect(existsSync(path.join('deploy', link)), link).toBe(true)
    for (const file of all(texts, /\b(deploy\/[\w.-]*\w)/g).filter((name) => !/\.env$|backups/.test(name)))
      expect(existsSync(file), file).toBe(true)
  })

  test('the manifests are indented with spaces, by twos', () => {
    for (const text of [compose, kubernetes])
      for (const line of text.split('\n')) expect(line).toMatch(/^(?: {2})*(?:\S.*)?$/)
  })

  test('every file that names an image says when and how it is pinned by its digest', () => {
    for (const text of [compose, kubernetes, container]) {
      const lines = text.split('\n').filter((line) => line.startsWith('#'))
      const comments = lines.map((line) => line.slice(2)).join(' ')
      expect(comments).toMatch(/\bPin (?:each before|it when you (?:build|push))\b/)
      expect(comments).toContain('@sha256:…')
    }
  })
})

function manifest(kind: string, name: string): string {
  const head = new RegExp(`^kind: ${kind}\nmetadata:\n  name: ${name}$`, 'm')
  const found = kubernetes.split('\n---\n').filter((one) => head.test(one))
  expect(found, `${kind} ${name}`).toHaveLength(1)
  return found[0] ?? ''
}

/** One service of compose.yaml, or a block at the top level. */
const block = (name: string): string =>
  new RegExp(`^((?: {2})?)${name}:(?: &\\w+)?\n(?:(?:\\1 +.*)?\n)*`, 'm').exec(compose)?.[0] ?? ''

describe('what an operator is given is closed where it can be', () => {
  const pods = [manifest('Deployment', 'product'), manifest('CronJob', 'backup')]

  test.each([
    'automountServiceAccountToken: false',
    'runAsNonRoot: true',
    'seccompProfile: { type: RuntimeDefault }',
    'allowPrivilegeEscalation: false',
    'readOnlyRootFilesystem: true',
    'capabilities: { drop: [ALL] }',
    'mountPath: /tmp',
    'limits: { memory: 1Gi }',
  ])('product and backup both run with %s', (line) => {
    for (const pod of pods) expect(pod).toContain(line)
  })

  test('nothing in the cluster talks to anything but for what is allowed to product and backup', () => {
    const closed = manifest('NetworkPolicy', 'closed')
    expect(closed).toContain('podSelector: {}\n  policyTypes: [Ingress, Egress]')
    expect(closed).not.toMatch(/^ {2}(ingress|egress):/m)
    const ports = (text: string) => all(text, /port: (\d+)/g)
    const product = manifest('NetworkPolicy', 'product')
    const [, into = '', out = ''] = product.split(/^ {2}(?:ingress|egress):$/m)
    expect(ports(into)).toEqual(['3000'])
    expect(all(into, /metadata\.name: (\S+) /g)).toEqual(['ingress-nginx', 'monitoring'])
    expect(ports(out)).toEqual(['3310', '443', '465', '53', '5432', '587'])
    const backup = manifest('NetworkPolicy', 'backup')
    expect(backup).not.toMatch(/^ {2}ingress:/m)
    expect(ports(backup)).toEqual(['443', '53', '5432'])
    for (const name of ['product', 'backup']) {
      const labels = `labels: { app: ${name} }`
      expect(pods.filter((pod) => pod.includes(labels))).toHaveLength(1)
      expect(manifest('NetworkPolicy', name)).toContain(`matchLabels: { app: ${name} }`)
    }
  })

  test('only the proxy is believed about addresses: one address here, none at all until it is set there', () => {
    const [here] = all(compose, /TRUSTED_PROXIES: (.*)$/gm)
    expect(here).toMatch(/^\d+(\.\d+){3}$/)
    expect(block('proxy')).toContain(`front: { ipv4_address: ${here} }`)
    expect(compose).toContain(`subnet: ${here?.replace(/\d+$/, '0/24')}`)
    expect(block('x-product')).toContain('networks: [front, default]')
    for (const other of ['db', 'store', 'bucket', 'mail']) expect(block(other)).not.toContain('front')
    const [there = ''] = all(kubernetes, /TRUSTED_PROXIES: (.*)$/gm)
    expect(() => readConfig({ ...NO_KEYS, TRUSTED_PROXIES: there }, { production: false })).toThrow(
      'TRUSTED_PROXIES must list addresses or networks',
    )
  })

  test('the product has an account of the database that owns its database and nothing else', () => {
    const address = all(`${compose}\n${kubernetes}`, /DATABASE_URL: (.*)$/gm).map(
      (url) => new URL(url.replaceAll(/\$\{\w+(:\?[^}]*)?\}?/g, 'secret')),
    )
    expect(address).toHaveLength(2)
    expect(block('x-product')).toMatch(/DATABASE_URL: .*\$\{POSTGRES_PRODUCT_PASSWORD:\?/)
    expect(block('x-product')).not.toContain('${POSTGRES_PASSWORD')
    const database = block('db')
    const own = /POSTGRES_USER: (\S+)/.exec(database)?.[1]
    expect(database).toContain('./database.sql:/docker-entrypoint-initdb.d/database.sql:ro')
    expect(database).toContain('POSTGRES_PRODUCT_PASSWORD: ${POSTGRES_PRODUCT_PASSWORD}')
    // the image would create it, owned by the wrong account
    expect(database).not.toContain('POSTGRES_DB')
    const setUp = read('deploy/database.sql')
    for (const { username, pathname } of address) {
      expect(username).not.toBe(own)
      expect(setUp).toContain(`create role ${username} login nosuperuser nocreatedb nocreaterole password`)
      expect(setUp).toContain(`create database ${pathname.slice(1)} owner ${username};`)
    }
    expect(setUp).not.toMatch(/^grant\b|[^o]superuser|[^o]createdb|[^o]createrole/m)
    for (const name of ['safeguards', 'postgres', 'template1'])
      expect(setUp).toMatch(new RegExp(`^revoke connect.* on database ${name} from public;$`, 'm'))
  })

  test('the product has an account of the store that can do nothing but keep the files of its bucket', () => {
    const product = block('x-product')
    expect(product).toContain('AWS_ACCESS_KEY_ID: safeguards-product')
    expect(product).toContain('AWS_SECRET_ACCESS_KEY: ${STORE_PRODUCT_PASSWORD:?')
    expect(product).not.toContain('${STORE_PASSWORD')
    const root = /MINIO_ROOT_USER: (\S+)/.exec(block('store'))?.[1]
    expect(root).toBe('safeguards')
    const setUp = block('bucket')
    for (const line of [
      'mc admin policy create store safeguards-files /store-policy.json',
      'mc admin user add store safeguards-product "$$STORE_PRODUCT_PASSWORD"',
      'mc admin policy attach store safeguards-files --user safeguards-product',
      './store-policy.json:/store-policy.json:ro',
    ])
      expect(setUp).toContain(line)
    const policy = JSON.parse(read('deploy/store-policy.json')) as {
      Statement: { Effect: string; Action: string[]; Resource: string[] }[]
    }
    const bucket = /FILES_URL: s3:\/\/([\w-]+)/.exec(compose)?.[1]
    expect(policy.Statement.flatMap(({ Resource }) => Resource)).toEqual([
      `arn:aws:s3:::${bucket}`,
      `arn:aws:s3:::${bucket}/*`,
    ])
    const actions = policy.Statement.flatMap(({ Action }) => Action)
    expect(actions.filter((action) => action.includes('*'))).toEqual([])
    for (const action of ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:ListBucket'])
      expect(actions).toContain(action)
  })
})

describe('what one machine is given', () => {
  const value = (text: string, name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1]

  test('the settings are ones with which the product starts, behind the proxy of the machine', () => {
    const given = Object.fromEntries(
      machineSettings
        .split('\n')
        .filter((line) => /^[A-Z]/.test(line))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
    const config = readConfig({ ...given, ...NO_KEYS }, { production: true })
    expect(config).toMatchObject({ host: '127.0.0.1', port: 3000, data_dir: '/var/lib/safeguards' })
    expect(read('deploy/Caddyfile.one-machine')).toContain(`reverse_proxy 127.0.0.1:${config.port} {`)
    expect(config.database_url).not.toMatch(/\/\/[^/]*@/)
    // the unit may write nowhere else
    expect(value(unit, 'StateDirectory')).toBe(path.basename(config.data_dir))
    expect(value(unit, 'ReadWritePaths')).toBe(`-${config.backup_url}`)
    expect(oneMachine).toContain(`-m 700 ${config.data_dir} ${config.backup_url}\n`)
  })

  test.each([
    'User=safeguards',
    'EnvironmentFile=/etc/safeguards/settings',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'ProtectSystem=strict',
    'ProtectHome=yes',
    'InaccessiblePaths=-/opt/safeguards/.git',
    'PrivateTmp=yes',
    'PrivateDevices=yes',
    'SystemCallFilter=@system-service',
    'UMask=0077',
  ])('product and restore check both run with %s', (line) => {
    for (const text of [unit, checkUnit]) expect(text.split('\n')).toContain(line)
  })

  test('a stop reaches the product alone, and has the time that running requests need', () => {
    expect(value(unit, 'KillMode')).toBe('mixed')
    expect(Number(value(unit, 'TimeoutStopSec'))).toBeGreaterThanOrEqual(30)
    expect(value(unit, 'Restart')).toBe('on-failure')
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute=yes/m)
  })

  test('the proxy keeps the numbers of the product from the world', () => {
    for (const file of ['deploy/Caddyfile', 'deploy/Caddyfile.one-machine'])
      expect(read(file)).toMatch(/@inside path \/metrics\n\trespond @inside 404\n/)
    expect(read('deploy/nginx.conf')).toContain('\tlocation = /metrics {\n\t\treturn 404;\n')
    expect(read('deploy/haproxy.cfg')).toContain(
      '\n  http-request deny deny_status 404 if { path /metrics }\n',
    )
  })

  test('every unit and file that the guide copies is one of this folder', () => {
    const named = all(oneMachine, /(?:deploy\/)(safeguards[\w.-]*\.(?:service|timer))/g)
    expect(named).toEqual([
      'safeguards-restore-check.service',
      'safeguards-restore-check.timer',
      'safeguards.service',
    ])
    for (const name of named) expect(existsSync(path.join('deploy', name))).toBe(true)
  })
})

describe('the script that cuts a base map', () => {
  const cut = (args: readonly string[], env: Record<string, string> = {}) =>
    spawnSync('sh', ['deploy/cut-base-map.sh', ...args], {
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', ...env },
    })

  test('prints the commands and runs nothing; a wrong use is one line', () => {
    const { status, stdout } = cut(['world.pmtiles', '/srv/country.pmtiles'], {
      BOX: '1,2,3,4',
      MAX_ZOOM: '11',
    })
    expect(status).toBe(0)
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'pmtiles extract world.pmtiles /srv/country.pmtiles.new --bbox=1,2,3,4 --maxzoom=11',
      'pmtiles verify /srv/country.pmtiles.new',
      'mv /srv/country.pmtiles.new /srv/country.pmtiles',
    ])
    expect(cut(['world.pmtiles'])).toMatchObject({ status: 2, stderr: expect.stringMatching(/^Use: .*\n$/) })
    expect(cut(['--run', 'a', 'b']).stderr).toMatch(/^The program pmtiles is not installed here/)
  })

  test('runs the operator’s own program, and leaves the old file where that fails', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'safeguards-cut-'))
    try {
      const target = path.join(folder, 'my country.pmtiles')
      const program = path.join(folder, 'pmtiles')
      const given = ['--run', 'world.pmtiles', target] as const
      const env = { PATH: `${folder}:/usr/bin:/bin` }
      writeFileSync(target, 'old')
      writeFileSync(program, '#!/bin/sh\nif [ "$1" = extract ]; then echo new > "$3"; else exit 1; fi\n')
      chmodSync(program, 0o755)
      expect(cut(given, env).status).not.toBe(0)
      expect(readFileSync(target, 'utf8')).toBe('old')
      writeFileSync(program, '#!/bin/sh\nif [ "$1" = extract ]; then echo new > "$3"; fi\n')
      expect(cut(given, env).status).toBe(0)
      expect(readFileSync(target, 'utf8')).toBe('new\n')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
