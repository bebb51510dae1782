/** The largest picture of which everyone is shown all pixels; of a larger one a smaller copy (S-136). */
export const MAX_PIXELS = 100_000_000

/** The longer side of such a copy: more than any screen and any sheet of paper shows. */
export const COPY_SIDE = 8_192

/** What a process may hold while it opens a picture: 150 megapixels that have to be held whole. */
export const PICTURE_MB = 1_000
