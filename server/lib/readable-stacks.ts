import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

const PLACE = /(file:\/\/[^\s()]+\.mjs):(\d+):(\d+)/

/** The maps of the built files that a stack has named so far. */
const maps = new Map<string, SourceMap | null>()

function mapOf(address: string): SourceMap | null {
  const known = maps.get(address)
  if (known !== undefined) return known
  const file = `${fileURLToPath(address)}.map`
  const map = existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null
  maps.set(address, map)
  return map
}

/** A line of a stack with the file, line and column of the source in the place of those of the built file. */
function inSource(frame: string): string {
  return frame.replace(PLACE, (built: string, address: string, line: string, column: string) => {
    const entry = mapOf(address)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!entry || !('originalSource' in entry)) return built
    return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  })
}

/**
 * Stacks name the sources, from now on. A map is read when a stack first needs it: Node.js with `--enable-source-maps`
 * reads those of all packages at the start and keeps them, which is a third of the memory of a product at rest.
 */
export function nameSourcesInStacks(): void {
  // run from source, as tests do, there is nothing to translate
  if (import.meta.url.endsWith('.ts')) return
  Error.prepareStackTrace = (error, frames) => {
    const lines = frames.map((frame: { toString: () => string }) => `    at ${frame.toString()}`)
    try {
      return [String(error), ...lines.map(inSource)].join('\n')
    } catch {
      // a map that cannot be read must not hide the fault
      return [String(error), ...lines].join('\n')
    }
  }
}
