import { describe, expect, test } from 'vitest'
import {
  agreementComplaint,
  damagedFile,
  alternativeComplaint,
  displayName,
  genericFilesComplaint,
  genericSizeComplaint,
  kmlComplaint,
  locationMapComplaint,
  movComplaint,
  movUploadFailed,
  NO_PREVIEW,
  PROFILE_UPLOAD_FAILED,
  pdfComplaint,
  placeComplaint,
  previewOf,
  replacementRefused,
  shpComplaint,
  sortArchives,
  freeName,
  sortEvidence,
  tableComplaint,
  tooLarge,
  wrongType,
} from './file-checks.ts'
import { FILE_KINDS, GENERIC_MAX_FILES, MOV_MAX_BYTES, fileKindOf } from './files.schema.ts'

const file = (name: string, size = 10, type = '') => ({ name, size, type })
const MB = 1_048_576

/** the refusal under the field of a location map */
const ONLY_MAPS =
  'Only kml, kmz, geojson, json, gpx, zip, gpkg files are allowed. Please upload a valid .kml, .kmz, .geojson, .json, .gpx, .zip, .gpkg file.'

describe('helpers of the forms', () => {
  test('[FILES-01] a PDF is application/pdf', () => {
    expect(pdfComplaint(file('a.pdf', 1, 'application/pdf'))).toBeNull()
    expect(pdfComplaint(file('a.pdf', 1, 'image/png'))).toBe('Please upload a valid PDF file.')
  })

  test('[FILES-02] a shapefile ends in .shp', () => {
    expect(shpComplaint(file('lots.SHP'))).toBeNull()
    expect(shpComplaint(file('lots.shp.zip'))).toBe('Please upload a valid SHP file.')
  })

  test('[FILES-03] a map ends in .kml', () => {
    expect(kmlComplaint(file('site.kml'))).toBeNull()
    expect(kmlComplaint(file('site.kmz'))).toBe('Please upload a valid KML file.')
  })

  test('[FILES-04] nothing chosen', () => {
    const checks = [pdfComplaint, shpComplaint, kmlComplaint, agreementComplaint, locationMapComplaint]
    for (const check of checks) expect(check(null)).toBe('No file selected.')
    expect(genericFilesComplaint([])).toBe('No file selected.')
  })

  test('[FILES-05] the generic limit is 25 MB, and a file of exactly that size passes', () => {
    expect(genericSizeComplaint(file('a', 26_214_400))).toBeNull()
    const tooLarge = 'File size exceeds 25MB. Please upload a smaller file.'
    expect(genericSizeComplaint(file('a', 26_214_401))).toBe(tooLarge)
    // the generic control applies it to each of its files (C-09)
    expect(genericFilesComplaint([file('a', 26_214_400), file('b', 26_214_400)])).toBeNull()
    expect(genericFilesComplaint([file('a'), file('b', 26_214_401)])).toBe(tooLarge)
  })

  test('[FILES-01] [FILES-02] [FILES-03] the generic control can be narrowed to one kind', () => {
    const pdf = file('a.pdf', 1, 'application/pdf')
    expect(genericFilesComplaint([pdf], [], 'pdf')).toBeNull()
    expect(genericFilesComplaint([pdf, file('b.pdf', 1, 'image/png')], [], 'pdf')).toBe(
      'Please upload a valid PDF file.',
    )
    expect(genericFilesComplaint([file('a.kml')], [], 'shp')).toBe('Please upload a valid SHP file.')
    expect(genericFilesComplaint([file('a.shp')], [], 'kml')).toBe('Please upload a valid KML file.')
  })

  test('[FILES-06] the alternative check: six endings, 40 MB unless told otherwise', () => {
    for (const ending of ['pdf', 'csv', 'png', 'jpeg', 'jpg', 'shp'])
      expect(alternativeComplaint(file(`a.${ending}`, 40 * MB))).toBeNull()
    expect(alternativeComplaint(file('a.docx'), ['pdf'])).toBe(
      'Only pdf files are allowed. Please upload a valid .pdf file.',
    )
    for (const ending of ['docx', 'kml', 'gif', 'exe'])
      expect(alternativeComplaint(file(`a.${ending}`)), ending).toBe(
        'Only pdf, csv, png, jpeg, jpg, shp files are allowed. Please upload a valid .pdf, .csv, .png, .jpeg, .jpg, .shp file.',
      )
    expect(alternativeComplaint(file('a.pdf', 40 * MB + 1))).toBe(
      'File size exceeds the maximum limit of 40MB.',
    )
    expect(alternativeComplaint(file('a.pdf', 50 * MB), ['pdf'], 50)).toBeNull()
  })

  test('[FILES-07] [CONSTANTS-09] at most five files, counting those already there', () => {
    const five = ['1', '2', '3', '4', '5'].map((name) => file(name))
    expect(GENERIC_MAX_FILES).toBe(5)
    expect(genericFilesComplaint(five)).toBeNull()
    expect(genericFilesComplaint([...five, file('6')])).toBe('You can only upload up to 5 files.')
    expect(genericFilesComplaint([file('6')], ['1', '2', '3', '4', '5'])).toBe(
      'You can only upload up to 5 files.',
    )
  })

  test('[FILES-08] the generic control compares names exactly', () => {
    expect(genericFilesComplaint([file('a.pdf')], ['a.pdf'])).toBe('File a.pdf already exists.')
    expect(genericFilesComplaint([file('a.pdf'), file('a.pdf')])).toBe('File a.pdf already exists.')
    expect(genericFilesComplaint([file('A.PDF')], ['a.pdf'])).toBeNull()
  })
})

