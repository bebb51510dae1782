const OF_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'
const OF_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** The characters of bytes 80 to FF in the code pages of DOS, which TextDecoder does not know. */
const LETTERS = { 437: OF_437, 850: OF_850, 858: OF_850.replace('ı', '€') } as const
export type DosPage = keyof typeof LETTERS

export const isDosPage = (page: number): page is DosPage => Object.hasOwn(LETTERS, page)

/** Decodes text in a code page of DOS. */
export const fromDos = (bytes: Buffer, page: DosPage): string =>
  bytes
    .toString('latin1')
    .replace(/[\u0080-\u00ff]/g, (sign) => LETTERS[page][sign.charCodeAt(0) - 0x80] ?? sign)
