/** A random key of a running export, which only its owner knows; 32 hexadecimal digits. */
export const newExportKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
