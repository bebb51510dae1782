import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourcesOf } from './support/sources.ts'

/** What a photograph says is a claim; no text, name or page of the product calls it more. */
test('what photographs and land say is nowhere called verified, proven or authentic', () => {
  const folders = ['shared/land', 'server/land', 'server/photographs', 'web/land']
  const files = [...folders.flatMap(sourcesOf), 'docs/decisions/33-photo-facts.md']
  expect(files.length).toBeGreaterThan(15)
  const isMore = (file: string) =>
    /\b(?:un)?verified\b|\bproven\b|\bauthentic/i.test(readFileSync(file, 'utf8'))
  expect(files.filter(isMore)).toEqual([])
})
