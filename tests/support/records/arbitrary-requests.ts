import fc from 'fast-check'
import type { Endpoint } from '../../../shared/access/endpoint.ts'
import { arbitraryOf, hostile, type Json, jsonSchemaOf, LONG, mutated, type Pool } from './arbitraries.ts'

const HOSTILE_IDS = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '01',
  '+1',
  'abc',
  ' ',
  '%20',
  '%00',
  '%E0%A4%A',
  '%ED%A0%80',
  '%',
  'null',
  'undefined',
  '2147483647',
  '2147483648',
  '9007199254740991',
  '9007199254740992',
  '9'.repeat(30),
  '9'.repeat(400),
  LONG,
  '..%2f..%2fetc%2fpasswd',
  '..',
  '%2e%2e%2f',
  '../../config.json',
  '1;drop table users',
  "1'--",
  '1%00',
  '__proto__',
  'constructor',
  '1/',
  '1//',
  '1/audit-logs',
  'datatable',
  'search',
  '🌳',
]
const hostileId = fc.oneof(
  fc.constantFrom(...HOSTILE_IDS),
  fc.string({ maxLength: 20 }).map(encodeURIComponent),
)

/** Texts that are not JSON, or JSON that names the prototype, or too much of it. */
const BROKEN_JSON = [
  '{',
  '}',
  '[1,',
  '{"a":}',
  "{'a':1}",
  'undefined',
  '',
  ' ',
  '\u0000',
  '"',
  'nul',
  '{"a":1}{"a":1}',
  'a=1&b=2',
  '<a/>',
  '\ufeff{}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"a":1,"a":2}',
  '123',
  '"text"',
  'true',
  'null',
  '[]',
  '{"id":1e999}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  `"${'y'.repeat(200_000)}"`,
]

const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'application/problem+json',
  'text/plain',
  'text/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'b'.repeat(400)}`,
  'multipart/form-data; boundary=x',
  '',
  'json',
  'application/octet-stream',
  '*/*',
  'application/json, text/plain',
  ';',
]

export type Payload = { text?: string; bytes?: Buffer; type?: string }

const asJson = (value: unknown): Payload => ({ text: JSON.stringify(value) ?? '', type: 'application/json' })

/** Bodies: valid examples, changed ones, ones made from the schema, and texts that are not JSON. */
export function bodies(endpoint: Endpoint, pool: Pool, sound: fc.Arbitrary<unknown>): fc.Arbitrary<Payload> {
  const made = endpoint.body ? arbitraryOf(jsonSchemaOf(endpoint.body), pool) : hostile
  return fc.oneof(
    { weight: 3, arbitrary: sound.map(asJson) },
    { weight: 6, arbitrary: mutated(sound).map(asJson) },
    { weight: 4, arbitrary: made.map(asJson) },
    { weight: 4, arbitrary: mutated(made).map(asJson) },
    { weight: 1, arbitrary: hostile.map(asJson) },
    {
      weight: 2,
      arbitrary: fc.record({
        text: fc.constantFrom(...BROKEN_JSON),
        type: fc.constantFrom(...CONTENT_TYPES),
      }),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(sound, fc.constantFrom(...CONTENT_TYPES))
        .map(([value, type]) => ({ text: JSON.stringify(value), type })),
    },
    { weight: 1, arbitrary: fc.constant<Payload>({}) },
  )
}

const RAW_QUERIES = [
  'search=%00',
  'search=%ED%A0%80',
  'search=%',
  'search=%zz',
  '%',
  '&&&=',
  '=',
  'page=1&page=2',
  'page[]=1',
  'page[a]=1',
  '?',
  '#',
  'order[0][column]=__proto__',
  'order[0][column]=constructor&order[0][dir]=desc',
  'order[999999][column]=id',
  'order[0]=x',
  'order=x',
  'order[0][column]=id;drop table users',
  'order[0][column]=users.password_hash',
  'order[0][dir]=sideways',
  'order[0][column][0]=a',
  '__proto__[x]=1',
  '__proto__=1',
  'constructor[prototype][x]=1',
  'toString=1',
  'page=0',
  'page=-1',
  'page=1.5',
  'page=1e9',
  'page=9007199254740993',
  'length=0',
  'length=-1',
  'length=1000000',
  'length=NaN',
  'page=Infinity',
  "search=' or 1=1 --",
  'search=%25',
  'search=_',
  'search=%5C',
  `search=${LONG}`,
  'search=%F0%9F%8C%B3',
  'search=%C3%B1',
]

/** Query strings: fields of the schema with valid or hostile values, and raw texts that no program would write. */
export function queries(endpoint: Endpoint, pool: Pool): fc.Arbitrary<string> {
  const raw = fc.constantFrom('', ...RAW_QUERIES)
  if (!endpoint.query) return fc.oneof({ weight: 8, arbitrary: fc.constant('') }, raw)
  const schema = jsonSchemaOf(endpoint.query)
  const names = [...Object.keys((schema.properties ?? {}) as Json), 'page', 'length', 'search']
  const made = arbitraryOf(schema, pool).map((value) => pairs(value as Json))
  const odd = fc
    .array(fc.tuple(fc.constantFrom(...names), hostile), { maxLength: 4 })
    .map((fields) => pairs(Object.fromEntries(fields)))
  return fc.oneof(
    { weight: 3, arbitrary: made },
    { weight: 2, arbitrary: odd },
    { weight: 3, arbitrary: raw },
  )
}

function pairs(fields: Json): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'order' && Array.isArray(value))
      for (const [index, one] of value.entries()) {
        query.append(`order[${index}][column]`, String((one as Json | null)?.column))
        query.append(`order[${index}][dir]`, String((one as Json | null)?.dir))
      }
    else if (value !== undefined)
      query.append(name, typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
  }
  return query.toString()
}

