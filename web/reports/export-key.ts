/** A name no one else has for a running export; 32 hexadecimal digits. */
export const newExportKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
