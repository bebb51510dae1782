const KINDS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android phone'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows computer'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux computer'],
]

/** The name that is proposed for a passkey on this device, by what the browser says of itself. */
export const deviceName = (userAgent: string): string =>
  KINDS.find(([sign]) => sign.test(userAgent))?.[1] ?? 'My computer'
