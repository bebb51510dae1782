import type { AtWork } from './at-work.ts'
import { upload } from './forms.ts'
import { median } from './measure.ts'
import { mustSend } from './requests.ts'
import { createOf } from './write-operations.ts'

const TURNS = 20

/** An upload of about a kilobyte, and a profile from both its files to its code, in milliseconds at the median. */
export type UploadFigures = { pdf: number; map: number; whole: number }

/** Uploads an agreement and a map and adds the profile, as somebody with a form does. */
export async function measureUploads({ product, bench }: AtWork): Promise<UploadFigures> {
  const { apiKey } = bench
  const [encoder] = bench.encoders.region
  if (!encoder) throw new Error('This bureau has nobody who adds profiles.')
  const times = { pdf: [] as number[], map: [] as number[], whole: [] as number[] }
  for (let turn = 0; turn < TURNS; turn += 1) {
    const started = performance.now()
    const agreement_id = await upload(product.origin, apiKey, encoder, 'pdf')
    const agreed = performance.now()
    const map_kml_id = await upload(product.origin, apiKey, encoder, 'kml')
    const drawn = performance.now()
    await mustSend(product.origin, createOf(apiKey, { encoder, agreement_id, map_kml_id }))
    times.pdf.push(agreed - started)
    times.map.push(drawn - agreed)
    times.whole.push(performance.now() - started)
  }
  return { pdf: median(times.pdf), map: median(times.map), whole: median(times.whole) }
}
