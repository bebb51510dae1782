import type { KmlRefusal } from './kml-result.ts'

/** Thrown inside the reader to stop it; caught at its edge and handed out as a `KmlRefusal`. */
export class KmlRefused extends Error {
  readonly refusal: KmlRefusal

  constructor(kind: KmlRefusal['kind'], reason: string) {
    super(reason)
    this.refusal = { ok: false, kind, reason }
  }
}
