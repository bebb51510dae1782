import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'rolldown/utils'

export type SyntaxNode = Record<string, unknown>

/** Calls back for each node of a syntax tree. */
export function eachNode(node: unknown, visit: (node: SyntaxNode) => void): void {
  if (Array.isArray(node)) for (const one of node) eachNode(one, visit)
  else if (typeof node === 'object' && node !== null) {
    visit(node as SyntaxNode)
    for (const value of Object.values(node)) if (typeof value === 'object') eachNode(value, visit)
  }
}

/** The programs of a folder, without tests and declarations. */
export const sourcesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(?!.*\.(?:test|d)\.tsx?$).*\.(?:tsx?|mjs)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))

/** The syntax tree of a program. */
export function treeOf(file: string, text = readFileSync(file, 'utf8')): unknown {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`)
  return program
}
