import type { MapFault } from '../../../shared/lib/refusals.ts'
import { no } from '../../../shared/lib/verdict.ts'
import { AppError } from '../../lib/errors.ts'

/** Thrown inside the reader to stop it; the reader returns it as a `KmlRefusal`. */
export const refusedMap = (kind: MapFault, reason: string) => new AppError(no('no_map', { kind, reason }))
