import type { Translate } from '../../shared/texts/translate.ts'

type Kind = 'my_sign_in.name_phone' | 'my_sign_in.name_computer'

const KINDS: readonly (readonly [sign: RegExp, system: string, kind?: Kind])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android', 'my_sign_in.name_phone'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows', 'my_sign_in.name_computer'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux', 'my_sign_in.name_computer'],
]

/** The name that is proposed for a passkey on this device, by what the browser says of itself. */
export function deviceName(t: Translate, userAgent: string): string {
  const [, system = '', kind] = KINDS.find(([sign]) => sign.test(userAgent)) ?? []
  if (system === '') return t('my_sign_in.name_mine')
  return kind ? t(kind, { system }) : system
}
