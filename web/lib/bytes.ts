const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const

const powerOf = (bytes: number): number =>
  bytes < 1024 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
const inUnit = (bytes: number, power: number): string =>
  power === 0 ? String(bytes) : (bytes / 1024 ** power).toFixed(1)

/** "512 bytes", "1.4 MB"; 1 KB is 1,024 bytes (C-09). */
export const formatBytes = (bytes: number): string =>
  `${inUnit(bytes, powerOf(bytes))} ${UNITS[powerOf(bytes)]}`

/** "12.4 of 40.2 MB": both in the unit of the whole. */
export const formatBytesOf = (part: number, whole: number): string =>
  `${inUnit(part, powerOf(whole))} of ${formatBytes(whole)}`

/** "96 KB/s", "1.4 MB/s", "less than 1 KB/s" */
export function formatRate(bytes_per_second: number): string {
  const kilobytes = Math.round(bytes_per_second / 1024)
  if (kilobytes < 1) return 'less than 1 KB/s'
  return kilobytes < 1024 ? `${kilobytes} KB/s` : `${formatBytes(bytes_per_second)}/s`
}
