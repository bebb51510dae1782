import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eachNode, type SyntaxNode, sourcesOf, treeOf } from './support/sources.ts'

/** Words that the product no longer uses in texts for people; docs/words.md has the words to use. */
const PRIVATE_WORDS = [
  /\b(?:who|whom|what)ever\b/i,
  /\b(?:some|any|every|no)body\b/i,
  /\b(?:is|are|was|were|been) told\b/i,
  /\btells\b/i,
  /\b(?:stands?|stood)\b/i,
  /\b(?:carry|carries|carried)\b/i,
  /\b(?:given|gives?|gave) out\b/i,
  /\b(?:taken over|tak(?:e|es|en|ing) the place)\b/i,
  /\b(?:go|goes|went) on\b/i,
  /\b(?:mend(?:s|ed)?|heed(?:s|ed)?|borne|lent|anew|meanwhile|parted)\b/i,
  /\bh(?:olds?|eld) [\w\s]*\bagainst\b/i,
  /\b(?:what|nothing) waits\b/i,
  /\bnothing of (?:theirs|yours)\b/i,
]

/** The sentences in a program that people may read, with a mark for each value; no SQL and no imports. */
function sentencesOf(file: string, text?: string): string[] {
  const sentences: string[] = []
  const skipped = new Set<unknown>()
  eachNode(treeOf(file, text), (node: SyntaxNode) => {
    if (node.type === 'ImportDeclaration') skipped.add(node.source)
    if (node.type === 'TaggedTemplateExpression') skipped.add(node.quasi)
    if (skipped.has(node)) return
    if (node.type === 'Literal' || node.type === 'JSXText') sentences.push(String(node.value))
    if (node.type === 'TemplateLiteral') {
      const parts = node.quasis as { value: { cooked: string } }[]
      sentences.push(parts.map(({ value }) => value.cooked).join('$'))
    }
  })
  return sentences
    .map((one) => one.replace(/\s+/g, ' ').trim())
    .filter((one) => /[a-z] [a-z]/i.test(one) && !/^(?:select|insert|update|delete|do|with) /.test(one))
}

const isPrivate = (sentence: string): boolean => PRIVATE_WORDS.some((word) => word.test(sentence))

test('the check finds private words, in text, template and page alone', () => {
  const program = `
    import x from 'whoever comes'
    const a = 'Ask whoever knows.'
    const b = \`\${name} is told at once.\`
    const c = <p>What is carried stands here.</p>
    const d = sql\`select whoever from somebody\`
    const standard = 'outstanding and well lit'
    // whoever reads this comment
  `
  expect(sentencesOf('example.tsx', program).filter(isPrivate)).toEqual([
    'Ask whoever knows.',
    '$ is told at once.',
    'What is carried stands here.',
  ])
})

/** The pages for operators and staff; the decisions are for developers. */
const GUIDES = [
  'README.md',
  'CHANGELOG.md',
  'docs/drafting-a-summary.md',
  'docs/integrity.md',
  'docs/rolling-out.md',
  'SECURITY.md',
  'docs/security/README.md',
  ...['docs/operating', 'deploy'].flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`)),
].filter((file) => file.endsWith('.md'))

test('what people read is in the words of docs/words.md', () => {
  const programs = ['web', 'shared', 'server'].flatMap(sourcesOf)
  const read = [
    ...programs.flatMap((file) => sentencesOf(file).map((sentence) => [file, sentence] as const)),
    ...GUIDES.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => [file, line] as const),
    ),
  ]
  const found = read.filter(([, sentence]) => isPrivate(sentence)).map((one) => one.join(': '))
  expect(found).toEqual([])
})
