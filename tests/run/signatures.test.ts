import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { auditSignatures } from '../../scripts/audit-signatures.mjs'
import { foldersFor } from '../support/product/folders.ts'

const freshFolder = foldersFor('signatures')

/** What is said where npm answers with this text. */
function saidWhereNpmSays(text: string) {
  const folder = freshFolder()
  // replaces npm, which would ask the registry
  const npm = path.join(folder, 'npm.js')
  writeFileSync(npm, `process.stdout.write(${JSON.stringify(text)})`)
  return auditSignatures([process.execPath, npm], folder)
}

const one = { name: 'fastify', version: '5.12.8' }

test('a package with a wrong signature is named and ends the run', () => {
  expect(saidWhereNpmSays(JSON.stringify({ invalid: [one], missing: [] }))).toEqual({
    isWrong: true,
    said: 'Not what was published, by their signatures: fastify@5.12.8.',
  })
})

test('right signatures are said to be right, and those without one are named', () => {
  expect(saidWhereNpmSays(JSON.stringify({ invalid: [], missing: [] }))).toEqual({
    isWrong: false,
    said: 'No package has a wrong signature of the registry.',
  })
  expect(saidWhereNpmSays(JSON.stringify({ invalid: [], missing: [one] })).said).toBe(
    'No package has a wrong signature of the registry. Without one: fastify@5.12.8.',
  )
})

test('where no keys can be had, that is said and nothing fails', () => {
  const error = { code: 'ENOTFOUND', summary: 'getaddrinfo ENOTFOUND keys.example' }
  expect(saidWhereNpmSays(JSON.stringify({ error }))).toEqual({
    isWrong: false,
    said: 'Signatures of packages were not checked: getaddrinfo ENOTFOUND keys.example.',
  })
  expect(saidWhereNpmSays('').said).toBe('Signatures of packages were not checked: npm gave no answer.')
})