/** The existing ids for this part of a path: those of the longest matching prefix in the pool. */
function knownIds(path: string, part: string, pool: Pool): readonly (string | number)[] {
  const mark = `${part} of `
  const starts = Object.keys(pool).filter(
    (key) => key.startsWith(mark) && path.startsWith(`/${key.slice(mark.length)}/`),
  )
  const best = starts.sort((a, b) => b.length - a.length)[0]
  return pool[best ?? part] ?? [1, 2, 3]
}

/** The path of a call with every part filled in, mostly with ids that exist. */
export function paths(endpoint: Endpoint, pool: Pool): fc.Arbitrary<string> {
  const parts = endpoint.path.split('/').map((part): fc.Arbitrary<string> => {
    if (!part.startsWith(':')) return fc.constant(part)
    const known = knownIds(endpoint.path, part, pool)
    return fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...known.map(String)) },
      { weight: 2, arbitrary: hostileId },
    )
  })
  return fc.tuple(...parts).map((filled) => filled.join('/'))
}

const NAMES = [
  'a.pdf',
  'a.PDF',
  'a.kml',
  'a.csv',
  'a.png',
  'a.jpeg',
  'a.shp',
  'a',
  '',
  '.pdf',
  'a.pdf.exe',
  '../../etc/passwd.pdf',
  '..\\..\\a.kml',
  '/etc/passwd',
  'ñ-🌳.pdf',
  'a\u202efdp.exe',
  `${'n'.repeat(300)}.pdf`,
  'a b;c="d".pdf',
  'a%00.pdf',
  'CON.pdf',
  '  .csv',
  'a\tb.csv',
]
const CONTENTS = [
  '',
  '%PDF-1.4\n%%EOF\n',
  '%PDF-1.4',
  'name,hectares\r\n1,2\r\n',
  '\u0000\u0000',
  '<kml xmlns="http://www.opengis.net/kml/2.2"/>',
  '<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]><kml>&x;</kml>',
  '<kml>',
  'GIF89a',
  LONG,
  '=cmd|calc!A1,1\n',
  '\ufeffa,b\n',
]

/** Multipart bodies: valid, of another kind, truncated, in another field, with several files or none. */
export const uploads: fc.Arbitrary<Payload> = fc
  .record({
    field: fc.oneof(
      { weight: 6, arbitrary: fc.constant('file') },
      fc.constantFrom('files', '', '__proto__', 'file[]', LONG),
    ),
    name: fc.constantFrom(...NAMES),
    content: fc.constantFrom(...CONTENTS),
    times: fc.constantFrom(1, 1, 1, 1, 0, 2, 7),
    end: fc.constantFrom('--x--\r\n', '--x--\r\n', '--x--\r\n', '--x', ''),
    type: fc.constantFrom(
      'multipart/form-data; boundary=x',
      'multipart/form-data; boundary=x',
      'multipart/form-data; boundary=x',
      ...CONTENT_TYPES,
    ),
  })
  .map(({ field, name, content, times, end, type }) => {
    const one = `--x\r\nContent-Disposition: form-data; name="${field}"; filename="${name.replaceAll('"', '%22')}"\r\nContent-Type: application/pdf\r\n\r\n${content}\r\n`
    return { bytes: Buffer.from(`${one.repeat(times)}${end}`), type }
  })

export const METHODS = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
] as const

/** Headers beside the key and the token, some of which file replies use. */
export const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  fc.constantFrom<Record<string, string>[]>(
    { range: 'bytes=0-0' },
    { range: 'bytes=-1' },
    { range: 'bytes=999999999-' },
    { range: 'bytes=5-1,x' },
    { 'if-none-match': '*' },
    { 'if-range': '"x"', range: 'bytes=0-3' },
    { 'x-http-method-override': 'DELETE' },
    { 'x-forwarded-for': "1.2.3.4, ' or 1=1" },
    { 'x-request-id': '../../x' },
    { 'user-agent': 'x'.repeat(2000) },
    { 'content-length': '-1' },
    { 'content-encoding': 'gzip' },
    { 'transfer-encoding': 'chunked' },
    { expect: '100-continue' },
    { accept: 'text/html', 'accept-language': 'x'.repeat(500) },
    { host: 'evil.example' },
    { cookie: 'a='.repeat(500) },
  ),
)

/** Bodies of raw bytes, and some other ones. */
export const pieces: fc.Arbitrary<Payload> = fc.record({
  bytes: fc.constantFrom(...CONTENTS).map((content) => Buffer.from(content)),
  type: fc.constantFrom(
    'application/offset+octet-stream',
    'application/offset+octet-stream',
    ...CONTENT_TYPES,
  ),
})

/** Headers of the tus protocol, right and wrong, with values that can be sent over HTTP. */
export const tusHeaders: fc.Arbitrary<Record<string, string>> = fc.record({
  'tus-resumable': fc.constantFrom('1.0.0', '1.0.0', '1.0.0', '2.0.0', ''),
  'upload-length': fc.constantFrom(
    '1',
    '1000',
    '52428800',
    '52428801',
    '0',
    '-1',
    '1e3',
    'x',
    '9'.repeat(30),
  ),
  'upload-offset': fc.constantFrom('0', '0', '0', '34', '1000', '-1', '1.5', 'x', '9'.repeat(15)),
  'upload-metadata': fc.constantFrom(
    ...NAMES.map((name) => `filename ${Buffer.from(name).toString('base64')}`),
    'filename',
    'filename %%%',
    'filename gA==',
    ',,,',
    'x y,z',
    LONG.slice(0, 4000),
    '__proto__ eA==',
  ),
})
