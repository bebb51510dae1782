import { expect, test } from 'vitest'
import { continuedFindings } from './findings-store.queries.ts'

const feature = (key: string, shape: string) => ({ key, geometry_sha256: shape })
const known = (feature_key: string, feature_sha256: string | null) => ({ feature_key, feature_sha256 })

/** Which known finding, by its place, each found feature continues. */
function places(found: ReturnType<typeof feature>[], findings: ReturnType<typeof known>[]) {
  const continued = continuedFindings(found, findings)
  return found.map((one) => {
    const finding = continued.get(one)
    return finding ? findings.indexOf(finding) : null
  })
}

test.each([
  ['the same code and shape', [feature('A', 'x')], [known('A', 'x')], [0]],
  ['the same code, redrawn', [feature('A', 'y')], [known('A', 'x')], [0]],
  ['the same shape under a corrected code', [feature('B', 'x')], [known('A', 'x')], [0]],
  ['another code and shape', [feature('B', 'y')], [known('A', 'x')], [null]],
  // without codes, a feature that is added in front moves the numbers of the others
  [
    'numbers that moved',
    [feature('1', 'z'), feature('2', 'x')],
    [known('1', 'x'), known('2', 'y')],
    [null, 0],
  ],
  [
    'codes that changed places',
    [feature('A', 'y'), feature('B', 'x')],
    [known('A', 'x'), known('B', 'y')],
    [1, 0],
  ],
  ['two of one shape', [feature('B', 'x'), feature('A', 'x')], [known('A', 'x'), known('C', 'x')], [1, 0]],
  ['stored before shapes were', [feature('A', 'x')], [known('A', null)], [0]],
  ['first one that is there', [feature('A', 'y')], [known('A', 'x'), known('A', 'y')], [1]],
] as const)('[S-164] a feature continues the finding of %s', (_, found, findings, expected) => {
  expect(places([...found], [...findings])).toEqual(expected)
})
