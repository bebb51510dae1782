import { expect, test } from 'vitest'
import { writtenParagraphs } from './references.ts'

const refOf = (key: string) => ({ sites: 'A1', 'p4.compliant': 'A7' })[key]
const read = (text: string) => writtenParagraphs(text, refOf)

test('blank lines part paragraphs, line breaks stay', () => {
  expect(read('One\ntwo\n\nThree\n \n\t\nFour')).toEqual([
    [{ text: 'One\ntwo' }],
    [{ text: 'Three' }],
    [{ text: 'Four' }],
  ])
})

test.each(['', ' ', '\n\n', ' \n \n '])('%j has no paragraphs', (text) => {
  expect(read(text)).toEqual([])
})

test('a number is asked for by its key, as often as one likes, in any case', () => {
  expect(read('{{sites}} of {{ Sites }} sites;{{p4.compliant}}')).toEqual([
    [{ ref: 'A1' }, { text: ' of ' }, { ref: 'A1' }, { text: ' sites;' }, { ref: 'A7' }],
  ])
})

test('a number that is not there is told as it was typed', () => {
  expect(read('a {{Site}} b{{}}')).toEqual([
    [{ text: 'a ' }, { missing: 'Site' }, { text: ' b' }, { missing: '' }],
  ])
})

test('braces that ask for nothing are words', () => {
  expect(read('{sites} {{sites} {{si\ntes}}')).toEqual([[{ text: '{sites} {{sites} {{si\ntes}}' }]])
})
