import { mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { csvDocument, jpegPhoto, pdfDocument, pngPicture } from '../../../server/seed/demo-documents.ts'

/** The paths of one genuine file of every kind that the product accepts, to be chosen in a browser. */
export function realFiles() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'safeguards-files-'))
  const write = (name: string, content: Buffer) => {
    writeFileSync(path.join(folder, name), content)
    return path.join(folder, name)
  }
  return {
    agreement: write('agreement.pdf', pdfDocument('Memorandum of Agreement', ['Kasunduan'])),
    pdf: write('minutes.pdf', pdfDocument('Minutes', ['General assembly'])),
    csv: write('attendance.csv', csvDocument([['Name'], ['Muñoz, Isabel']])),
    png: write('plan.png', pngPicture(7)),
    jpeg: write('photo.jpeg', jpegPhoto()),
    jpg: write('scan.jpg', jpegPhoto()),
    kml: path.resolve('tests/fixtures/kml/valid-laguna.kml'),
  }
}
