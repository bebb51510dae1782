/** pixels up to which a picture is shown in full; a larger one gets a smaller copy (S-136) */
export const MAX_PIXELS = 100_000_000

/** longer side of such a copy: more than any screen or sheet of paper shows */
export const COPY_SIDE = 8_192

/** longer side of a thumbnail: twice its place in a list, for dense screens */
export const THUMBNAIL_SIDE = 112

/** memory of a process that opens a picture: enough for 150 megapixels that must be decoded as a whole */
export const PICTURE_MB = 1_000
