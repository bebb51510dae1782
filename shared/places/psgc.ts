const DIGITS = 10

/**
 * The ten-digit PSGC codes that a text may mean: the code itself, with a zero that a spreadsheet has dropped; a P-code
 * such as PH0403401, which leaves out zeros at the end; or a code of nine digits, as before 2022, whose province has two
 * digits.
 */
export function psgcCodesIn(text: string): string[] {
  const [, mark, digits = ''] = /^(ph)?(\d{5,10})$/i.exec(text.trim()) ?? []
  if (mark && digits.length !== 9) return [digits.padEnd(DIGITS, '0')]
  const old = digits.padStart(9, '0')
  if (digits.length < 8) return []
  return [
    digits.padStart(DIGITS, '0'),
    ...(digits.length < DIGITS ? [`${old.slice(0, 2)}0${old.slice(2)}`] : []),
  ]
}
