import { expect, test } from 'vitest'
import { cacheFiles } from './cached-files.ts'

test('a file is made once for many readers, and anew when newer ones took its place', async () => {
  const kept = cacheFiles<string>(2)
  const made: string[] = []
  const of = (name: string) =>
    kept(name, async () => {
      made.push(name)
      return `file of ${name}`
    })
  expect(await Promise.all([of('a'), of('a'), of('b')])).toEqual(['file of a', 'file of a', 'file of b'])
  expect(made).toEqual(['a', 'b'])
  // b is the least recently used
  await of('a')
  await of('c')
  await of('a')
  expect(made).toEqual(['a', 'b', 'c'])
  await of('b')
  expect(made).toEqual(['a', 'b', 'c', 'b'])
})

test('what could not be made is tried again', async () => {
  const kept = cacheFiles<string>(1)
  await expect(kept('a', () => Promise.reject(new Error('no room')))).rejects.toThrow('no room')
  expect(await kept('a', async () => 'file')).toBe('file')
})
