import { isRefusal } from '../lib/errors.ts'
import { readPdf, type PdfDocument } from './pdf-document.ts'
import { isDictionary, type PdfDictionary } from './pdf-values.ts'

/** Why a reviewer could not open a PDF; null when they can, as far as can be determined (S-136). */
export type PdfFault = 'cut_off' | 'locked' | 'no_pages' | 'please_wait' | 'too_much' | null

/** Examines a PDF as a viewer does on opening it: whether it needs a password, and whether it has a page to show. */
export function pdfFault(bytes: Buffer): PdfFault {
  try {
    return faultOf(bytes)
  } catch (error) {
    if (isRefusal(error, 'pdf_too_much')) return 'too_much'
    throw error
  }
}

function faultOf(bytes: Buffer): PdfFault {
  const pdf = readPdf(bytes)
  if (pdf.isLocked) return 'locked'
  // a PDF that was saved again has an end marker in its middle
  if (pdf.lastObject > bytes.lastIndexOf('%%EOF')) return 'cut_off'
  const catalog = pdf.catalogOf()
  const page = catalog && pdf.firstPage(catalog)
  // pages may be in a part that was not read
  if (!catalog || !page) return pdf.isPartlyUnread() ? null : 'no_pages'
  return isPleaseWait(pdf, catalog, page) ? 'please_wait' : null
}

const WAITING = /Please\s*wait|later\s*version\s*of\s*the\s*PDF\s*viewer/i

/** Detects an Adobe XFA form, which every other viewer shows as one page that says "Please wait". */
function isPleaseWait(pdf: PdfDocument, catalog: PdfDictionary, page: PdfDictionary): boolean {
  const form = pdf.direct(catalog.get('/AcroForm'))
  if (!isDictionary(form) || pdf.direct(form.get('/XFA')) === null) return false
  if (pdf.direct(catalog.get('/NeedsRendering')) === true) return true
  const drawn = pdf.contentsOf(page)
  const strings = drawn.match(/\((?:[^()\\]|\\.)*\)/g) ?? []
  return WAITING.test(strings.map((text) => text.slice(1, -1)).join('')) || WAITING.test(strings.join(' '))
}