describe('files of a profile', () => {
  test('[FILES-09] [CONSTANTS-09] the agreement is a pdf of at most 50 MB', () => {
    expect(agreementComplaint(file('moa.pdf', 52_428_800))).toBeNull()
    expect(agreementComplaint(file('moa.pdf', 52_428_801))).toBe(
      'File size exceeds the maximum limit of 50MB.',
    )
    expect(agreementComplaint(file('moa.docx'))).toBe(
      'Only pdf files are allowed. Please upload a valid .pdf file.',
    )
  })

  test('[FILES-01] an agreement the browser takes for something else is no PDF, whatever its name', () => {
    expect(agreementComplaint(file('moa.pdf', 1, 'application/pdf'))).toBeNull()
    expect(agreementComplaint(file('moa.pdf', 1, 'image/png'))).toBe('Please upload a valid PDF file.')
    // without a type from the browser, the server decides
    expect(agreementComplaint(file('moa.pdf', 1, ''))).toBeNull()
  })

  test('[FILES-10] [CONSTANTS-09] the location map is a kml of at most 50 MB', () => {
    expect(locationMapComplaint(file('site.kml', 52_428_800))).toBeNull()
    expect(locationMapComplaint(file('site.kml', 52_428_801))).toBe(
      'File size exceeds the maximum limit of 50MB.',
    )
    expect(locationMapComplaint(file('site.shp'))).toBe(ONLY_MAPS)
  })

  test('[S-116] a zipped map may be chosen as well, up to the same limit', () => {
    expect(locationMapComplaint(file('site.KMZ', 52_428_800))).toBeNull()
    expect(locationMapComplaint(file('site.kmz', 52_428_801))).toBe(
      'File size exceeds the maximum limit of 50MB.',
    )
  })

  test('the location map can have another format; a refusal names all of them', () => {
    for (const ending of ['geojson', 'json', 'gpx', 'zip', 'gpkg', 'GeoJSON']) {
      expect(locationMapComplaint(file(`site.${ending}`, 52_428_800)), ending).toBeNull()
      expect(locationMapComplaint(file(`site.${ending}`, 52_428_801)), ending).toBe(
        'File size exceeds the maximum limit of 50MB.',
      )
    }
    for (const name of ['site.rar', 'site', 'geojson', 'site.kml.exe'])
      expect(locationMapComplaint(file(name)), name).toBe(ONLY_MAPS)
  })

  test.each([
    ['moa.pdf', 'PDF'],
    ['site.KMZ', 'KMZ'],
    ['photo.jpg', 'JPEG'],
  ])('[S-116] %s that is none is told as damaged', (name, type) => {
    expect(damagedFile(name)).toBe(
      `${name} is damaged or is not a ${type} file. Please open it, save it again and upload it.`,
    )
  })

  test('a refused replacement names the file that was refused and the one that stays', () => {
    expect(replacementRefused('new.kml', 'old.kml', 'The boundary is not closed.')).toBe(
      'new.kml was not accepted. The boundary is not closed. The form keeps old.kml.',
    )
    expect(replacementRefused('new.kml', 'old.kml', damagedFile('new.kml'))).toBe(
      'new.kml is damaged or is not a KML file. Please open it, save it again and upload it. The form keeps old.kml.',
    )
  })

  test('the files chosen for an indicator are taken up to 50 in all; the others are named at once', () => {
    const chosen = Array.from({ length: 9 }, (_, at) => file(`page ${at + 1}.pdf`))
    const others = Array.from({ length: 48 }, (_, at) => `kept ${at}.pdf`)
    expect(sortEvidence(chosen.slice(0, 2), others)).toEqual({
      taken: chosen.slice(0, 2),
      refused: [],
      renamed: [],
    })
    const { taken, refused } = sortEvidence([...chosen, file('a.docx'), file('KEPT 1.pdf')], others)
    expect(taken).toEqual(chosen.slice(0, 2))
    expect(refused).toEqual([
      'File a.docx is not allowed. Only pdf, csv, png, and jpeg files are allowed. Please upload a valid file',
      'File KEPT 1.pdf already exists. Please upload a file with a different name.',
      'An indicator can have at most 50 files. Not added: page 3.pdf, page 4.pdf, page 5.pdf, page 6.pdf, page 7.pdf and 2 more.',
    ])
  })

  test('[S-171] a second photo of the same name is refused with a free name beside it, each a different one', () => {
    const photos = [
      file('image.jpg'),
      file('IMAGE.JPG'),
      file('image (2).jpg'),
      file('notes.docx'),
      file('Scan'),
    ]
    const { taken, refused, renamed } = sortEvidence(photos, ['image.jpg'])
    expect(taken.map(({ name }) => name)).toEqual(['image (2).jpg'])
    expect(refused.slice(0, 2)).toEqual([
      'File image.jpg already exists. Please upload a file with a different name.',
      'File IMAGE.JPG already exists. Please upload a file with a different name.',
    ])
    expect(renamed.map(({ name }) => name)).toEqual(['image (3).jpg', 'IMAGE (4).JPG'])
    expect(freeName('image (2).jpg', ['image.jpg', 'IMAGE (2).jpg', 'image (3).JPG'])).toBe('image (4).jpg')
    expect([freeName('report', []), freeName('.jpg', []), freeName('a.b.pdf', [])]).toEqual([
      'report (2)',
      '.jpg (2)',
      'a.b (2).pdf',
    ])
    const full = Array.from({ length: 50 }, (_, index) => `page ${index}.pdf`)
    expect(sortEvidence([file('page 1.pdf')], full).renamed).toEqual([])
  })

  test('the table of an import is .xlsx or .csv, of at most 20 MB', () => {
    expect(tableComplaint(null)).toBe('No file selected.')
    expect(tableComplaint(file('sites.XLSX', 20 * MB))).toBeNull()
    expect(tableComplaint(file('sites.csv'))).toBeNull()
    expect(tableComplaint(file('sites.xlsx', 20 * MB + 1))).toBe(
      'File size exceeds the maximum limit of 20MB.',
    )
    expect(tableComplaint(file('sites.ods'))).toMatch(/^Only xlsx, csv files are allowed\./)
    expect(tableComplaint(file('sites.xls'))).toBe(
      'The old .xls format cannot be read. Please save the table as .xlsx and upload that.',
    )
  })

  test('ten zip files of different names stand beside it, each of at most 400 MB', () => {
    const all = Array.from({ length: 12 }, (_, index) => file(`${index}.zip`, 400 * MB))
    expect(sortArchives(all.slice(0, 10), [])).toEqual({ taken: all.slice(0, 10), refused: [] })
    expect(sortArchives(all.slice(8), ['a.zip', ...all.slice(0, 8).map(({ name }) => name)])).toEqual({
      taken: all.slice(8, 9),
      refused: ['An import takes at most 10 zip files.'],
    })
    const others = [file('a.zip'), file('b.zip', 400 * MB + 1), file('c.rar'), file('d.zip'), file('d.zip')]
    expect(sortArchives(others, ['a.zip'])).toEqual({
      taken: [others[3]],
      refused: [
        'a.zip is already in the list.',
        'b.zip was not accepted. File size exceeds the maximum limit of 400MB.',
        'c.rar was not accepted. Only zip files are allowed. Please upload a valid .zip file.',
        'd.zip is already in the list.',
      ],
    })
  })

  test('what a failed upload says', () => {
    expect(PROFILE_UPLOAD_FAILED).toBe('An error occurred while uploading the pdf/kml file.')
    expect(movUploadFailed('photo.png')).toBe('An error occurred while uploading the photo.png file.')
  })
})

