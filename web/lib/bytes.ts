const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const

/** "512 bytes", "1.4 MB"; 1 KB is 1,024 bytes (C-09). */
export function formatBytes(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${UNITS[power]}`
}
