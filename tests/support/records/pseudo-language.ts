import { EN } from '../../../shared/texts/en.ts'

const FROM = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const TO = 'áƀćđéƒǵħíĵķłḿńóṗɋŕśţúṽẃẋýžÁɃĆĐÉƑǴĦÍĴĶŁḾŃÓṖɊŔŚŢÚṼẂẊÝŽ'
const letters = new Map([...FROM].map((letter, index) => [letter, [...TO][index] ?? letter]))

const marked = (text: string): string => [...text].map((letter) => letters.get(letter) ?? letter).join('')

/** A message of the pseudo-language: 40 % longer, in marks, none of its letters English; its arguments stay. */
function pseudoMessage(message: string): string {
  const longer = 'ŵø '.repeat(Math.ceil((message.length * 0.4) / 3)).trimEnd()
  return `⟦${message.replace(/[^{}]+(?![^{]*\})/g, marked)} ${longer}⟧`
}

/** A language file in which every text of the product is in the pseudo-language. */
export const pseudoLanguage = (code: string): string =>
  JSON.stringify({
    code,
    name: 'Pseudo',
    texts: Object.fromEntries(Object.entries(EN).map(([key, text]) => [key, pseudoMessage(text)])),
  })

const IN_MARKS = /⟦[^⟦⟧]*⟧/g

/** What a shown text has outside the marks of the pseudo-language, whose texts may hold others. */
export function outsideMarks(shown: string): string {
  const left = shown.replace(IN_MARKS, ' ')
  return left === shown ? left : outsideMarks(left)
}