describe('evidence', () => {
  test('[FILES-12] five endings, and the message as it is written', () => {
    for (const name of ['a.pdf', 'a.csv', 'a.png', 'a.jpeg', 'a.JPG'])
      expect(movComplaint(file(name))).toBeNull()
    for (const name of ['a.docx', 'a.shp', 'pdf'])
      expect(movComplaint(file(name))).toBe(
        `File ${name} is not allowed. Only pdf, csv, png, and jpeg files are allowed. Please upload a valid file`,
      )
  })

  test('[FILES-13] [CONSTANTS-09] 40 MB is 41943040 bytes', () => {
    expect(MOV_MAX_BYTES).toBe(41_943_040)
    expect(movComplaint(file('a.pdf', 41_943_040))).toBeNull()
    expect(movComplaint(file('a.pdf', 41_943_041))).toBe('File a.pdf size exceeds the maximum limit of 40MB.')
  })

  test('[FILES-14] a name is taken whatever its case', () => {
    expect(movComplaint(file('A.PDF'), ['a.pdf'])).toBe(
      'File A.PDF already exists. Please upload a file with a different name.',
    )
    expect(movComplaint(file('b.pdf'), ['a.pdf'])).toBeNull()
  })

  test('[FILES-16] pictures and PDFs are shown, tables downloaded, others not shown', () => {
    expect(['a.png', 'a.JPEG', 'a.jpg'].map(previewOf)).toEqual(['image', 'image', 'image'])
    expect(previewOf('a.pdf')).toBe('pdf')
    expect(previewOf('a.csv')).toBe('download')
    expect(previewOf('a.shp')).toBe('none')
    expect(NO_PREVIEW).toBe('Preview not available for this file type.')
  })
})

