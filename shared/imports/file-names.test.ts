import { expect, test } from 'vitest'
import { createFileIndex, escapesFolder, isClutter, isNested } from './file-names.ts'

test('a file is found by its path, or by its name where one alone has it', () => {
  const files = createFileIndex()
  expect(files.add('maps/Peñablanca.kml'.normalize('NFD'), 1)).toBe(true)
  expect(files.add('one/site.kml', 2)).toBe(true)
  expect(files.add('two/site.kml', 3)).toBe(true)
  expect(files.add('ONE/Site.KML', 4)).toBe(false)
  expect(files.find('peñablanca.KML')).toEqual({ ok: true, file: 1 })
  expect(files.find('.\\one\\site.kml')).toEqual({ ok: true, file: 2 })
  expect(files.find('site.kml')).toMatchObject({
    ok: false,
    sentence: expect.stringContaining('two/site.kml'),
  })
  expect(files.find('three/site.kml')).toMatchObject({ ok: false })
})

test('names that lead out, archives in archives, and clutter', () => {
  for (const path of ['../a', 'a/../../b', '/a', 'C:\\a', '\\\\server\\a', 'a\u0000.kml'])
    expect([path, escapesFolder(path)]).toEqual([path, true])
  for (const path of ['a', 'a/b..c', '..a', 'a/.b'])
    expect([path, escapesFolder(path)]).toEqual([path, false])
  expect(['a.rar', 'a.7z ', 'a.tar', 'a.tgz'].filter(isNested)).toHaveLength(4)
  expect(['a.kmz', 'a.zip', 'zip.pdf', 'a.zip.pdf'].filter(isNested)).toEqual([])
  expect(['__MACOSX/a', 'a/.DS_Store', 'Thumbs.db', 'a/._b.kml'].filter(isClutter)).toHaveLength(4)
  expect(['a/b.kml', 'my_macosx.pdf'].filter(isClutter)).toEqual([])
})
