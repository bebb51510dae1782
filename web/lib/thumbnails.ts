import { useEffect, useSyncExternalStore } from 'react'
import { downloadFile } from './call.ts'
import { pictureSize } from './picture-size.ts'

/** twice the pixels of its place, for dense screens */
const SIDE = 88
/** a larger picture takes more memory to decode than a phone can spare; the server draws its thumbnail */
const MAX_PIXELS = 25_000_000
/** camera data and colour profiles come before the size of a picture */
const HEAD_BYTES = 262_144
/** of the stored files; the first of them makes room */
const MOST_HELD = 500

/** A chosen file, or the id of a stored one. */
export type PictureSource = Blob | number
type Thumbnail = ImageBitmap | null

const ofChosen = new WeakMap<Blob, Thumbnail>()
const ofStored = new Map<number, Thumbnail>()
const listeners = new Set<() => void>()
/** one at a time: a chosen picture is decoded in full first, and a bad line is needed for other things */
let turn: Promise<void> = Promise.resolve()

async function draw(source: PictureSource): Promise<Thumbnail> {
  const picture = typeof source === 'number' ? await downloadFile(source, 'thumbnail') : source
  const size = pictureSize(new Uint8Array(await picture.slice(0, HEAD_BYTES).arrayBuffer()))
  if (!size || size.width * size.height > MAX_PIXELS) return null
  const side = size.width < size.height ? { resizeWidth: SIDE } : { resizeHeight: SIDE }
  // decoded beside the page's own work
  return createImageBitmap(picture, { ...side, resizeQuality: 'medium' })
}

const found = (of: PictureSource): Thumbnail | undefined =>
  typeof of === 'number' ? ofStored.get(of) : ofChosen.get(of)

function note(of: PictureSource, thumbnail: Thumbnail): void {
  if (typeof of === 'number') ofStored.set(of, thumbnail)
  else ofChosen.set(of, thumbnail)
  const [oldest] = ofStored.keys()
  if (oldest !== undefined && ofStored.size > MOST_HELD) ofStored.delete(oldest)
  for (const listener of Array.from(listeners)) listener()
}

function want(of: PictureSource): void {
  turn = turn.then(async () => {
    // a picture without a thumbnail is shown as a file; what failed on the line is tried again by the next list
    if (!found(of)) note(of, await draw(of).catch(() => null))
  })
}

/**
 * Gives a stored file the thumbnail of the picture that was uploaded as it, so that it is shown at once and not requested,
 * whether it was in view before or not.
 */
export function keepThumbnail(file_id: number, picture: Blob): void {
  turn = turn.then(async () => {
    const thumbnail = found(picture) ?? (await draw(picture).catch(() => null))
    if (thumbnail) note(file_id, thumbnail)
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The thumbnail of a picture; null while there is none. It is made once `isSeen`. */
export function useThumbnail(of: PictureSource, isSeen: boolean): ImageBitmap | null {
  useEffect(() => {
    if (isSeen && !found(of)) want(of)
  }, [of, isSeen])
  return useSyncExternalStore(
    subscribe,
    () => found(of) ?? null,
    () => null,
  )
}