describe('what the server says', () => {
  test('each kind in the words of its screen', () => {
    expect(wrongType('pdf', 'x')).toBe('Only pdf files are allowed. Please upload a valid .pdf file.')
    expect(wrongType('kml', 'x')).toBe('Only kml files are allowed. Please upload a valid .kml file.')
    expect(wrongType('shp', 'x')).toBe('Please upload a valid SHP file.')
    expect(wrongType('image', 'x.gif')).toContain('File x.gif is not allowed.')
    expect(tooLarge('kml', 'x')).toBe('File size exceeds the maximum limit of 50MB.')
    expect(tooLarge('csv', 'x.csv')).toBe('File x.csv size exceeds the maximum limit of 40MB.')
    expect(tooLarge('shp', 'x')).toBe('File size exceeds 25MB. Please upload a smaller file.')
  })

  test('a file must fit the place it goes to', () => {
    const agreement = { kinds: ['pdf'], max_bytes: 50 * MB } as const
    const evidence = { kinds: ['pdf', 'csv', 'image'], max_bytes: MOV_MAX_BYTES } as const
    const pdf = { name: 'a.pdf', size: 45 * MB, kind: 'pdf' } as const
    expect(placeComplaint(pdf, agreement)).toBeNull()
    expect(placeComplaint(pdf, evidence)).toBe('File a.pdf size exceeds the maximum limit of 40MB.')
    expect(placeComplaint({ ...pdf, size: 40 * MB }, evidence)).toBeNull()
    expect(placeComplaint({ ...pdf, size: 40 * MB + 1 }, evidence)).toContain('maximum limit of 40MB')
    expect(placeComplaint({ ...pdf, size: 50 * MB }, agreement)).toBeNull()
    expect(placeComplaint({ ...pdf, size: 50 * MB + 1 }, agreement)).toContain('maximum limit of 50MB')
    expect(placeComplaint({ ...pdf, kind: 'csv' }, agreement)).toBe(
      'Only pdf files are allowed. Please upload a valid .pdf file.',
    )
    expect(placeComplaint({ ...pdf, kind: 'kml', name: 'a.kml' }, evidence)).toContain(
      'File a.kml is not allowed.',
    )
    const map = { kinds: ['kml', 'boundary'], max_bytes: 50 * MB } as const
    const geojson = { name: 'a.geojson', size: 50 * MB, kind: 'boundary' } as const
    expect(placeComplaint(geojson, map)).toBeNull()
    expect(placeComplaint({ ...geojson, size: 50 * MB + 1 }, map)).toBe(
      'File size exceeds the maximum limit of 50MB.',
    )
    expect(placeComplaint({ ...geojson, kind: 'layer' }, map)).toBe(ONLY_MAPS)
  })

  test('every ending has one call, and the limits are those of the ruling', () => {
    expect(['a.pdf', 'a.kml', 'a.csv', 'a.png', 'a.JPG', 'a.shp', 'a.exe', 'a'].map(fileKindOf)).toEqual([
      'pdf',
      'kml',
      'csv',
      'image',
      'image',
      'shp',
      null,
      null,
    ])
    const limits = Object.values(FILE_KINDS).map((kind) => kind.max_bytes / MB)
    expect(limits).toEqual([50, 50, 40, 40, 25, 20, 400, 50, 100])
  })
})

describe('names', () => {
  test('[S-128] lose their path and everything invisible, and are one line', () => {
    expect(displayName('../../etc/passwd.pdf')).toBe('passwd.pdf')
    expect(displayName('C:\\Users\\ana\\moa.pdf')).toBe('moa.pdf')
    expect(displayName(' a\u0000b\r\n\tc.pdf ')).toBe('ab c.pdf')
    expect(displayName('photo\u202efdp.png')).toBe('photofdp.png')
    expect(displayName('half\ud800.csv')).toBe('half.csv')
  })

  test('keep their letters, composed', () => {
    expect(displayName('Dasmarin\u0303as.pdf')).toBe('Dasmariñas.pdf')
    expect(displayName('Los Baños (2).csv')).toBe('Los Baños (2).csv')
  })

  test('are cut to 200 letters before the ending', () => {
    const cut = displayName(`${'ñ'.repeat(300)}.jpeg`)
    expect([...cut]).toHaveLength(200)
    expect(cut.endsWith('ññ.jpeg')).toBe(true)
    expect(displayName(`a.${'b'.repeat(300)}`)).toHaveLength(200)
    expect([...displayName('🌳'.repeat(250))]).toHaveLength(200)
  })
})
