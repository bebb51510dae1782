import { formatCount } from '../../shared/lib/format.ts'
import { FORMULA } from '../../shared/public-log/row-formula.ts'

const WIDTH = 100

/** Wraps a paragraph to the width of a terminal. */
function wrapped(text: string, indent = ''): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (indent.length + longer.length > WIDTH && line !== '') {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line].map((one) => `${indent}${one}`).join('\n')
}

const FILES = [
  ['checkpoint', 'the signed checkpoint that everything here belongs to (C2SP tlog-checkpoint)'],
  ['key', 'the key that signed it. Compare it with one that you received in another way'],
  ['tile/', 'the tree and its entries as the log serves them (C2SP tlog-tiles); the last ones under .p/N'],
  ['rows/', 'the rows, 10,000 to a file, one JSON object to a line, in the order of their entries'],
  ['verify-rows.py', 'makes every entry from its row and compares; read it before you run it'],
  ['verify-log.py', 'compares with a checkpoint that you kept earlier'],
] as const

/** The README of an export: how it is built, and how to verify it without the product. */
export function exportReadme({
  origin,
  size,
  withPersons,
}: {
  origin: string
  size: number
  withPersons: boolean
}): string {
  const formula = FORMULA.map(
    ({ title, says }, at) =>
      `${at + 1}. ${title}\n\n${says.map((one) => wrapped(typeof one === 'string' ? one : `${one.part}: ${one.holds}`, '   ')).join('\n\n')}`,
  )
  return [
    `The log ${origin}, ${formatCount(size)} entries`,
    wrapped(
      withPersons
        ? 'This folder contains names, mail addresses and comments. Store it as the law demands.'
        : 'This folder contains no names, mail addresses or comments: the parts of a row that contain them are hashes.',
    ),
    'TO VERIFY IT\n\n   python3 verify-rows.py . "$(cat key)"\n   python3 verify-log.py KEPT_CHECKPOINT "$(cat key)" .',
    `FILES\n\n${FILES.map(([name, says]) => `   ${name.padEnd(16)}${says}`).join('\n')}`,
    `A LINE OF rows/\n\n${[
      'index: the number of the entry, from 0. format: "safeguards row 2". Then each part of the row by its name, in the order given below: {"salt": 32 hexadecimal digits, "text"} where it can be read, else {"hash": 64 hexadecimal digits}. There are no spaces between names and values.',
      'Where a row was erased, the parts with personal data are hashes. A line with nothing but index and entry (64 hexadecimal digits) belongs to a row that was lost with a restore or was removed before its entry was made.',
    ]
      .map((one) => wrapped(one, '   '))
      .join('\n\n')}`,
    'FROM A ROW TO THE CHECKPOINT',
    ...formula,
    '',
  ].join('\n\n')
}
