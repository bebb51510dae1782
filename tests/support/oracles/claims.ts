import { expect } from 'vitest'
import { claimsCheck } from '../../../server/integrity/claims.check.ts'
import type { TestApp } from '../product/app.ts'

/** Fails unless everything public matches the log. */
export async function expectClaims({ services }: Pick<TestApp, 'services'>): Promise<void> {
  const found: string[] = []
  await claimsCheck(services, {}, ({ sentence }) => found.push(sentence))
  expect(found).toEqual([])
}
